"""What a deal is worth: the difference, a bonus, what doubles them, and the boxes."""

from collections.abc import Iterator
from enum import Enum
from types import NoneType
from typing import Final, assert_never, final

import attrs

from ginrules.cards import Card, Rank, Suit
from ginrules.errors import ResultError, RulesError
from ginrules.results import DealResult, Ending, Seat, is_whole
from ginrules.scoring.policy import HALVES, DealScore, ScoreLine, total


class Tie(Enum):
    """What it means that a knock leaves both with the same. Rule: SCORE-03."""

    UNDERCUT = "undercut"
    """An undercut: the defender scores the bonus alone."""
    NO_BONUS = "no_bonus"
    """The defender wins the deal, box included, with no points."""
    NO_SCORE = "no_score"
    """Nobody wins the deal, and the same dealer deals again."""


class VoidAward(Enum):
    """What a void deal brings. Rule: CORE-17."""

    HALF_BOX_TO_LOWEST = "half_box_to_lowest"
    """Half a box to whoever was left with less, and no points; nothing to anybody if both have the same."""


class UpcardLimit(Enum):
    """What an ace as the upcard means, where the upcard sets the knock limit. Rules: OKLA-01, OKLA-02."""

    ACE_GIN_ONLY = "gin_only"
    """Only gin or big gin ends the deal."""
    ACE_ONE = "one"
    """The limit is 1."""


class SpadeDoubles(Enum):
    """What doubles when the upcard is a spade. Rules: OKLA-03, OKLA-04."""

    ALL = "all"
    """Points and boxes."""
    POINTS = "points"
    """Points only."""


_SPADE_FACTOR: Final = 2
_NO_SCORE: Final = DealScore()
_CHOICES: Final[dict[type, str]] = {NoneType: "None", bool: "True or False"}


