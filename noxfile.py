"""Everything that is run on ginrules, by name: `nox -l` lists it, `nox` runs what decides about a change."""

import nox

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["tests", "pure", "lint", "types", "imports", "docs"]

PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))


def install(session: nox.Session, *, compiled: str = "auto") -> None:
    """Install the package and all that its tests and tools need; tests run on the installed wheel."""
    session.install(".[dev]", env={"GINRULES_COMPILE": compiled})


def expect_kernel(session: nox.Session, kernel: str) -> None:
    """Stop if another kernel than the expected one was installed."""
    check = f"from ginrules import solver; assert solver.KERNEL == {kernel!r}, solver.KERNEL"
    session.run("python", "-c", check)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run all tests with the compiled kernel."""
    install(session, compiled="1")
    expect_kernel(session, "compiled")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def pure(session: nox.Session) -> None:
    """Run the tests with the plain Python kernel, whose lines can be counted, and check the coverage."""
    install(session, compiled="0")
    expect_kernel(session, "python")
    session.run("python", "-m", "pytest", "--cov=ginrules", "--ignore=tests/packaging", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting."""
    session.install("ruff")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check types with two checkers."""
    install(session)
    session.run("mypy")
    session.run("pyright")


@nox.session
def imports(session: nox.Session) -> None:
    """Check that modules import only from the layers below them."""
    install(session, compiled="0")
    session.run("lint-imports")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documents; a warning or a dead reference fails."""
    install(session)
    session.run("sphinx-build", "-W", "--keep-going", "-n", "-b", "html", "docs", "docs/_build/html")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the solver against its peers."""
    install(session, compiled="1")
    expect_kernel(session, "compiled")
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Change the code in small ways and list the changes that no test notices; takes hours."""
    session.install("-e", ".[dev]", env={"GINRULES_COMPILE": "0"})
    session.run("mutmut", "run", *session.posargs)


@nox.session
def dist(session: nox.Session) -> None:
    """Build the source distribution, a compiled wheel from it, and the pure wheel."""
    session.install("build")
    session.run("python", "-m", "build", env={"GINRULES_COMPILE": "1"})
    session.run("python", "-m", "build", "--wheel", env={"GINRULES_COMPILE": "0"})
