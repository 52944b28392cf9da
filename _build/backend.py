"""The build backend of ginrules: setuptools, with a solver kernel that is compiled where that is possible.

The kernel is compiled *before* setuptools starts (see `compile_kernel`), so that setuptools only meets a
finished binary or none at all. A wheel is therefore compiled or pure, never half of each. Everything a build
writes goes to a temporary directory; the tree receives only the `.egg-info` of a source distribution and the
binary of an editable install, beside its source.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compile_kernel import KERNEL_MODULE, CompilationError, Mode, compile_kernel, reason_not_to_try
from setuptools import Extension, build_meta
from setuptools.build_meta import build_sdist, get_requires_for_build_sdist
from setuptools.command.build_ext import build_ext

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, str | list[str] | None] | None

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
COMPILER_REQUIREMENT = "mypy>=1.18,<3"


class FinishedExtension(Extension):
    """An extension module whose binary exists already."""

    def __init__(self, name: str, binary: Path) -> None:
        super().__init__(name, sources=[])
        self.binary = binary


class PlaceFinishedExtension(build_ext):
    """Put the finished binary where setuptools would have put the one it compiles."""

    def build_extension(self, ext: FinishedExtension) -> None:
        """Copy instead of compiling."""
        destination = Path(self.get_ext_fullpath(ext.name))
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ext.binary, destination)


@dataclass(frozen=True)
class Build:
    """One build under way: its temporary directory, and the compiled kernel if there is one."""

    scratch: Path
    kernel: Path | None


_builds: list[Build] = []


def setup_arguments() -> dict[str, Any]:
    """Return what `setup.py` has to pass to setuptools for the build that is under way."""
    if not _builds:
        return {}
    build = _builds[-1]
    metadata = build.scratch / "metadata"
    metadata.mkdir(exist_ok=True)
    arguments: dict[str, Any] = {
        "options": {"build": {"build_base": str(build.scratch)}, "egg_info": {"egg_base": str(metadata)}},
    }
    if build.kernel is not None:
        arguments["ext_modules"] = [FinishedExtension(KERNEL_MODULE, build.kernel)]
        arguments["cmdclass"] = {"build_ext": PlaceFinishedExtension}
    return arguments


@contextmanager
def _scratch_build(*, compiled: bool) -> Iterator[None]:
    """Run one setuptools build in a temporary directory, compiling the kernel first if asked for."""
    with tempfile.TemporaryDirectory(prefix="ginrules-build-") as name:
        scratch = Path(name)
        kernel = _kernel(scratch / "kernel") if compiled else None
        _builds.append(Build(scratch, kernel))
        try:
            yield
        finally:
            _builds.pop()


def _kernel(scratch: Path) -> Path | None:
    """Compile the kernel; on failure return None, or raise if `GINRULES_COMPILE=1` insists."""
    mode = Mode.from_environment(os.environ)
    reason = reason_not_to_try(mode, os.environ)
    if reason is None:
        try:
            return compile_kernel(SOURCES, scratch)
        except (CompilationError, OSError, UnicodeError) as error:
            if mode is Mode.ALWAYS:
                raise
            reason = str(error)
    print(f"ginrules: the kernel is not compiled and will run as plain Python: {reason}", file=sys.stderr)
    return None


def _remove_compiled_kernels() -> None:
    """Remove every compiled kernel from the source tree: it hides its source, and may be older."""
    folder = SOURCES.joinpath(*KERNEL_MODULE.split(".")).parent
    stem = KERNEL_MODULE.rpartition(".")[2]
    for pattern in (f"{stem}.*so", f"{stem}.*pyd"):
        for binary in folder.glob(pattern):
            binary.unlink(missing_ok=True)


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Ask for mypy, whose mypyc is the compiler, only if a compilation is going to be tried."""
    del config_settings
    if reason_not_to_try(Mode.from_environment(os.environ), os.environ) is not None:
        return []
    return [COMPILER_REQUIREMENT]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Ask for what a wheel asks for."""
    return get_requires_for_build_wheel(config_settings)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Write the metadata; no compilation."""
    with _scratch_build(compiled=False):
        return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Settings = None) -> str:
    """Write the metadata; no compilation."""
    with _scratch_build(compiled=False):
        return build_meta.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a platform wheel with the compiled kernel, or a `py3-none-any` wheel without."""
    with _scratch_build(compiled=True):
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Link the source tree; a newly compiled kernel replaces whatever binary lies there."""
    with _scratch_build(compiled=True):
        _remove_compiled_kernels()
        return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
