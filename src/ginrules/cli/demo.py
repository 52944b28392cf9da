"""``ginrules demo``: a few telling hands and what is to be seen in them."""

from typing import Final

from ginrules.cards import Hand
from ginrules.cli.solve import Question, show
from ginrules.cli.terminal import console
from ginrules.melds import Aces, parse_melds

_HANDS: Final = (
    (
        "One card, two melds: the run of hearts or the nines, not both.",
        "7h 8h 9h 9s 9c",
        None,
    ),
    (
        "Eleven cards. The best discard is a card that the best arrangement of all eleven would keep.",
        "3s 5s Ac 5c 6c 7c Ad 7d 5h 6h 7h",
        None,
    ),
    (
        "Against a knock own melds and layoffs are one choice: without the run of clubs the nine can go.",
        "9c 8c 7c 7h 7d 2s 3s 4s Kc Qd",
        "9s 9h 9d | Ah 2h 3h | Js Jh Jd",
    ),
)


def demo() -> None:
    """Solve a few telling hands."""
    out = console()
    for remark, hand, spread in _HANDS:
        out.rule(style="dim")
        out.print(remark)
        out.print()
        question = Question(
            aces=Aces.LOW, ace_pips=1, limit=10, spread=None if spread is None else parse_melds(spread)
        )
        show(Hand.parse(hand), question, out)
