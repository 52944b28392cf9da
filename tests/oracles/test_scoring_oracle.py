"""The scoring oracle against the worked examples of the rulebook, so that it is believed for a reason."""

import pytest

from oracles.scoring import Deal, End, House, Price, play, price, settle

CLASSIC = House()
MODERN = House(gin_bonus=25, undercut_bonus=25, box_bonus=25, shutout="double_total", next_dealer="loser")
VOID = Deal("void", None, (3, 30))


def knock(by: int, own: int, other: int) -> Deal:
    """Return a knock of a seat."""
    return Deal("knock", by, (own, other) if by == 0 else (other, own))


@pytest.mark.parametrize(
    ("deal", "classic", "modern"),
    [
        (knock(0, 7, 18), (0, 11), (0, 11)),
        (knock(1, 7, 18), (1, 11), (1, 11)),
        (knock(0, 8, 8), (1, 10), (1, 25)),
        (knock(0, 8, 5), (1, 13), (1, 28)),
        (Deal("gin", 0, (0, 23)), (0, 43), (0, 48)),
        (Deal("gin", 1, (0, 0)), (1, 20), (1, 25)),
        (Deal("big_gin", 0, (0, 23)), (0, 54), (0, 54)),
        (VOID, (None, 0), (None, 0)),
    ],
)
def test_prices(deal: Deal, classic: tuple[int | None, int], modern: tuple[int | None, int]) -> None:
    """The examples of chapter 10."""
    for house, (winner, points) in ((CLASSIC, classic), (MODERN, modern)):
        half_boxes = (2 * (winner == 0), 2 * (winner == 1))
        assert price(deal, house) == Price(winner, points, half_boxes)


def test_prices_of_house_rules() -> None:
    """Each of the rarer knobs, once."""
    assert price(knock(0, 8, 8), House(tie="no_bonus")) == Price(1, 0, (0, 2))
    assert price(knock(0, 8, 8), House(tie="no_score")) == Price(None, 0, (0, 0))
    assert price(VOID, House(half_box_when_void=True)) == Price(None, 0, (1, 0))
    assert price(Deal("void", None, (4, 4)), House(half_box_when_void=True)) == Price(None, 0, (0, 0))
    assert price(Deal("big_gin", 1, (9, 0)), House(big_gin_boxes=3)) == Price(1, 40, (0, 6))
    assert price(Deal("knock", 0, (7, 18), factor=2), CLASSIC) == Price(0, 22, (2, 0))


@pytest.mark.parametrize(
    ("house", "bertil", "end"),
    [
        (MODERN, True, End(0, (362, 91), (271, -271))),
        (CLASSIC, True, End(0, (332, 81), (251, -251))),
        (MODERN, False, End(0, (724, 0), (724, -724))),
        (CLASSIC, False, End(0, (432, 0), (432, -432))),
        (House(box_bonus=25, shutout="double_points"), False, End(0, (474, 0), (474, -474))),
        (House(box_bonus=25, shutout="none"), False, End(0, (362, 0), (362, -362))),
    ],
)
def test_anna_and_bertil(house: House, bertil: bool, end: End) -> None:  # noqa: FBT001
    """Example 7: 112 points in six deals against 41 in two, or against nothing."""
    deals = [knock(1, 0, 20), knock(1, 0, 21)] if bertil else []
    deals += [knock(0, 0, points) for points in (20, 20, 20, 20, 12, 20)]
    evening = play(deals, house, 0)
    assert evening.points == (112, 41 if bertil else 0)
    assert evening.end == end
    assert play(deals[:-1], house, 0).end is None


def test_dealers() -> None:
    """Winner, loser or the other one; the same after a void deal, or the other one."""
    deals = [knock(0, 1, 9), VOID, knock(1, 1, 9), VOID]
    assert play(deals, House(), 1).dealers == (1, 0, 0, 1)
    assert play(deals, House(next_dealer="loser"), 1).dealers == (1, 1, 1, 0)
    assert play(deals, House(next_dealer="alternate"), 1).dealers == (1, 0, 0, 1)
    assert play(deals, House(void_redeal="next_dealer"), 1).dealers == (1, 0, 1, 1)


def test_ends_by_house_rules() -> None:
    """Boxes counted at once, the highest total, and a match given up."""
    deals = [knock(0, 0, 40), knock(0, 0, 40)]
    assert play(deals, CLASSIC, 0).end is None
    assert play(deals, House(boxes_count_at_once=True), 0).end == End(0, (320, 0), (320, -320))
    highest = House(winner="highest_total")
    assert settle([100, 90], [2, 30], 0, highest) == End(1, (220, 390), (-170, 170))
    assert settle([100, 90], [2, 30], 0, CLASSIC) == End(0, (220, 390), (-170, 170))
    assert settle([100, 90], [2, 30], 0, highest, resigned=True).winner == 0
