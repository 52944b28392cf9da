"""Commands in processes of their own: signals, terminals, encodings."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import command_line, environment, run_process

from ginrules import Match
from ginrules.records import read

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals are those of POSIX")


@contextmanager
def talking(*args: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a command that one can talk to, and see that it ends."""
    with subprocess.Popen(
        command_line(args),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({}),
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def say(process: "subprocess.Popen[bytes]", line: str) -> None:
    """Write a line to a command."""
    assert process.stdin is not None
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()


def hear(process: "subprocess.Popen[bytes]", prompt: bytes) -> bytes:
    """Read what a command says up to and with a prompt."""
    assert process.stdout is not None
    heard = b""
    while not heard.endswith(prompt):
        byte = process.stdout.read(1)
        assert byte, heard.decode("utf-8", "replace")
        heard += byte
    return heard


@needs_posix
def test_ctrl_c_leaves_play_cleanly(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a deal leaves a clean screen, exit code 130, and the record that was asked for."""
    file = tmp_path / "match.txt"
    with talking("play", "--seed", "3", "--name", "Anna", "--save", str(file)) as process:
        hear(process, b"\n> ")
        say(process, "p")
        hear(process, b"\n> ")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert out.decode("utf-8").endswith(f"The match is left unfinished.\nThe record is in {file}.\n")
    record = read(file.read_text(encoding="utf-8"))
    assert isinstance(record.content, Match)
    assert record.open_deal is not None
    assert [str(action) for action in record.open_deal.actions[:2]] == ["pass", "pass"]


@needs_posix
def test_ctrl_c_leaves_score_cleanly(tmp_path: Path) -> None:
    """Ctrl-C leaves the sheet as it was kept after the last entry."""
    file = tmp_path / "evening.json"
    with talking("score", str(file), "--names", "Anna,Bertil") as process:
        hear(process, b"> ")
        say(process, "anna knock 7 18")
        hear(process, b"deals> ")
        say(process, "bertil gin")
        hear(process, b"deadwood? ")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert b"The sheet is kept in" in out
    match = read(file.read_text(encoding="utf-8")).content
    assert isinstance(match, Match)
    assert match.sheet.points == (11, 0)


@needs_posix
def test_ctrl_c_stops_a_simulation(tmp_path: Path) -> None:
    """Ctrl-C stops what takes long, without a traceback."""
    file = tmp_path / "deals.txt"
    with talking("simulate", "--deals", "1000000", "--seed", "1", "--record", str(file)) as process:
        while not file.exists() or not file.stat().st_size:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


@needs_posix
def test_the_end_of_a_pipe_ends_the_command() -> None:
    """Whoever reads no further is not told about it at length."""
    program = " ".join(command_line(["demo"]))
    done = subprocess.run(
        ["bash", "-c", f"{program} | head -n 1"],  # noqa: S607  wherever the shell is
        capture_output=True,
        check=False,
        timeout=60,
        env=environment({}),
    )
    assert done.stdout.startswith(b"Greta")
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_answered() -> None:
    """Stray bytes on standard input are no reason to fail."""
    done = run_process("play", "--seed", "3", typed=b"\xff\xfe\x00\nq\n")
    assert done.returncode == 0
    assert b"is no move" in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_encodings_without_signs(encoding: str) -> None:
    """Letters stand for the suits where the encoding lacks the signs, and names do not fail."""
    done = run_process(
        "play", "--seed", "3", "--name", "Åsa Łuk", typed=b"p\n?\nd\nq\n", PYTHONIOENCODING=encoding
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert ("6s" in text) != ("6♠" in text)


def on_a_terminal(*args: str, typed: bytes = b"", env: Mapping[str, str]) -> bytes:
    """Return what a command writes to a terminal of 80 columns."""
    import fcntl
    import pty
    import struct
    import termios

    mine, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    if typed:
        os.write(mine, typed)
    with subprocess.Popen(
        command_line(args), stdin=its, stdout=its, stderr=its, env=environment(env), start_new_session=True
    ) as process:
        os.close(its)
        written = b""
        while True:
            try:
                piece = os.read(mine, 65536)
            except OSError:  # how Linux says that nobody writes any more
                break
            if not piece:
                break
            written += piece
        process.wait(timeout=60)
    os.close(mine)
    return written


@needs_posix
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_colors_are_for_terminals_that_want_them() -> None:
    """Cards are colored on a terminal, unless NO_COLOR is set or the terminal is dumb: then there are no codes."""
    hand = ("solve", "7h 8h 9h 9s 9c")
    assert b"\x1b[" in on_a_terminal(*hand, env={"TERM": "xterm-256color"})
    assert b"\x1b" not in on_a_terminal(*hand, env={"TERM": "xterm-256color", "NO_COLOR": "1"})
    assert b"\x1b" not in on_a_terminal(*hand, env={"TERM": "dumb"})
    assert b"\x1b" not in on_a_terminal("rules", "nonsense", env={"TERM": "xterm-256color", "NO_COLOR": "1"})


@needs_posix
def test_play_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal one is asked at the end where to keep the record, until a name will do."""
    file, taken = tmp_path / "match.json", tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    typed = f"p\nd\nq\n{taken}\n{tmp_path}/no/where\n{file}\n".encode()
    shown = on_a_terminal("play", "--seed", "3", typed=typed, env={"NO_COLOR": "1"}).decode("utf-8")
    assert "\x1b" not in shown
    assert "is there already; choose another name" in " ".join(shown.split())
    assert "No such file or directory" in " ".join(shown.split())
    assert taken.read_text(encoding="utf-8") == "mine"
    assert read(file.read_text(encoding="utf-8")).open_deal is not None


@needs_posix
def test_a_progress_bar_on_a_terminal() -> None:
    """A simulation shows on a terminal how far it is."""
    shown = on_a_terminal("simulate", "--deals", "20", "--seed", "1", env={"TERM": "xterm", "NO_COLOR": "1"})
    assert b"20/20" in shown
    assert b"greedy" in shown
