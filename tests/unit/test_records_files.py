"""Files: written whole or not at all, and never read beyond a bound."""

import os
import stat
import sys
from pathlib import Path

import pytest

from ginrules.errors import RecordError
from ginrules.records import lines_of, read_limited, write_atomically

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links as POSIX has them")


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    """The text comes back as it was, and nothing else is left in the folder."""
    path = tmp_path / "match.gin"
    for text in ("first ♠\nline\r\n", "second", ""):
        write_atomically(path, text)
        assert read_limited(path) == text
        assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the disk full, or the power gone halfway, the file that was there is there, and no other."""
    path = tmp_path / "match.gin"
    write_atomically(path, "old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail) if step == "fsync" else monkeypatch.setattr(Path, step, fail)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_an_interruption_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses Ctrl-C while the file is written keeps the old one."""
    path = tmp_path / "match.gin"
    write_atomically(path, "old")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_text_that_cannot_be_stored_is_refused(tmp_path: Path) -> None:
    """Half a character is found out before the file is touched."""
    path = tmp_path / "match.gin"
    write_atomically(path, "old")
    with pytest.raises(RecordError, match="cannot be stored"):
        write_atomically(path, "\ud800")
    assert path.read_text() == "old"


@posix
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    """The new file has the permissions of the old one, and a link goes on pointing to it."""
    path, link = tmp_path / "match.gin", tmp_path / "link"
    write_atomically(path, "old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix
def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    """A new file is as open as any that the user makes."""
    usual, path = tmp_path / "usual", tmp_path / "match.gin"
    usual.touch()
    write_atomically(str(path), "new")
    assert path.stat().st_mode == usual.stat().st_mode


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """What the system says is passed on."""
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "nowhere" / "match.gin", "new")
    with pytest.raises(FileNotFoundError):
        read_limited(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError):
        list(lines_of(tmp_path / "nowhere"))


def test_a_file_beyond_the_bound_is_refused(tmp_path: Path) -> None:
    """Characters count, however many bytes they take."""
    path = tmp_path / "match.gin"
    write_atomically(path, "♠" * 10)
    assert read_limited(path, limit=10) == "♠" * 10
    for limit in (9, 7, 1, 0):
        with pytest.raises(RecordError, match=f"longer than {limit} characters"):
            read_limited(path, limit=limit)


@posix
def test_a_file_without_an_end_is_refused() -> None:
    """A device that never ends is read to the bound and no further."""
    with pytest.raises(RecordError, match="longer than"):
        read_limited("/dev/zero")
    with pytest.raises(RecordError, match="line 1: a line of more than"):
        list(lines_of("/dev/zero"))


def test_what_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    """Bytes that are no text are named with their place."""
    path = tmp_path / "match.gin"
    path.write_bytes(b"abc\n\xff\n")
    with pytest.raises(RecordError, match="no text in UTF-8: invalid start byte at byte 4"):
        read_limited(path)
    with pytest.raises(RecordError, match="no text in UTF-8"):
        list(lines_of(path))


@pytest.mark.parametrize("text", ["", "\n", "a", "a\n", "a\r\nb\n\nc", "♠\n" * 100_000, "x" * 9_999 + "\ny"])
def test_lines_are_those_of_the_text(text: str, tmp_path: Path) -> None:
    """Lines come without their ends, whatever the pieces in which the file is read."""
    path = tmp_path / "deals.gin"
    write_atomically(path, text)
    lines = text.split("\n")
    assert list(lines_of(path)) == (lines if lines[-1] else lines[:-1])


def test_a_line_beyond_the_bound_is_refused(tmp_path: Path) -> None:
    """A line that never ends is not read to its end, and one that ends late is refused by the reader."""
    path = tmp_path / "deals.gin"
    write_atomically(path, "a\nb\n" + "x" * 200_000)
    with pytest.raises(RecordError, match="line 3: a line of more than 10,000 characters"):
        list(lines_of(path))
