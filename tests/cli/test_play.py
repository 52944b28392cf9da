"""``ginrules play``: a person against a bot."""

import errno
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import RunCommand
from rich.console import Console

from ginrules import Match, presets, view
from ginrules.bots import Bot, GreedyBot, RandomBot, SimpleBot
from ginrules.cli import game as game_module
from ginrules.cli.game import PERSON, Game
from ginrules.cli.opening import start_by_draw
from ginrules.records import read, replay
from ginrules.rules import LastDiscard, Rules

Ask = Callable[[str, Console], str]


def started(rules: Rules, seed: int, out: Console) -> Game:
    """Return a game that is about to begin."""
    match = Match.start(rules, names=("Anna", "Greedy"), dealer=seed % 2)
    return Game(match, GreedyBot(), random.Random(seed), out)


def played(
    game: Game,
    person: Bot,
    out: Console,
    monkeypatch: pytest.MonkeyPatch,
    *,
    extras: tuple[str, ...] = (),
    deals: int = 500,
) -> list[str]:
    """Play a match or some deals, a bot choosing for the person; return what was printed between the questions."""
    printed: list[str] = []
    waiting: list[str] = []

    def ask(question: str, out: Console) -> str:
        assert question == ">"
        printed.append(out.export_text())
        assert game.deal is not None
        hidden = view(game.deal.state, PERSON).unseen
        of_this_deal = printed[-1].rpartition("\nDeal ")[2]
        shown = [card.symbol for card in hidden if card.symbol in of_this_deal]
        assert not shown, f"{shown} cannot be known, yet: {printed[-1]}"
        if not waiting:
            waiting.extend(extras if len(game.deal.actions) % 7 == 0 else ())
            waiting.append(str(person.choose(view(game.deal.state, PERSON))))
        return waiting.pop(0)

    monkeypatch.setattr(game_module, "ask", ask)
    while game.match.outcome is None and len(game.match.entries) < deals:
        game.play_deal()
    printed.append(out.export_text())
    return printed


@pytest.mark.parametrize("name", ["classic", "modern", "oklahoma", "color-gin", "doubling", "round-the-corner"])
def test_hidden_cards_stay_hidden(name: str, paper: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal after deal, hints and the sheet asked for all along, nothing printed names a card not seen yet."""
    persons: tuple[Bot, ...] = (SimpleBot(random.Random(1)), RandomBot(random.Random(2)))
    for seed, person in enumerate(persons):
        game = started(presets.get(name), seed, paper)
        printed = played(game, person, paper, monkeypatch, extras=("?", "sheet", "h", ""), deals=3)
        assert max(len(line) for text in printed for line in text.splitlines()) <= 80


@pytest.mark.parametrize("knob", [{"layoff_on_gin": True}, {"last_discard": LastDiscard.KNOCK_ONLY}])
def test_a_person_who_plays_at_random(
    knob: dict[str, object], paper: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any legal way to play can be typed, odd layoffs, the 50th card and void deals included."""
    rules = presets.MODERN.replace(target=60, stock_floor=20, **knob)
    for seed in range(3):
        game = started(rules, seed, paper)
        played(game, RandomBot(random.Random(seed)), paper, monkeypatch)
        assert game.match.outcome is not None


def typed_into(ginrules: RunCommand, *lines: str, args: tuple[str, ...] = ()) -> str:
    """Return what is printed when these lines are typed, then leaving."""
    result = ginrules("play", "--seed", "3", "--name", "Anna", *args, typed="\n".join([*lines, "q", ""]))
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    return result.stdout


def test_a_beginning(ginrules: RunCommand) -> None:
    """The dealer is drawn for; then the position is shown, and what is typed is done."""
    shown = typed_into(ginrules, "p", "d", "1")
    for part in (
        "Anna against Greedy",
        "Classic gin rummy, seed 3.",
        "the lowest deals: Anna.",
        "Deal 1: you deal, upcard 6♠",
        "Greedy passed.",
        "Hand    J♦ J♥ J♠  loose A♣ 6♣ T♦ 8♥ T♥ 7♠ 9♠  (51 left)",
        "Pile    6♠     stock 31     knock with at most 10",
        "1 t take 6♠   2 p pass",
        "> p\n\nYou passed.",
        "Greedy drew a card, discarded K♣.",
        "You drew 5♠.",
        "Discard 1 T♦   2 T♥   3 9♠",
        "You discarded T♦.",
        "The match is left unfinished.",
    ):
        assert part in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("d", "One cannot draw from the stock now; it is time to take the upcard or pass."),
        ("7h", "One cannot discard now; it is time to take the upcard or pass."),
        ("zz", "'zz' is no move; expected a move of the list"),
        ("12", "12 is not in the list; expected 1 to 2."),
        ("k 7h", "One cannot knock now"),
        ("g", "One cannot declare big gin now"),
        ("undo", "'undo' is no move"),
        ("?", "A bot would pass."),
        ("h", "discard the seven of hearts"),
        ("sheet", "Nothing has been entered."),
        ("x" * 5000, "is too long for a move"),
    ],
)
def test_what_is_no_move_is_answered(ginrules: RunCommand, line: str, answer: str) -> None:
    """A mistake gets a sentence, and the question stands."""
    shown = typed_into(ginrules, line, "p")
    assert answer in " ".join(shown.split())
    assert "You passed." in shown


