"""What a score keeper writes, and the result that it stands for."""

import pytest

from ginrules import Card, Suit, presets
from ginrules.cli.entries import EntryError, complete, find_name, read_entry
from ginrules.match import Match
from ginrules.results import DealResult, Ending
from ginrules.scoring import ColorGinScoring, SpadeDoubles, UpcardLimit, VoidAward

MATCH = Match.start(presets.MODERN, names=("Anna", "Bertil"), dealer=0)
OKLAHOMA = presets.MODERN.replace(upcard_limit=UpcardLimit.ACE_ONE, spade_doubles=SpadeDoubles.ALL)


def entered(text: str, match: Match = MATCH) -> DealResult:
    """Return the result of an entry that lacks nothing."""
    return complete(read_entry(text), match, None)[0]


def knock(by: int, first: int, second: int) -> DealResult:
    """Return a knock, with the deadwood of Anna and of Bertil."""
    return DealResult(ending=Ending.KNOCK, knocker=by, deadwood=(first, second))


@pytest.mark.parametrize(
    "text",
    [
        "anna knock 7 18",
        "Anna knocks 7-18",
        "  ANNA   knocked 7 to 18 ",
        "an knock 7, 18",
        "a knock 7/18",
        "anna knock 7:18",
    ],
)
def test_knock(text: str) -> None:
    """The knocker's deadwood comes first, whatever parts the numbers."""
    assert entered(text) == knock(0, 7, 18)


def test_knocker_comes_first() -> None:
    """The numbers of an entry go by who knocked; those of a result by seat."""
    assert entered("bertil knock 7 18") == knock(1, 18, 7)


@pytest.mark.parametrize("text", ["bertil gin 23", "Bertil gin against 23", "b gin 23"])
def test_gin(text: str) -> None:
    """Gin needs what the other was left with."""
    assert entered(text) == DealResult(ending=Ending.GIN, knocker=1, deadwood=(23, 0))


@pytest.mark.parametrize("text", ["anna big gin 31", "anna biggin 31", "anna Big  Gin 31"])
def test_big_gin(text: str) -> None:
    """Big gin is two words or one."""
    assert entered(text) == DealResult(ending=Ending.BIG_GIN, knocker=0, deadwood=(0, 31))


def test_refused_double() -> None:
    """Who doubled comes first, then what both held."""
    refused = DealResult(ending=Ending.REFUSED, knocker=1, deadwood=(18, 7))
    assert entered("bertil double refused 7 18") == refused
    assert asked(["bert", "7", "18"], "double refused")[0] == refused


def test_void() -> None:
    """A void deal needs nothing, and may have the deadwood of both."""
    assert entered("void") == DealResult(ending=Ending.VOID)
    assert entered("VOID 12 30") == DealResult(ending=Ending.VOID, deadwood=(12, 30))


def test_facts_of_variants() -> None:
    """Upcard, blocked suits and factor can follow the numbers."""
    assert entered("anna knock 7 18 upcard 7s").upcard is Card.parse("7s")
    assert entered("anna gin 18 blocked=hd factor 2").blocked == (Suit.DIAMONDS, Suit.HEARTS)
    assert entered("anna gin 18 blocked hearts,spades").blocked == (Suit.HEARTS, Suit.SPADES)
    assert entered("anna gin 18 blocked -").blocked == ()
    assert entered("anna gin 18 factor 4").factor == 4


