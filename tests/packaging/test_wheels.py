"""Wheels are compiled or pure, never half of each, whatever the compiler does.

Builds run on copies of the checkout, with the tools of the current environment: nothing is downloaded.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="only on POSIX is the compiler a command one can replace"
)

CHECKOUT = Path(__file__).resolve().parents[2]
FILES_OF_A_BUILD = ["LICENSE", "MANIFEST.in", "README.md", "_build", "pyproject.toml", "setup.py", "src"]
KERNEL = Path("ginrules", "solver", "_kernel.py")

SMALL_KERNEL = '''"""A kernel that compiles quickly."""

from typing import Final

SOURCE_HASH: Final = ""


def twice(number: int) -> int:
    return 2 * number
'''


@dataclass(frozen=True)
class Tree:
    """A copy of the checkout, and a directory for the temporary files of its builds."""

    root: Path
    temporary: Path

    @property
    def kernel(self) -> Path:
        """The source of the kernel."""
        return self.root / "src" / KERNEL

    def files(self) -> set[Path]:
        """Return all files of the copy and all temporary files that are left."""
        paths = [*self.root.rglob("*"), *self.temporary.rglob("*")]
        return {path for path in paths if path.is_file()}

    def binaries(self) -> list[Path]:
        """Return the compiled kernels beside the source."""
        return sorted(path for path in self.kernel.parent.iterdir() if is_binary(path.name))


@dataclass(frozen=True)
class Wheel:
    """A finished wheel."""

    path: Path

    @property
    def names(self) -> set[str]:
        """The paths of all files in the wheel."""
        with zipfile.ZipFile(self.path) as archive:
            return set(archive.namelist())

    @property
    def binaries(self) -> list[str]:
        """The extension modules in the wheel."""
        return sorted(name for name in self.names if is_binary(name))

    @property
    def is_pure(self) -> bool:
        """Whether the wheel says that it fits everywhere."""
        return self.path.name.endswith("-py3-none-any.whl")


def is_binary(name: str) -> bool:
    """Tell whether a file holds or held machine code."""
    return name.endswith((".so", ".pyd", ".dll", ".dylib", ".o", ".obj", ".c"))


def copy_tree(original: Path, folder: Path, *, kernel: str | None = None) -> Tree:
    """Copy a tree into a folder; `kernel` replaces the source of its kernel."""
    tree = Tree(folder / "tree", folder / "temporary")
    shutil.copytree(original, tree.root)
    tree.temporary.mkdir()
    if kernel is not None:
        tree.kernel.write_text(kernel, encoding="utf-8")
    return tree


def run(
    arguments: list[str],
    folder: Path,
    changes: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run this Python in a folder, with a changed environment."""
    environment = {name: text for name, text in os.environ.items() if name not in {"CC", "GINRULES_COMPILE"}}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(changes or {})}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def call_backend(tree: Tree, call: str, changes: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Call the build backend of a tree as pip does, in the root of the tree."""
    temporary = dict.fromkeys(["TMPDIR", "TMP", "TEMP"], str(tree.temporary))
    changes = {"PYTHONPATH": "_build", **temporary, **changes}
    return run(["-c", f"import backend; backend.{call}"], tree.root, changes)


def try_to_build(tree: Tree, changes: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Build the wheel of a tree into the folder `wheels` beside it."""
    return call_backend(tree, "build_wheel('../wheels')", changes)


def build(tree: Tree, **changes: str) -> Wheel:
    """Build the wheel of a tree, and see to it that the build leaves nothing else behind."""
    before = tree.files()
    done = try_to_build(tree, changes)
    assert done.returncode == 0, done.stdout + done.stderr
    assert tree.files() == before
    (path,) = (tree.root.parent / "wheels").iterdir()
    return Wheel(path)


def install(wheel: Wheel, target: Path) -> Path:
    """Install a wheel into a folder of its own."""
    pip = ["-m", "pip", "install", "--no-deps", "--no-index", "--no-cache-dir", "--target", str(target)]
    done = run([*pip, str(wheel.path)], target.parent)
    assert done.returncode == 0, done.stderr
    return target


def evaluate(installed: Path, expression: str) -> str:
    """Evaluate an expression about `ginrules` and `solver` with an installed package; return the output."""
    program = f"import ginrules; from ginrules import solver; print({expression})"
    done = run(["-c", program], installed.parent, {"PYTHONPATH": str(installed)})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def hash_of(source: Path) -> str:
    """Return the hash by which a compiled kernel should know its source."""
    return hashlib.sha256(source.read_text(encoding="utf-8").encode()).hexdigest()


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout with what a build needs, and without anything built."""
    root = tmp_path_factory.mktemp("pristine")
    nothing_built = shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__")
    for name in FILES_OF_A_BUILD:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=nothing_built)
        else:
            shutil.copy(source, root)
    return root


@pytest.fixture(scope="session")
def compiled_wheel(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """Return the wheel of a build that has to compile."""
    return build(copy_tree(pristine, tmp_path_factory.mktemp("compiled")), GINRULES_COMPILE="1")


@pytest.fixture(scope="session")
def pure_wheel(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """Return the wheel of a build that must not compile, from a tree in which old binaries lie around."""
    tree = copy_tree(pristine, tmp_path_factory.mktemp("pure"))
    for suffix in (".cpython-311-x86_64-linux-gnu.so", ".cp311-win_amd64.pyd"):
        tree.kernel.with_suffix(suffix).write_bytes(b"old")
    return build(tree, GINRULES_COMPILE="0")


@pytest.fixture(scope="session")
def installed_compiled(compiled_wheel: Wheel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which the compiled wheel is installed."""
    return install(compiled_wheel, tmp_path_factory.mktemp("installed-compiled") / "site")


@pytest.fixture(scope="session")
def installed_pure(pure_wheel: Wheel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which the pure wheel is installed."""
    return install(pure_wheel, tmp_path_factory.mktemp("installed-pure") / "site")


def test_compiled_wheel_is_for_its_platform_and_brings_one_extension(compiled_wheel: Wheel) -> None:
    """A compiled wheel has a platform tag and exactly one extension, with the kernel's source beside it."""
    (binary,) = compiled_wheel.binaries
    assert Path(binary).name.split(".")[0] == KERNEL.stem
    assert Path(binary).parent == KERNEL.parent
    assert KERNEL.as_posix() in compiled_wheel.names
    assert not compiled_wheel.is_pure


def test_pure_wheel_is_for_every_platform_and_brings_no_extension(pure_wheel: Wheel) -> None:
    """With GINRULES_COMPILE=0 the wheel is py3-none-any and has no binary, not even one left in the tree."""
    assert pure_wheel.is_pure
    assert pure_wheel.binaries == []


def test_both_wheels_bring_the_same_files_otherwise(compiled_wheel: Wheel, pure_wheel: Wheel) -> None:
    """The two kinds of wheel differ in the binary alone, and both bring the type marker and the licence."""
    assert compiled_wheel.names - set(compiled_wheel.binaries) == pure_wheel.names
    assert "ginrules/py.typed" in pure_wheel.names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in pure_wheel.names)


def test_installed_compiled_wheel_runs_the_compiled_kernel(installed_compiled: Path) -> None:
    """The compiled wheel, installed, says that its kernel is compiled and finds the gin in a gin hand."""
    assert evaluate(installed_compiled, "solver.KERNEL") == "compiled"
    assert evaluate(installed_compiled, "solver.deadwood(ginrules.Hand.parse('As 2s 3s 7c 7d 7h'))") == "0"


def test_installed_pure_wheel_runs_the_python_kernel(installed_pure: Path) -> None:
    """The pure wheel, installed, says that its kernel is plain Python and finds the gin in a gin hand."""
    assert evaluate(installed_pure, "solver.KERNEL") == "python"
    assert evaluate(installed_pure, "solver.deadwood(ginrules.Hand.parse('As 2s 3s 7c 7d 7h'))") == "0"


def test_compiled_kernel_is_a_module_of_the_package_only(installed_compiled: Path) -> None:
    """The compiled kernel enters no top-level module of its own into `sys.modules`."""
    modules = "sorted(name for name in __import__('sys').modules if '_kernel' in name)"
    assert evaluate(installed_compiled, modules) == "['ginrules.solver._kernel']"


def test_compiled_kernel_knows_the_hash_of_its_source(installed_compiled: Path) -> None:
    """The hash in the binary is that of the source beside it; the source itself leaves it empty."""
    source = installed_compiled / KERNEL
    assert evaluate(installed_compiled, "solver._kernel.SOURCE_HASH") == hash_of(source)
    assert 'SOURCE_HASH: Final = ""' in source.read_text(encoding="utf-8")


def test_edited_source_makes_the_compiled_kernel_stale(installed_compiled: Path, tmp_path: Path) -> None:
    """A compiled kernel is stale as soon as its source says anything else, and not before."""
    installed = shutil.copytree(installed_compiled, tmp_path / "site")
    assert evaluate(installed, "solver.kernel_is_stale()") == "False"
    with (installed / KERNEL).open("a", encoding="utf-8") as source:
        source.write("# edited\n")
    assert evaluate(installed, "solver.kernel_is_stale()") == "True"


def test_python_kernel_is_never_stale(installed_pure: Path, tmp_path: Path) -> None:
    """A kernel that runs from its source is not stale, edited or not."""
    installed = shutil.copytree(installed_pure, tmp_path / "site")
    with (installed / KERNEL).open("a", encoding="utf-8") as source:
        source.write("# edited\n")
    assert evaluate(installed, "solver.kernel_is_stale()") == "False"


def test_version_is_said_in_one_place(pure_wheel: Wheel, installed_pure: Path) -> None:
    """The version in the metadata, in the file's name and in the package is the same."""
    version = evaluate(installed_pure, "ginrules.__version__")
    assert pure_wheel.path.name.startswith(f"ginrules-{version}-")
    assert version == evaluate(installed_pure, "__import__('importlib.metadata').metadata.version('ginrules')")


@needs_posix
def test_without_a_compiler_the_wheel_is_pure(pristine: Path, tmp_path: Path) -> None:
    """Where no C compiler is on the path, a build without further instructions makes a pure wheel."""
    wheel = build(copy_tree(pristine, tmp_path), PATH=str(tmp_path))
    assert wheel.is_pure
    assert wheel.binaries == []


FAILS_TO_LINK = """\
case " $* " in *" -c "*) : >"$output"; exit 0;; esac
echo half >"$output"; echo "cannot link" >&2; exit 1
"""
MAKES_RUBBISH = 'echo rubbish >"$output"\n'


def fake_compiler(folder: Path, behaviour: str) -> str:
    """Write a C compiler with a given behaviour, which finds the file to write in `$output`."""
    program = folder / "fake-cc"
    find_output = 'previous=; output=; for word; do [ "$previous" = -o ] && output=$word; previous=$word; done\n'
    program.write_text(f"#!/bin/sh\n{find_output}{behaviour}", encoding="utf-8")
    program.chmod(0o755)
    return str(program)


@needs_posix
@pytest.mark.parametrize("behaviour", [FAILS_TO_LINK, MAKES_RUBBISH], ids=["fails to link", "makes rubbish"])
def test_failing_compiler_leaves_a_pure_wheel(pristine: Path, tmp_path: Path, behaviour: str) -> None:
    """Wherever on the way the compiler fails, the wheel is pure and nothing half-built is left."""
    tree = copy_tree(pristine, tmp_path, kernel=SMALL_KERNEL)
    wheel = build(tree, CC=fake_compiler(tmp_path, behaviour))
    assert wheel.is_pure
    assert wheel.binaries == []


@needs_posix
def test_failing_compiler_is_an_error_if_the_kernel_must_be_compiled(pristine: Path, tmp_path: Path) -> None:
    """With GINRULES_COMPILE=1 a failing compiler fails the build, says why, and leaves nothing behind."""
    tree = copy_tree(pristine, tmp_path, kernel=SMALL_KERNEL)
    before = tree.files()
    done = try_to_build(tree, {"GINRULES_COMPILE": "1", "CC": fake_compiler(tmp_path, FAILS_TO_LINK)})
    assert done.returncode != 0
    assert "cannot link" in done.stdout + done.stderr
    assert not list(tmp_path.glob("wheels/*"))
    assert tree.files() == before


def test_broken_kernel_is_no_reason_to_fail_unless_it_must_be_compiled(pristine: Path, tmp_path: Path) -> None:
    """A source that mypyc refuses, or that lacks the line for its hash, gives a pure wheel."""
    tree = copy_tree(pristine, tmp_path, kernel=SMALL_KERNEL.replace("SOURCE_HASH", "OTHER"))
    assert build(tree).is_pure
    assert try_to_build(tree, {"GINRULES_COMPILE": "1"}).returncode != 0


def test_unknown_switch_is_refused(pristine: Path, tmp_path: Path) -> None:
    """A value of GINRULES_COMPILE that means nothing fails the build and says what would be right."""
    done = try_to_build(copy_tree(pristine, tmp_path, kernel=SMALL_KERNEL), {"GINRULES_COMPILE": "perhaps"})
    assert done.returncode != 0
    assert "GINRULES_COMPILE is 'perhaps'" in done.stdout + done.stderr


def test_editable_install_replaces_stale_binaries(pristine: Path, tmp_path: Path) -> None:
    """An editable install puts the new binary beside its source and removes every older one."""
    tree = copy_tree(pristine, tmp_path, kernel=SMALL_KERNEL)
    before = tree.files()
    for suffix in (".cpython-310-x86_64-linux-gnu.so", ".cp310-win_amd64.pyd", ".abi3.so"):
        tree.kernel.with_suffix(suffix).write_bytes(b"old")

    done = call_backend(tree, "build_editable('../editable')", {"GINRULES_COMPILE": "1"})
    assert done.returncode == 0, done.stderr
    (binary,) = tree.binaries()
    assert tree.files() == {*before, binary}
    read = run(["-c", "import _kernel; print(_kernel.SOURCE_HASH)"], binary.parent)
    assert read.stdout.strip() == hash_of(tree.kernel)

    done = call_backend(tree, "build_editable('../editable')", {"GINRULES_COMPILE": "0"})
    assert done.returncode == 0, done.stderr
    assert tree.files() == before


def test_mypy_is_asked_for_only_to_compile(tmp_path: Path) -> None:
    """The backend asks for mypy exactly if it is going to try a compilation."""
    program = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
import backend
answers = {}
for switch in ("auto", "0", "1"):
    os.environ["GINRULES_COMPILE"] = switch
    answers[switch] = backend.get_requires_for_build_wheel(), backend.get_requires_for_build_editable()
print(json.dumps(answers))
"""
    some_compiler = {"CC": fake_compiler(tmp_path, MAKES_RUBBISH)}
    for changes, tried in [(some_compiler, {"auto", "1"}), ({"CC": str(tmp_path / "none")}, {"1"})]:
        if os.name != "posix":
            tried.add("auto")  # whether there is a compiler shows only when it is called
        done = run(["-c", program, str(CHECKOUT / "_build")], tmp_path, changes)
        for switch, (wheel, editable) in json.loads(done.stdout).items():
            assert wheel == editable
            assert [requirement.split(">")[0] for requirement in wheel] == ["mypy"] * (switch in tried)


def test_source_distribution_gives_the_same_wheel(pristine: Path, pure_wheel: Wheel, tmp_path: Path) -> None:
    """A wheel built from the source distribution has the files of one built from the checkout."""
    tree = copy_tree(pristine, tmp_path / "checkout")
    done = call_backend(tree, "build_sdist('../sdist')", {})
    assert done.returncode == 0, done.stderr
    (archive,) = (tmp_path / "checkout" / "sdist").iterdir()
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (root,) = (tmp_path / "unpacked").iterdir()
    (tmp_path / "temporary").mkdir()
    assert build(Tree(root, tmp_path / "temporary"), GINRULES_COMPILE="0").names == pure_wheel.names


def test_tested_pythons_are_those_of_the_classifiers() -> None:
    """The workflows test, and build wheels for, exactly the Pythons of the classifiers."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    prefix = "Programming Language :: Python :: 3."
    minors = [text.removeprefix(prefix) for text in settings["project"]["classifiers"] if text.startswith(prefix)]
    assert settings["project"]["requires-python"] == f">=3.{minors[0]}"
    assert settings["tool"]["cibuildwheel"]["build"] == [f"cp3{minor}-*" for minor in minors]
    matrix = "python: " + json.dumps([f"3.{minor}" for minor in minors])
    for name in ("ci.yml", "release.yml"):
        assert matrix in (CHECKOUT / ".github" / "workflows" / name).read_text(encoding="utf-8")