def test_the_card_just_taken_stays(ginrules: RunCommand) -> None:
    """What the rules refuse is refused in their own sentence, and another discard can follow."""
    shown = typed_into(ginrules, "t", "6s", "Kc", "k 9s", "g", "9s")
    told = " ".join(shown.split())
    for part in (
        "The 6s was just taken from the discard pile and may not go back this turn.",
        "The Kc is not in the hand.",
        "Without the 9s at least 48 is left in deadwood; the knock limit is 10.",
        "Big gin is not played at this table.",
        "You discarded 9♠.",
    ):
        assert part in told


@pytest.mark.parametrize("bot", ["greedy", "simple", "random"])
def test_bots(ginrules: RunCommand, bot: str) -> None:
    """Each bot can be played."""
    assert f"Anna against {bot.capitalize()}" in typed_into(ginrules, "p", args=("--bot", bot))


def test_a_seed_decides_everything(ginrules: RunCommand) -> None:
    """The same seed and moves give the same deal; without a seed it is told which one was taken."""
    assert typed_into(ginrules, "p", "d", "1") == typed_into(ginrules, "p", "d", "1")
    assert ", seed " in ginrules("play", typed="q\n").stdout


@pytest.mark.parametrize("name", ["Greedy", "greedy", "Åsa-大 [red]"])
def test_names(ginrules: RunCommand, name: str) -> None:
    """Any name will do, that of the bot too."""
    result = ginrules("play", "--name", name, "--seed", "1", typed="q\n")
    assert result.exit_code == 0
    assert f"{name} against Greedy" in result.stdout


