"""``ginrules replay``."""

import random
from pathlib import Path

import pytest
from commands import RunCommand

from ginrules import Deal, DealResult, Ending, Match, parse_action, presets, shuffled_deck
from ginrules.bots import GreedyBot, SimpleBot, play_deal, play_match
from ginrules.records import redact, to_json, to_text, write_deals


def some_deal(seed: int = 7) -> Deal:
    """Return a deal that was played to its end."""
    rng = random.Random(seed)
    return play_deal(Deal.start(presets.MODERN, shuffled_deck(rng)), (GreedyBot(), SimpleBot(rng)))


def some_match(seed: int = 7) -> Match:
    """Return a finished match."""
    rng = random.Random(seed)
    match = Match.start(presets.MODERN, names=("Anna", "Bertil"), dealer=0)
    *_, (match, _) = play_match(match, (GreedyBot(), SimpleBot(rng)), rng)
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a record can be put."""
    return tmp_path / "record"


def shown(ginrules: RunCommand, file: Path, *args: str) -> str:
    """Return what is shown of a record that is in order."""
    result = ginrules("replay", str(file), *args)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    return result.stdout


def refused(ginrules: RunCommand, file: Path, *args: str) -> str:
    """Return the one line with which a record is refused."""
    result = ginrules("replay", str(file), *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_match(ginrules: RunCommand, file: Path) -> None:
    """A match is shown with its sheet and outcome, the same from text and JSON; a deal of it action by action."""
    match = some_match()
    file.write_text(to_text(match), encoding="utf-8")
    listed, first = shown(ginrules, file), shown(ginrules, file, "--deal", "1")
    file.write_text(to_json(match), encoding="utf-8")
    assert shown(ginrules, file) == listed
    assert shown(ginrules, file, "--deal", "1") == first
    for part in ("Anna against Bertil", "wins the match.", "game bonus", f"{len(match.entries)} deals"):
        assert part in listed
    for part in ("Deal 1: Anna deals, upcard", "Bertil holds", " drew ", "discarded", "scores"):
        assert part in first
    last = str(len(match.entries) + 1)
    assert f"there is no deal {last}" in refused(ginrules, file, "--deal", last)


def test_match_of_bare_results(ginrules: RunCommand, file: Path) -> None:
    """Deals without cards are shown by their results; a match that goes on says so."""
    match = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    match = match.enter(DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(7, 18)))
    file.write_text(to_text(match), encoding="utf-8")
    assert "The match is not over." in shown(ginrules, file)
    told = shown(ginrules, file, "--deal", "1")
    assert "Anna knocked, 7 to 18; the cards are not recorded." in told
    assert "Anna scores 11 points." in told


def test_unfinished_deal(ginrules: RunCommand, file: Path) -> None:
    """The deal that a match was left in is shown as far as it went."""
    match = Match.start(presets.CLASSIC, names=("Anna", "Bertil"), dealer=0)
    deal = match.new_deal(shuffled_deck(random.Random(7))).play(parse_action("take"))
    file.write_text(to_text(match, open_deal=deal), encoding="utf-8")
    assert "Deal 1 is not finished: 1 action so far." in shown(ginrules, file)
    told = shown(ginrules, file, "--deal", "1")
    assert f"Bertil took {deal.start_state.upcard.symbol}." in told
    assert "The deal is not finished." in told


def test_single_deal(ginrules: RunCommand, file: Path) -> None:
    """A deal by itself is told action by action, with names where it has them."""
    deal = some_deal()
    file.write_text(to_text(deal, names=("Anna", "Bertil")), encoding="utf-8")
    assert "Anna holds" in shown(ginrules, file)
    file.write_text(to_json(deal), encoding="utf-8")
    assert "Seat 0 holds" in shown(ginrules, file)
    assert "there is no deal 2; the record has 1 deal" in refused(ginrules, file, "--deal", "2")


def test_many_deals(ginrules: RunCommand, file: Path) -> None:
    """A file of many deals is listed; one of them can be told."""
    deals = [some_deal(seed) for seed in range(12)]
    file.write_text("".join(write_deals(deals)), encoding="utf-8")
    listed = shown(ginrules, file)
    assert listed.startswith("12 deals. Every action is as the rules have it.")
    assert "Deal 5: Seat 0 deals" in shown(ginrules, file, "--deal", "5")
    assert "there is no deal 13; the record has 12 deals" in refused(ginrules, file, "--deal", "13")


def test_a_file_beyond_the_bound_of_one_record(
    ginrules: RunCommand, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long file is read deal by deal, and only the first of them are listed."""
    monkeypatch.setattr("ginrules.records.MAX_RECORD", 1000)
    monkeypatch.setattr("ginrules.cli.replay._MAX_LISTED", 3)
    file.write_text("".join(write_deals([some_deal()] * 5)), encoding="utf-8")
    listed = shown(ginrules, file)
    assert "and 2 more; --deal N tells any of them" in listed


