"""Chapter 8, what can be laid and built: the solver's answers by rule."""

import pytest

from ginrules.contract import Contract, Hand, Rules, parse_melds, solver


@pytest.mark.rule("SVENSK-04")
def test_two_of_a_kind_make_a_set_with_a_third_but_no_run() -> None:
    """Two queens of hearts and one of spades are a set; a run has no card twice."""
    assert solver.can_lay(Hand.parse("Qh Qh Qs"), Contract.parse("1 set"))
    assert not solver.can_lay(Hand.parse("5h 6h 6h 7h"), Contract.parse("1 run"))


@pytest.mark.rule("SVENSK-05")
def test_a_meld_has_a_natural_card() -> None:
    """Jokers alone are no meld."""
    assert not solver.can_lay(Hand.parse("* * * *"), Contract.parse("1 set"))
    assert solver.can_lay(Hand.parse("Qh * *"), Contract.parse("1 set"))
    assert not solver.can_lay(Hand.parse("Qh * *"), Contract.parse("1 set"), rules=Rules(min_naturals=2))


@pytest.mark.rule("SVENSK-06")
def test_an_ace_is_low_or_high_not_both() -> None:
    """A run ends at its ace."""
    one_run = Contract.parse("1 run")
    assert solver.can_lay(Hand.parse("As 2s 3s 4s"), one_run)
    assert solver.can_lay(Hand.parse("Js Qs Ks As"), one_run)
    assert not solver.can_lay(Hand.parse("Qs Ks As 2s"), one_run)


@pytest.mark.rule("SVENSK-08")
def test_adjoining_runs_are_one() -> None:
    """Two to five and six to nine of a suit fill one place, two to five and five to eight two."""
    two_runs = Contract.parse("2 runs")
    assert solver.missing(Hand.parse("2h 3h 4h 5h 6h 7h 8h 9h"), two_runs) == 1
    assert solver.can_lay(Hand.parse("2h 3h 4h 5h 5h 6h 7h 8h"), two_runs)
    assert solver.can_lay(Hand.parse("Qh Qh Qs Qd Qd Qs"), Contract.parse("2 sets"))


@pytest.mark.rule("SVENSK-09")
def test_building_lets_runs_touch() -> None:
    """Building never merges melds: what may not be laid as two runs may come to be them."""
    hand = Hand.parse("2h 3h 4h 5h 6h 7h 8h 9h Th Kc")
    two_runs = Contract.parse("2 runs")
    built = solver.best_laying(hand, two_runs)
    assert built is not None
    assert (built.points, len(built.builds)) == (0, 1)
    laid = solver.best_laying(hand, two_runs, build=False)
    assert laid is not None
    assert laid.points > 0


@pytest.mark.rule("SVENSK-13")
def test_going_out_takes_a_discard() -> None:
    """One card stays for the discard, save where the rules let it go."""
    table = parse_melds("5d 6d 7d 8d")
    hand = Hand.parse("4d 9d")
    plan = solver.best_builds(hand, table)
    assert plan is not None
    assert (len(plan.builds), plan.points) == (1, 0)
    free = solver.best_builds(hand, table, keep=0)
    assert free is not None
    assert free.discard is None


@pytest.mark.rule("SVENSK-14")
def test_the_dearest_cards_go_first() -> None:
    """What is least is the points left: a joker is worth more in a meld than a card it could replace."""
    plan = solver.best_laying(Hand.parse("Qh Qh Qs * 2c 3c"), Contract.parse("1 set"))
    assert plan is not None
    assert plan.points == 2