def test_players_may_be_called_like_words() -> None:
    """A name that is a word of the entries is still a name."""
    match = Match.start(presets.CLASSIC, names=("Gin", "Big gin"), dealer=0)
    assert entered("gin gin 23", match).knocker == 0
    assert entered("big gin gin 23", match).knocker == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no entry"),
        ("anna", "no entry"),
        ("anna knock seven 18", "no entry"),
        ("anna knock 7 18 9", "takes two numbers"),
        ("anna gin 7 18", "takes one number"),
        ("void 3", "no number, or the deadwood of both"),
        ("clara knock 7 18", "'clara' is no player; expected Anna or Bertil"),
        ("knock 7 18", "Who ended the deal, Anna or Bertil is not said"),
        ("anna knock 7", "Bertil's deadwood, after layoffs is not said"),
        ("anna knock 7 1000", "'1000' is no deadwood; expected 0 to 100"),
        ("anna knock 99999 7", "no entry"),
        ("anna gin 18 upcard 1x", "expected"),
        ("anna gin 18 factor 0", "no factor"),
        ("anna gin 18 blocked xyz", "no suits"),
        ("x" * 500, "no entry"),
        ("anna knock 7 18 " + "upcard 7s " * 100, "no entry"),
    ],
)
def test_bad_entries(text: str, complaint: str) -> None:
    """What cannot be entered is refused with what would be right."""
    with pytest.raises(ValueError, match=complaint.replace("(", r"\(")):
        entered(text)


def test_names() -> None:
    """A name is found by how it begins, in either case; the whole name comes before longer ones."""
    assert find_name("BERT", ("Anna", "Bertil")) == 1
    assert find_name("ann", ("Ann", "Anna")) == 0
    assert find_name("Åsa", ("åsa", "Östen")) == 0
    with pytest.raises(EntryError, match="could be several"):
        find_name("an", ("Ann", "Anna"))
    with pytest.raises(EntryError, match="is no player"):
        find_name("", ("Ann", "Anna"))


def asked(answers: list[str], text: str, match: Match = MATCH) -> tuple[DealResult, list[str]]:
    """Return the result of an entry after these answers, and the questions."""
    questions: list[str] = []

    def ask(question: str) -> str:
        questions.append(question)
        return answers.pop(0)

    return complete(read_entry(text), match, ask)[0], questions


def test_what_is_missing_is_asked_for() -> None:
    """Who, and the deadwood of both, are asked for in this order; a bad answer is asked for again."""
    result, questions = asked(["bert", "7", "x", "18"], "knock")
    assert result == knock(1, 18, 7)
    assert questions[:3] == [
        "Who ended the deal, Anna or Bertil?",
        "Bertil's deadwood?",
        "Anna's deadwood, after layoffs?",
    ]
    assert "'x' is no deadwood" in questions[3]


def test_facts_of_variants_are_asked_for() -> None:
    """What the rules still have to be told is asked for by name."""
    oklahoma = Match.start(OKLAHOMA, names=("Anna", "Bertil"), dealer=0)
    result, questions = asked(["zz", "7s"], "anna knock 7 18", oklahoma)
    assert result.upcard is Card.parse("7s")
    assert questions[0] == "Which card was turned up?"
    color = Match.start(presets.CLASSIC.replace(scoring=ColorGinScoring()), names=("Anna", "Bertil"), dealer=0)
    result, questions = asked(["xyz", "h d"], "anna knock 7 18", color)
    assert result.blocked == (Suit.DIAMONDS, Suit.HEARTS)
    assert questions[0].startswith("Which suits does the knocker's spread block")
    award = presets.CLASSIC.replace(void_award=VoidAward.HALF_BOX_TO_LOWEST)
    result, questions = asked(["20", "30"], "void", Match.start(award, names=("Anna", "Bertil"), dealer=0))
    assert result.deadwood == (20, 30)
    assert questions == ["Anna's deadwood?", "Bertil's deadwood?"]


def test_no_answer_drops_the_entry() -> None:
    """An empty answer gives the entry up."""
    with pytest.raises(EntryError, match="nothing was entered"):
        asked([""], "anna knock 7")


def test_nothing_is_entered_after_the_end() -> None:
    """When the match is over the complaint says how to go on."""
    over = MATCH.enter(DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 90)))
    with pytest.raises(EntryError, match="undo takes the last entry back"):
        entered("anna gin 3", over)
