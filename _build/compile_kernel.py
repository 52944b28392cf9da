"""Compile the solver kernel with mypyc, in a temporary directory and in processes of its own.

Separate processes make the compilation all-or-nothing: whatever happens in there (a syntax error, a
`SystemExit`, a crashing compiler, a binary that does not load), the build that asked for it sees an exit code
and goes on without.

Run as a script, this file compiles the kernel that lies in the current directory; `compile_kernel` puts it
there.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Self

KERNEL_MODULE = "ginrules.solver._kernel"
SWITCH = "GINRULES_COMPILE"

# The kernel has this line once; the copy that is compiled has the hash of the original between the quotes.
HASH_LINE = 'SOURCE_HASH: Final = ""\n'

_KERNEL_FILE = Path(*KERNEL_MODULE.split(".")).with_suffix(".py")
_GENERATED = "generated"
_LIBRARY = "library"
_LOG_LINES = 40


class CompilationError(Exception):
    """The kernel could not be compiled; the message says why."""


class Mode(Enum):
    """What the environment variable `GINRULES_COMPILE` asks for."""

    AUTO = "auto"
    NEVER = "0"
    ALWAYS = "1"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read the mode; an unset or empty variable means `auto`."""
        text = environment.get(SWITCH, "").strip().lower() or "auto"
        try:
            return cls(text)
        except ValueError:
            message = f"{SWITCH} is {text!r}; it may be 'auto', '0' (never compile) or '1' (compile or fail)"
            raise SystemExit(message) from None


def reason_not_to_try(mode: Mode, environment: Mapping[str, str]) -> str | None:
    """Return why a compilation is not even worth a try, or None if it is."""
    match mode:
        case Mode.NEVER:
            return f"{SWITCH} is 0"
        case Mode.ALWAYS:
            return None
        case Mode.AUTO:
            return _obstacle(environment)


def _obstacle(environment: Mapping[str, str]) -> str | None:
    """Return what stands in the way of a compilation on this machine, as far as that is plain beforehand."""
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, and this is {sys.implementation.name}"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "this is a free-threaded Python"
    if os.name == "posix" and find_c_compiler(environment) is None:
        return "there is no C compiler"
    return None


def find_c_compiler(environment: Mapping[str, str]) -> str | None:
    """Return the C compiler's command: what `$CC` says, what this Python was built with, or a usual one."""
    chosen = environment.get("CC", "").strip()
    usual = [chosen] if chosen else [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]
    for command in usual:
        program, *_ = shlex.split(command)
        if shutil.which(program, path=environment.get("PATH")) is not None:
            return command
    return None


def hash_of(text: str) -> str:
    """Return the hash by which a compiled kernel knows its source: SHA-256 of the text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def compile_kernel(sources: Path, scratch: Path) -> Path:
    """Compile the kernel of the package in `sources` and return the binary, which lies in `scratch`.

    Raises `CompilationError` if there is no working binary in the end, and `OSError` or `UnicodeError` if a
    file cannot be read or written.
    """
    text = (sources / _KERNEL_FILE).read_text(encoding="utf-8")  # turns every line end into \n
    tree = scratch / "tree"
    _plant(text, tree)
    _run([sys.executable, str(Path(__file__).resolve())], tree, "mypyc or the C compiler failed")
    binaries = [path for path in (tree / _LIBRARY).glob("*") if path.suffix in {".so", ".pyd"}]
    if len(binaries) != 1:
        message = f"mypyc should make one extension module, not {sorted(path.name for path in binaries)}"
        raise CompilationError(message)
    _try_out(binaries[0], hash_of(text))
    return binaries[0]


def _plant(text: str, tree: Path) -> None:
    """Write a tree that holds the kernel alone and the hash of its source in it.

    Alone, because mypy would follow the imports of the package; outside a package, because mypyc splits a
    module of a package into two extensions.
    """
    if text.count(HASH_LINE) != 1:
        message = f"the kernel's source must have this line exactly once: {HASH_LINE.strip()}"
        raise CompilationError(message)
    tree.mkdir(parents=True)
    marked = text.replace(HASH_LINE, HASH_LINE.replace('""', f'"{hash_of(text)}"'))
    (tree / _KERNEL_FILE.name).write_text(marked, encoding="utf-8", newline="\n")


def _try_out(binary: Path, expected_hash: str) -> None:
    """Load the binary in a process of its own and compare the hash it knows."""
    if "_PYTHON_HOST_PLATFORM" in os.environ or "ARCHFLAGS" in os.environ:
        return  # compiled for another platform, perhaps
    check = f"import _kernel; assert _kernel.SOURCE_HASH == {expected_hash!r}"
    _run([sys.executable, "-c", check], binary.parent, "the compiled kernel does not load")


def _run(command: list[str], folder: Path, failure: str) -> None:
    """Run a command in a folder; raise `CompilationError` with the end of its output if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    compiler = find_c_compiler(environment)
    if compiler is not None and os.name == "posix":
        environment["CC"] = compiler
    done = subprocess.run(  # noqa: S603 - the command is this file or this interpreter
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        log = done.stdout.decode(errors="replace").splitlines()[-_LOG_LINES:]
        message = "\n".join([f"{failure} (exit code {done.returncode})", *log])
        raise CompilationError(message)


def main() -> None:
    """Compile the kernel that lies in the current directory."""
    from mypyc.build import mypycify  # here, because only this process needs mypy
    from setuptools import setup

    options = ["--config-file=", "--no-site-packages", "--cache-dir=cache"]
    files = [*options, _KERNEL_FILE.name]
    extensions: list[Any] = mypycify(files, opt_level="3", debug_level="0", target_dir=_GENERATED)
    for path in Path(_GENERATED).glob("*.c"):
        _move_into_package(path)
    places = ["--build-lib", _LIBRARY, "--build-temp", "objects"]
    setup(name="kernel", packages=[], ext_modules=extensions, script_args=["build_ext", *places])


def _move_into_package(generated: Path) -> None:
    """Make the module enter itself into `sys.modules` under its full name, not as a top-level `_kernel`."""
    text = generated.read_text(encoding="utf-8")
    name = 'modname = PyUnicode_FromString("{}")'
    moved = text.replace(name.format(_KERNEL_FILE.stem), name.format(KERNEL_MODULE))
    generated.write_text(moved, encoding="utf-8")


if __name__ == "__main__":
    main()
