import copy
import pickle

import attrs
import pytest

from ginrules import DealResult, Ending, Match, MatchError, RulesError, presets
from ginrules.seating import NextDealer, TwoPlayers
from ginrules.series import Series, SeriesOutcome

NAMES = ("Anna", "Bertil")


def gin(by: int) -> DealResult:
    """Return gin that ends a match to a hundred at once."""
    return DealResult(ending=Ending.GIN, knocker=by, deadwood=(0, 90) if by == 0 else (90, 0))


def begun(matches: int | None = 3, *, grand_total: int | None = None) -> Series:
    """Return a series of classic matches."""
    return Series.start(presets.CLASSIC, names=NAMES, matches=matches, grand_total=grand_total, dealer=0)


@pytest.mark.parametrize(
    ("matches", "grand_total", "clashes"),
    [
        (None, None, ["a series ends after a number of matches or at a grand total; expected one of the two"]),
        (3, 500, ["a series ends after a number of matches or at a grand total; expected one of the two"]),
        (0, None, ["matches is 0; expected a whole number, 1 or more"]),
        (None, -5, ["grand_total is -5; expected a whole number, 1 or more"]),
        (True, None, ["matches is True; expected a whole number, 1 or more"]),
        (
            2.5,
            0,
            [
                "matches is 2.5; expected a whole number, 1 or more",
                "grand_total is 0; expected a whole number, 1 or more",
                "a series ends after a number of matches or at a grand total; expected one of the two",
            ],
        ),
    ],
)
def test_impossible_ends(matches: object, grand_total: object, clashes: list[str]) -> None:
    """A series needs exactly one end, a whole number; every clash is named."""
    with pytest.raises(RulesError) as caught:
        Series.start(presets.CLASSIC, names=NAMES, matches=matches, grand_total=grand_total)  # type: ignore[arg-type]
    assert list(caught.value.clashes) == clashes


def test_impossible_names_and_dealers() -> None:
    """Names and dealer are checked as those of a match."""
    with pytest.raises(MatchError, match="3 names for 2 players"):
        Series.start(presets.CLASSIC, names=("A", "B", "C"), matches=1)
    with pytest.raises(MatchError, match="dealer is 2; expected 0 to 1"):
        Series.start(presets.CLASSIC, names=NAMES, matches=1, dealer=2)


def test_a_new_series() -> None:
    """Nothing has been won yet, and the first match has begun."""
    series = begun()
    assert (series.net, series.matches_won, series.finished, series.outcome) == ((0, 0), (0, 0), (), None)
    assert series.match == Match.start(presets.CLASSIC, names=NAMES, dealer=0)


def test_misuse_of_a_series() -> None:
    """A match that is not finished or of other rules, or players, and one too many, are refused."""
    series = begun(1)
    with pytest.raises(MatchError, match="the match is not finished"):
        series.enter(series.match)
    loser_deals = TwoPlayers(next_dealer=NextDealer.LOSER)
    for other in (
        Match.start(presets.MODERN, names=NAMES, dealer=0),
        Match.start(presets.CLASSIC, names=("Anna", "Carl"), dealer=0),
        Match.start(presets.CLASSIC.replace(seating=loser_deals), names=NAMES, dealer=0),
    ):
        with pytest.raises(MatchError, match="the match has other rules or players than the series"):
            series.enter(other.resign(0))
    over = series.enter(series.match.enter(gin(0)))
    with pytest.raises(MatchError, match="the series is over, so no match is entered any more"):
        over.enter(series.match.enter(gin(0)))


def test_the_last_match_stays() -> None:
    """When the series is over, its match is the last one, finished."""
    series = begun(1)
    last = series.match.enter(gin(1))
    over = series.enter(last)
    assert over.match == last
    assert over.outcome == SeriesOutcome(names=NAMES, winner=1, matches_won=(0, 1), net=(-330, 330))


def test_a_seating_of_its_own_is_kept() -> None:
    """Every match of the series has the seating of its rules; in partnerships the losing side deals the next."""
    four = presets.PARTNERSHIP.replace(target=30)
    series = Series.start(four, names=("Anna", "Bertil", "Cilla", "David"), matches=2, dealer=0)
    series = series.enter(series.match.enter(gin(0), table=0).enter(gin(0), table=1))
    assert series.match.seating == four.seating
    assert (series.matches_won, series.match.first_dealer) == ((1, 0), 1)


def test_a_match_given_up_before_the_draw() -> None:
    """Without a first dealer the next match draws for it where they take turns, and the winner deals elsewhere."""
    for next_dealer, dealer in ((NextDealer.ALTERNATE, None), (NextDealer.WINNER, 1), (NextDealer.LOSER, 0)):
        played = presets.CLASSIC.replace(next_dealer=next_dealer)
        series = Series.start(played, names=NAMES, matches=2)
        assert series.enter(series.match.resign(0)).match.first_dealer == dealer


@pytest.mark.parametrize("matches", [0, 1, 2, 3])
def test_copies_are_equal(matches: int) -> None:
    """What comes out of pickle and copy is the series, and what repr shows of its outcome is that."""
    series = begun()
    for number in range(matches):
        series = series.enter(series.match.enter(gin(number % 2)))
    assert pickle.loads(pickle.dumps(series)) == series  # noqa: S301  our own bytes
    assert copy.deepcopy(series) == series
    outcome = series.outcome
    assert (outcome is not None) == (matches == 3)
    assert eval(repr(outcome), {"SeriesOutcome": SeriesOutcome}) == outcome  # noqa: S307  our own text


def test_a_series_never_changes() -> None:
    """Entering a match makes another series."""
    series = begun()
    then = series.enter(series.match.enter(gin(0)))
    assert series.finished == ()
    assert len(then.finished) == 1
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        series.matches = 9  # type: ignore[misc]