@final
@attrs.frozen(kw_only=True)
class Pricing:
    """The price of a deal. Rules: SCORE-01 to SCORE-07, OKLA-01 to OKLA-04, EXTRA-08.

    The difference and the bonus are added up; a spade as the upcard doubles them, where it does, and then the
    factor that the deal was agreed to count multiplies them. Boxes know the spade, not the factor.

    Raises:
        RulesError: knobs that are impossible, every one named.

    >>> score = Pricing(gin_bonus=25).price(DealResult(ending=Ending.GIN, knocker=0, deadwood=(0, 23)))
    >>> score.points, [(line.label, line.points) for line in score.lines]
    (48, [('difference', 23), ('gin bonus', 25)])
    """

    gin_bonus: int = 20
    """Rule: SCORE-04."""
    undercut_bonus: int = 10
    """Rule: SCORE-02."""
    big_gin_bonus: int | None = None
    """None where big gin is not known and cannot be declared. Rules: CORE-14, SCORE-05."""
    big_gin_boxes: int = 1
    """How many boxes big gin counts. Rule: EXTRA-08."""
    tie: Tie = attrs.field(default=Tie.UNDERCUT, repr=str)
    """Rule: SCORE-03."""
    void_award: VoidAward | None = attrs.field(default=None, repr=str)
    """Rules: CORE-17, SCORE-06."""
    refusal_points: int | None = None
    """What a refused double brings besides the difference; None where one does not double. Rule: EXTRA-06."""
    upcard_limit: UpcardLimit | None = attrs.field(default=None, repr=str)
    """Whether the upcard sets the knock limit, and what an ace means then. Rules: OKLA-01, OKLA-02."""
    spade_doubles: SpadeDoubles | None = attrs.field(default=None, repr=str)
    """Whether a spade as the upcard doubles the deal. Rules: OKLA-03, OKLA-04."""

    def __attrs_post_init__(self) -> None:
        """Refuse what is no price, naming every clash."""
        clashes = tuple(_clashes(self))
        if clashes:
            raise RulesError(clashes)

    @property
    def plays_big_gin(self) -> bool:
        """Whether big gin may be declared. Rule: CORE-14."""
        return self.big_gin_bonus is not None

    @property
    def needs_void_deadwood(self) -> bool:
        """Whether a void deal is priced by what each was left with. Rule: CORE-17."""
        return self.void_award is not None

    def knock_limit(self, upcard: Card | None) -> int | None:
        """Return the knock limit that an upcard sets; None where it sets none. Rules: OKLA-01, OKLA-02.

        A limit of 0 asks for gin.

        >>> oklahoma = Pricing(upcard_limit=UpcardLimit.ACE_GIN_ONLY)
        >>> [oklahoma.knock_limit(Card.parse(text)) for text in ("7h", "Kd", "As")]
        [7, 10, 0]
        """
        if self.upcard_limit is None or upcard is None:
            return None
        if upcard.rank is Rank.ACE and self.upcard_limit is UpcardLimit.ACE_GIN_ONLY:
            return 0
        return upcard.rank.pips

    def factor(self, upcard: Card | None) -> int:
        """Return what an upcard multiplies the points by; 1 where it does not or is not known. Rule: OKLA-03."""
        spade = upcard is not None and upcard.suit is Suit.SPADES
        return _SPADE_FACTOR if spade and self.spade_doubles is not None else 1

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return the names of the facts that the price still needs, of ``upcard`` and ``deadwood``."""
        if result.ending is Ending.VOID:
            return ("deadwood",) if self.needs_void_deadwood and result.deadwood is None else ()
        if result.ending is Ending.REFUSED and self.refusal_points is not None and result.deadwood is None:
            return ("deadwood",)
        return ("upcard",) if self.spade_doubles is not None and result.upcard is None else ()

    def price(self, result: DealResult) -> DealScore:
        """Return what the deal is worth, itemised. Rules: SCORE-01 to SCORE-07.

        Raises:
            ResultError: facts are missing, or the ruleset does not know such an ending.

        >>> Pricing().price(DealResult(ending=Ending.KNOCK, knocker=0, deadwood=(8, 5))).points
        13
        """
        missing = self.missing_facts(result)
        if missing:
            raise ResultError([f"to price {result.ending.words}, {name} has to be told" for name in missing])
        match result.ending:
            case Ending.KNOCK:
                return self._knock(result)
            case Ending.GIN:
                return self._won_by_knocker(result, bonus=ScoreLine("gin bonus", self.gin_bonus))
            case Ending.BIG_GIN:
                return self._big_gin(result)
            case Ending.VOID:
                return self._void(result)
            case Ending.REFUSED:
                return self._refused(result)
            case _:
                assert_never(result.ending)

    def describe(self) -> tuple[str, ...]:
        """Return the prices in plain sentences, each with the IDs of its rules."""
        return tuple(_describe(self))

    def _knock(self, result: DealResult) -> DealScore:
        knocker, defender, k, d = _sides(result)
        if k < d:
            return self._score(result, knocker, [ScoreLine("difference", d - k)])
        if k > d or self.tie is Tie.UNDERCUT:
            lines = [ScoreLine("difference", k - d), ScoreLine("undercut bonus", self.undercut_bonus)]
            return self._score(result, defender, lines)
        if self.tie is Tie.NO_BONUS:
            return self._score(result, defender, [ScoreLine("difference", 0)])
        return attrs.evolve(_NO_SCORE, ending=result.ending)

    def _big_gin(self, result: DealResult) -> DealScore:
        if self.big_gin_bonus is None:
            raise ResultError(["big gin has no price here: it is not played; enter it as gin"])
        bonus = ScoreLine("big gin bonus", self.big_gin_bonus)
        return self._won_by_knocker(result, bonus=bonus, boxes=self.big_gin_boxes)

    def _refused(self, result: DealResult) -> DealScore:
        """Price a refused double, by the factor before it; never an undercut. Rule: EXTRA-06."""
        if self.refusal_points is None:
            raise ResultError(["a refused double has no price here: doubling is not played"])
        doubler, _, k, d = _sides(result)
        lines = [ScoreLine("difference", max(0, d - k)), ScoreLine("refused double", self.refusal_points)]
        return self._score(result, doubler, lines)

    def _won_by_knocker(self, result: DealResult, *, bonus: ScoreLine, boxes: int = 1) -> DealScore:
        knocker, _, k, d = _sides(result)
        return self._score(result, knocker, [ScoreLine("difference", d - k), bonus], boxes=boxes)

    def _void(self, result: DealResult) -> DealScore:
        half_boxes = (0, 0)
        if self.void_award is VoidAward.HALF_BOX_TO_LOWEST and result.deadwood is not None:
            first, second = result.deadwood
            half_boxes = (int(first < second), int(second < first))
        return DealScore(half_boxes=half_boxes, ending=result.ending)

    def _score(self, result: DealResult, winner: Seat, lines: list[ScoreLine], *, boxes: int = 1) -> DealScore:
        """Add what doubles the deal, and count the boxes."""
        by_upcard = self.factor(result.upcard)
        if by_upcard > 1:
            lines = [*lines, ScoreLine("doubled by the spade", total(lines) * (by_upcard - 1))]
        if result.factor > 1:
            lines = [*lines, ScoreLine(f"times {result.factor}", total(lines) * (result.factor - 1))]
        half_boxes = boxes * HALVES * (by_upcard if self.spade_doubles is SpadeDoubles.ALL else 1)
        return DealScore(
            winner=winner,
            points=total(lines),
            lines=tuple(lines),
            half_boxes=(half_boxes, 0) if winner == 0 else (0, half_boxes),
            ending=result.ending,
            blocked=result.blocks,
        )


def _sides(result: DealResult) -> tuple[Seat, Seat, int, int]:
    """Return knocker, defender, and the deadwood of each."""
    assert result.knocker is not None  # noqa: S101  a result that cannot be is refused when it is made
    assert result.deadwood is not None  # noqa: S101
    defender = Seat(1 - result.knocker)
    return result.knocker, defender, result.deadwood[result.knocker], result.deadwood[defender]


def _clashes(pricing: Pricing) -> Iterator[str]:
    for name in ("gin_bonus", "undercut_bonus", "big_gin_bonus", "refusal_points"):
        bonus: object = getattr(pricing, name)
        if not is_whole(bonus) and not (name in {"big_gin_bonus", "refusal_points"} and bonus is None):
            yield f"{name} is {bonus!r}; expected points, 0 or more"
    if not is_whole(pricing.big_gin_boxes, least=1):
        yield f"big_gin_boxes is {pricing.big_gin_boxes!r}; expected a whole number, 1 or more"
    elif pricing.big_gin_boxes > 1 and pricing.big_gin_bonus is None:
        yield "big_gin_boxes needs a big_gin_bonus: big gin is not played"
    yield from wrong_kinds(
        tie=(pricing.tie, (Tie,)),
        void_award=(pricing.void_award, (VoidAward, NoneType)),
        upcard_limit=(pricing.upcard_limit, (UpcardLimit, NoneType)),
        spade_doubles=(pricing.spade_doubles, (SpadeDoubles, NoneType)),
    )


def wrong_kinds(**knobs: tuple[object, tuple[type, ...]]) -> Iterator[str]:
    """Yield a sentence for each knob whose value is of none of its kinds."""
    for name, (value, kinds) in knobs.items():
        if not isinstance(value, kinds):
            yield f"{name} is {value!r}; expected {', or '.join(map(_choice, kinds))}"


def _choice(kind: type) -> str:
    """Return how a value of this kind is written."""
    written = _CHOICES.get(kind, f"{kind.__name__}()")
    if issubclass(kind, Enum):
        written = ", ".join(f"{kind.__name__}.{name}" for name in kind.__members__)
    return written


def _describe(pricing: Pricing) -> Iterator[str]:
    yield "A knock with less than the defender scores the difference. (SCORE-01)"
    yield f"An undercut scores the defender the difference and {pricing.undercut_bonus}. (SCORE-02)"
    yield {
        Tie.UNDERCUT: "If both are left with the same, it is an undercut. (SCORE-03)",
        Tie.NO_BONUS: "If both are left with the same, the defender wins the deal with no points. (SCORE-03)",
        Tie.NO_SCORE: "If both are left with the same, nobody wins the deal. (SCORE-03)",
    }[pricing.tie]
    yield f"Gin scores what the defender is left with and {pricing.gin_bonus}. (SCORE-04)"
    if pricing.big_gin_bonus is None:
        yield "Big gin is not played. (CORE-14)"
    else:
        counts = f", and counts {pricing.big_gin_boxes} boxes" if pricing.big_gin_boxes > 1 else ""
        yield f"Big gin scores what the defender is left with and {pricing.big_gin_bonus}{counts}. (SCORE-05)"
    if pricing.void_award is None:
        yield "A void deal scores nothing. (SCORE-06)"
    else:
        yield "A void deal gives half a box to whoever is left with less. (CORE-17, SCORE-06)"
    if pricing.refusal_points is not None:
        yield (
            f"A refused double scores the doubler {pricing.refusal_points} and what the other has more, times the"
            " factor before it. (EXTRA-06)"
        )
    if pricing.upcard_limit is not None:
        ace = "an ace asks for gin" if pricing.upcard_limit is UpcardLimit.ACE_GIN_ONLY else "an ace is 1"
        yield f"The upcard sets the knock limit: its number, court cards 10, {ace}. (OKLA-01, OKLA-02)"
    if pricing.spade_doubles is not None:
        what = "points and boxes" if pricing.spade_doubles is SpadeDoubles.ALL else "points"
        yield f"A spade as the upcard doubles the {what} of the deal. (OKLA-03, OKLA-04)"
