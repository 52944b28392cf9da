"""The kernels that this installation has, by the name that `solver.KERNEL` would give them.

Beside a compiled kernel its own source is loaded as plain Python, so that one process compares both. Where the
installed kernel is plain Python already, it is the only one.
"""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

from ginrules import Aces, solver
from ginrules.solver import _kernel


def _load_source_of(kernel: ModuleType) -> ModuleType:
    """Load the source beside a compiled kernel as a module of its own."""
    source = Path(str(kernel.__file__)).with_name("_kernel.py")
    spec = importlib.util.spec_from_file_location("plain_kernel", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _find_kernels() -> dict[str, ModuleType]:
    if solver.KERNEL == "python":
        return {"python": _kernel}
    return {"compiled": _kernel, "python": _load_source_of(_kernel)}


KERNELS = _find_kernels()


def code(kernel: ModuleType, aces: Aces) -> int:
    """Return the number by which the kernel knows a way with aces."""
    number: int = getattr(kernel, aces.name)
    return number


@cache
def table(kernel: ModuleType, aces: Aces, ace_pips: int = 1) -> bytes:
    """Return the kernel's own table for these rules."""
    made: bytes = kernel.run_table(code(kernel, aces), ace_pips)
    return made
