"""Benchmarks: ``python -m benchmarks`` measures everything in one run and prints one table."""