def test_what_simulate_records(ginrules: RunCommand, file: Path) -> None:
    """A simulation's record holds every deal, and is not written over."""
    args = ("simulate", "--deals", "4", "--seed", "1", "--record", str(file))
    assert ginrules(*args).exit_code == 0
    assert shown(ginrules, file).startswith("4 deals.")
    before = file.read_bytes()
    again = ginrules(*args)
    assert again.exit_code == 2
    assert again.stderr.count("\n") == 1
    assert file.read_bytes() == before


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_redacted_deals(ginrules: RunCommand, file: Path, viewer: int | None) -> None:
    """What one seat saw is told from where it sat."""
    deal = some_deal()
    file.write_text(to_text(redact(deal, viewer), names=("Anna", "Bertil")), encoding="utf-8")
    told = shown(ginrules, file)
    who = "a spectator" if viewer is None else ("Anna", "Bertil")[viewer]
    assert told.startswith(f"What {who} saw of a deal")
    assert "drew a card" in told
    assert "The deal is over" in told
    assert "there is no deal 2" in refused(ginrules, file, "--deal", "2")


def test_an_action_that_breaks_a_rule(ginrules: RunCommand, file: Path) -> None:
    """The refusal says the file, the line, the action, and why."""
    lines = to_text(some_deal()).split("\n")
    number = next(index for index, line in enumerate(lines) if "draw, discard" in line)
    held = next(str(card) for card in some_deal().start_state.stock[-1:])
    lines[number] = f"{lines[number].split(', discard')[0]}, discard {held}"
    file.write_text("\n".join(lines), encoding="utf-8")
    refusal = f"line {number + 1}: 'discard {held}' is refused: The {held} is not in the hand. (not_held)"
    assert refused(ginrules, file) == f"error: {file}: {refusal}\n"


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"{}", b"{", b"\xff\xfe", b"[deal]\n", b"ginrules record 2\n", b"[" * 10_000, b"\x1b[2J"],
)
def test_what_is_no_record(ginrules: RunCommand, file: Path, content: bytes) -> None:
    """Anything else is refused in one line that cannot steer the terminal."""
    file.write_bytes(content)
    assert "\x1b" not in refused(ginrules, file)


def test_files_that_cannot_be_read(ginrules: RunCommand, tmp_path: Path) -> None:
    """A file that is not there, or is a folder, is complained of in one line."""
    assert "No such file" in refused(ginrules, tmp_path / "nowhere")
    refused(ginrules, tmp_path)


def test_names_in_a_record_cannot_steer_the_terminal(ginrules: RunCommand, file: Path) -> None:
    """What a record calls its rules is shown, not obeyed."""
    text = to_text(some_match()).replace("title = Modern gin rummy", "title = Modern \x1b[31m[red]gin")
    file.write_text(text, encoding="utf-8")
    result = ginrules("replay", str(file))
    assert "\x1b" not in result.stdout + result.stderr


def test_play_can_be_replayed(ginrules: RunCommand, file: Path) -> None:
    """A match left in the middle, saved by play, is in order."""
    played = ginrules("play", "--seed", "4", "--save", str(file), typed="p\nd\n1\nq\n")
    assert played.exit_code == 0
    assert "Deal 1 is not finished" in shown(ginrules, file)