@pytest.mark.parametrize("name", ["", " ", "A\nB", "x" * 41])
def test_names_that_will_not_do(ginrules: RunCommand, name: str) -> None:
    """A name that does not fit on a line of the sheet is refused."""
    result = ginrules("play", "--name", name, typed="q\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_end_of_input_leaves(ginrules: RunCommand) -> None:
    """The end of the input is taken for leaving."""
    result = ginrules("play", "--seed", "3", typed="p\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("The match is left unfinished.\n")


def test_forced_moves_are_made(paper: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only one move is legal it is made, and said."""
    printed = ""
    for seed in range(20):
        game = started(presets.CLASSIC.replace(target=1), seed, paper)
        printed += "".join(played(game, SimpleBot(random.Random(seed)), paper, monkeypatch))
        if "You can only show the hand." in printed and "You can only draw from the stock." in printed:
            return
    raise AssertionError(printed)


def test_a_match_to_its_end(ginrules: RunCommand, tmp_path: Path) -> None:
    """When the match is over nothing more is asked, and the record is whole."""
    file = tmp_path / "match.json"
    result = ginrules(
        "play", "--rules", "openspiel", "--seed", "1", "--save", str(file), typed="p\nd\n1\ns\n" * 100
    )
    assert result.exit_code == 0
    assert " wins the match." in result.stdout
    assert "The match is left unfinished." not in result.stdout
    match = replay(file.read_text(encoding="utf-8"))
    assert isinstance(match, Match)
    assert match.outcome is not None


def test_a_record_is_not_written_over(ginrules: RunCommand, tmp_path: Path) -> None:
    """A file that is there already, or a place that cannot be written to, is refused before anything is played."""
    file = tmp_path / "match.txt"
    file.write_text("mine", encoding="utf-8")
    for path in (file, tmp_path / "no" / "where"):
        result = ginrules("play", "--save", str(path), typed="q\n")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_disk_that_fails_on_the_way(
    ginrules: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the record cannot be saved the match goes on; at the end that is complained of."""

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "match.txt"
    lines = iter(["p", *["d", "1", "s"] * 100])

    def ask(question: str, out: Console) -> str:
        monkeypatch.setattr("pathlib.Path.replace", fail)
        return next(lines)

    monkeypatch.setattr(game_module, "ask", ask)
    result = ginrules("play", "--rules", "openspiel", "--seed", "1", "--save", str(file))
    assert result.exit_code == 2
    assert "The record is not saved: No space left on device." in result.stdout
    assert result.stderr == "error: No space left on device\n"
    assert isinstance(replay(file.read_text(encoding="utf-8")), Match)  # as it was at the beginning


def test_ctrl_c_keeps_the_record(ginrules: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C leaves with exit code 130; the record has the deal in progress."""

    def interrupt(question: str, out: Console) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(game_module, "ask", interrupt)
    file = tmp_path / "match.txt"
    result = ginrules("play", "--seed", "3", "--save", str(file))
    assert result.exit_code == 130
    assert read(file.read_text(encoding="utf-8")).open_deal is not None


def test_on_a_terminal_one_is_asked_where(
    ginrules: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal the record can be kept at the end; Enter, or the end of the input, is no."""
    monkeypatch.setattr("ginrules.cli.play.somebody_types", lambda: True)
    monkeypatch.chdir(tmp_path)
    file, taken = tmp_path / "match.txt", tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    shown = typed_into(ginrules, "p", "q", "taken", "no/where", "match.txt")
    assert "is there already; choose another name." in " ".join(shown.split())
    assert "No such file or directory." in " ".join(shown.split())
    assert read(file.read_text(encoding="utf-8")).open_deal is not None
    assert "The record is in" not in typed_into(ginrules, "p", "q", "")
    assert "The record is in" not in typed_into(ginrules, "p")


def test_equal_ranks_draw_again() -> None:
    """Who draws the same rank draws again; where chance decides no cards are drawn."""
    draws = [start_by_draw(presets.CLASSIC, ("Anna", "Bertil"), random.Random(seed))[1] for seed in range(60)]
    assert max(map(len, draws)) > 1
    assert all(first[0].rank == first[1].rank for first, *rest in draws if rest)
    match, drawn = start_by_draw(presets.EAAI, ("Anna", "Bertil"), random.Random(1))
    assert drawn == ()
    assert match.first_dealer is not None


def test_three_cannot_play_here(ginrules: RunCommand) -> None:
    """One plays against one bot; of rulesets for more the complaint says what there is instead."""
    result = ginrules("play", "--rules", "three-handed")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "three-handed is for 3 players" in result.stderr
    assert "score keeps its sheet" in result.stderr
