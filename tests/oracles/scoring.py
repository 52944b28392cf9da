"""Chapters 2 and 3 of the rulebook, restated naively, to check the library's scoring and match against.

Plain data only: a deal is its ending (``"knock"``, ``"gin"``, ``"big_gin"`` or ``"void"``), the seat that ended
it, and the deadwood of both seats; a house is a value of :class:`House`, whose fields are the rulebook's knobs
with the words of the rulebook. Each rule stands in the code once, in the order of the rulebook, so that reading it
is enough to believe it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class House:
    """The knobs of chapters 2 and 3; the defaults are those of the Norwegian and Finnish texts."""

    gin_bonus: int = 20
    undercut_bonus: int = 10
    big_gin_bonus: int = 31
    big_gin_boxes: int = 1
    tie: str = "undercut"  # or no_bonus, no_score
    half_box_when_void: bool = False
    target: int = 100
    game_bonus: int = 100
    box_bonus: int = 20
    winner: str = "first_to_target"  # or highest_total
    shutout: str = "flat"  # or double_total, double_points, none
    flat: int = 100
    boxes_count_at_once: bool = False
    next_dealer: str = "winner"  # or loser, alternate
    void_redeal: str = "same_dealer"  # or next_dealer


@dataclass(frozen=True)
class Deal:
    """What happened in a deal."""

    ending: str
    knocker: int | None
    deadwood: tuple[int, int]
    factor: int = 1


@dataclass(frozen=True)
class Price:
    """What a deal is worth: who won it, the points, and what each seat gets in half boxes."""

    winner: int | None
    points: int
    half_boxes: tuple[int, int]


def price(deal: Deal, house: House) -> Price:
    """Return the price of a deal by SCORE-01 to SCORE-06."""
    if deal.knocker is None:
        return Price(None, 0, _half_boxes_when_void(deal, house))
    defender = {0: 1, 1: 0}[deal.knocker]
    k, d = deal.deadwood[deal.knocker], deal.deadwood[defender]
    winner: int | None
    boxes = 1
    if deal.ending == "gin":  # SCORE-04
        winner, points = deal.knocker, d + house.gin_bonus
    elif deal.ending == "big_gin":  # SCORE-05, EXTRA-08
        winner, points, boxes = deal.knocker, d + house.big_gin_bonus, house.big_gin_boxes
    elif k < d:  # SCORE-01
        winner, points = deal.knocker, d - k
    elif d < k or house.tie == "undercut":  # SCORE-02, SCORE-03
        winner, points = defender, k - d + house.undercut_bonus
    elif house.tie == "no_bonus":
        winner, points = defender, 0
    else:
        return Price(None, 0, (0, 0))
    half_boxes = {0: (2 * boxes, 0), 1: (0, 2 * boxes)}[winner]
    return Price(winner, points * deal.factor, half_boxes)


def _half_boxes_when_void(deal: Deal, house: House) -> tuple[int, int]:
    first, second = deal.deadwood
    if not house.half_box_when_void or first == second:
        return (0, 0)
    return (1, 0) if first < second else (0, 1)


@dataclass(frozen=True)
class End:
    """How a match ended."""

    winner: int
    totals: tuple[int, int]
    net: tuple[int, int]


@dataclass(frozen=True)
class Evening:
    """A match as far as it got: how many of the deals it took, what stands on the sheet, and how it ended."""

    deals: int
    points: tuple[int, int]
    half_boxes: tuple[int, int]
    dealers: tuple[int, ...]
    """Who dealt each of the deals."""
    end: End | None


def play(deals: list[Deal], house: House, first_dealer: int) -> Evening:
    """Return what becomes of a match in which the deals end so, until it is over or there are no more."""
    points, half_boxes = [0, 0], [0, 0]
    dealer, dealers = first_dealer, list[int]()
    for deal in deals:
        dealers.append(dealer)
        worth = price(deal, house)
        for seat in (0, 1):
            half_boxes[seat] += worth.half_boxes[seat]
            if worth.winner == seat:
                points[seat] += worth.points
        dealer = _next_dealer(dealer, deal, worth, house)
        first = _reached(points, half_boxes, house)
        if first is not None:
            return _evening(points, half_boxes, dealers, settle(points, half_boxes, first, house))
    return _evening(points, half_boxes, dealers, None)


def _evening(points: list[int], half_boxes: list[int], dealers: list[int], end: End | None) -> Evening:
    return Evening(len(dealers), (points[0], points[1]), (half_boxes[0], half_boxes[1]), tuple(dealers), end)


def _next_dealer(dealer: int, deal: Deal, worth: Price, house: House) -> int:
    """MATCH-08, CORE-17, SCORE-03."""
    if deal.ending == "void":
        return dealer if house.void_redeal == "same_dealer" else 1 - dealer
    if worth.winner is None:
        return dealer
    return {"winner": worth.winner, "loser": 1 - worth.winner, "alternate": 1 - dealer}[house.next_dealer]


def _paid(half_boxes: int, house: House) -> int:
    """MATCH-04, CORE-17."""
    return house.box_bonus * half_boxes // 2


def _reached(points: list[int], half_boxes: list[int], house: House) -> int | None:
    """MATCH-01. Two cannot reach the target at once in a match of two: a deal has one winner."""
    for seat in (0, 1):
        at_once = _paid(half_boxes[seat], house) if house.boxes_count_at_once else 0
        if points[seat] + at_once >= house.target:
            return seat
    return None


def settle(points: list[int], half_boxes: list[int], first: int, house: House, *, resigned: bool = False) -> End:
    """Return the end of a match that *first* has brought to the target, or that was left to him."""
    totals = [points[seat] + _paid(half_boxes[seat], house) for seat in (0, 1)]  # MATCH-04
    totals[first] += house.game_bonus  # MATCH-03
    winner = first  # MATCH-02, MATCH-10
    if house.winner == "highest_total" and not resigned and totals[1 - first] > totals[first]:
        winner = 1 - first
    if points[1 - winner] == 0:  # MATCH-05
        if house.shutout == "flat":
            totals[winner] += house.flat
        if house.shutout == "double_total":
            totals[winner] *= 2
        if house.shutout == "double_points":
            totals[winner] += points[winner]
    net = totals[0] - totals[1]  # MATCH-06
    return End(winner, (totals[0], totals[1]), (net, -net))
