"""What all tests share: the hypothesis profiles and the kernels."""

import os

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the code, so no profile has a deadline.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=2_000)  # pytest --hypothesis-profile=thorough
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for a `kernel` each in turn: the compiled one, if installed, and the plain one."""
    if "kernel" in metafunc.fixturenames:
        from kernels import KERNELS

        metafunc.parametrize("kernel", KERNELS.values(), ids=KERNELS.keys())
