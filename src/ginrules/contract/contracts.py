"""Contracts: the melds that a round asks for before anything may be laid. Rules: SVENSK-08, SVENSK-11."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final, final

import attrs

from ginrules.cards import check_text
from ginrules.contract.melds import MAX_RUN, MIN_MELD, Meld
from ginrules.errors import NotationError, RulesError
from ginrules.melds import MeldKind

MAX_PLACES: Final = 8
MAX_SET: Final = 24
MAX_DEAL: Final = 40
_PART: Final = re.compile(r"\s*(\d{1,3})\s+(set|run)s?(?:\s+of\s+(\d{1,3}))?\s*", re.IGNORECASE | re.ASCII)
_DEAL: Final = re.compile(r"\s*deal\s+(\d{1,3})\s*", re.IGNORECASE | re.ASCII)
_ALL_OUT: Final = re.compile(r"\s*all\s+out\s*", re.IGNORECASE | re.ASCII)
_FORM: Final = "places such as 2 sets, 1 run or 3 runs of 5, then perhaps all out and deal 12"
_MAX_TEXT: Final = 400


@final
@attrs.frozen
class Place:
    """One meld that a contract asks for, and how many cards it has at least.

    Raises:
        RulesError: no meld is so short or so long.

    """

    kind: MeldKind
    least: int | None = None
    """The least number of its cards; None for what the table asks of any such meld."""

    def __attrs_post_init__(self) -> None:
        """Refuse what no meld can be."""
        most = MAX_SET if self.kind is MeldKind.SET else MAX_RUN
        if not isinstance(self.kind, MeldKind):
            raise RulesError([f"a place is for {self.kind!r}; expected MeldKind.SET or MeldKind.RUN"])
        if self.least is not None and (not is_int(self.least) or not MIN_MELD <= self.least <= most):
            raise RulesError(
                [f"a {self.kind.value} of {self.least!r}; expected {MIN_MELD} to {most} cards, or None"]
            )

    def __str__(self) -> str:
        """Return the text form, such as ``run of 5``."""
        return self.kind.value if self.least is None else f"{self.kind.value} of {self.least}"


def _in_order(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: (place.kind is MeldKind.RUN, place.least or 0)))


@final
@attrs.frozen(repr=False)
class Contract:
    """What a round asks for: its places, whether all cards must go out in one sweep, and its own deal if any.

    >>> from ginrules.contract import Contract
    >>> contract = Contract.parse("1 run, 2 sets")
    >>> print(contract, contract.sets, contract.runs)
    2 sets, 1 run 2 1

    Raises:
        RulesError: there is no place or too many, or the deal is out of range.

    """

    places: tuple[Place, ...] = attrs.field(converter=_in_order)
    """The melds asked for, the sets first."""
    all_out: bool = attrs.field(default=False, kw_only=True)
    """Whether all cards go out in exactly these melds, without a discard. Rule: SVENSK-13."""
    deal: int | None = attrs.field(default=None, kw_only=True)
    """The cards dealt to each player in this round; None for what the table deals. Rule: SVENSK-02."""

    def __attrs_post_init__(self) -> None:
        """Refuse what is no contract."""
        found: list[str] = []
        if not 1 <= len(self.places) <= MAX_PLACES:
            found.append(f"a contract of {len(self.places)} melds; expected 1 to {MAX_PLACES}")
        if not isinstance(self.all_out, bool):
            found.append(f"all_out is {self.all_out!r}; expected True or False")
        if self.deal is not None and (not is_int(self.deal) or not 1 <= self.deal <= MAX_DEAL):
            found.append(f"a deal of {self.deal!r} cards; expected 1 to {MAX_DEAL}, or None")
        if found:
            raise RulesError(found)

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Read ``2 sets, 1 run of 5, all out, deal 12``, its parts in any order.

        Raises:
            NotationError: the text has another form.
            RulesError: it asks for what no meld can be, or for too many.

        """
        check_text(text, what="a contract")
        if len(text) > _MAX_TEXT:
            problem = "a contract too long to be one"
            raise NotationError(problem, text=text, position=_MAX_TEXT, expected=_FORM)
        places: list[Place] = []
        all_out, deal = False, None
        at = 0
        for part in text.split(","):
            if match := _PART.fullmatch(part):
                number, kind, least = match.groups()
                place = Place(MeldKind(kind.lower()), None if least is None else int(least))
                places += [place] * int(number)
            elif _ALL_OUT.fullmatch(part) and not all_out:
                all_out = True
            elif deal is None and (match := _DEAL.fullmatch(part)):
                deal = int(match[1])
            else:
                problem = f"no part of a contract: {part.strip()[:20]!r}"
                raise NotationError(problem, text=text, position=at, expected=_FORM)
            at += len(part) + 1
        return cls(places, all_out=all_out, deal=deal)

    @property
    def sets(self) -> int:
        """The number of sets."""
        return sum(place.kind is MeldKind.SET for place in self.places)

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.places) - self.sets

    def at_table(self, *, min_set: int, min_run: int) -> "Contract":
        """Return the contract with every least number of cards spelt out, none below what the table asks for."""
        floor = {MeldKind.SET: min_set, MeldKind.RUN: min_run}
        places = [Place(place.kind, max(place.least or 0, floor[place.kind])) for place in self.places]
        return Contract(places, all_out=self.all_out, deal=self.deal)

    @property
    def size(self) -> int:
        """The least number of cards that fill it; places that leave that to the table count three."""
        return sum(place.least or MIN_MELD for place in self.places)

    def problem(self, melds: Iterable[Meld]) -> str | None:
        """Return why these melds do not fill exactly its places, or None if they do. Rule: SVENSK-08.

        Each is as long as its place asks for or longer, and no two runs laid together are one run.
        Lengths are judged against the places alone: call it on what :meth:`at_table` returns.
        """
        laid = tuple(melds)
        for kind in MeldKind:
            lengths = sorted(len(meld) for meld in laid if meld.kind is kind)
            leasts = sorted(place.least or MIN_MELD for place in self.places if place.kind is kind)
            if len(lengths) != len(leasts):
                return (
                    f"{_number(len(lengths), kind)} instead of {_number(len(leasts), kind)}: asked for is {self}"
                )
            for length, least in zip(lengths, leasts, strict=True):
                if length < least:
                    return f"a {kind.value} of {length} cards where one of {least} is asked for: {self}"
        for number, meld in enumerate(laid):
            for other in laid[number + 1 :]:
                if meld.adjoins(other):
                    return f"{meld} and {other} adjoin: together they are one run and fill one place"
        return None

    def __str__(self) -> str:
        """Return the text form, such as ``3 sets, 1 run of 5`` or ``3 runs, all out, deal 12``."""
        parts: list[str] = []
        for place, same in groupby(self.places):
            number = len(list(same))
            least = "" if place.least is None else f" of {place.least}"
            parts.append(f"{_number(number, place.kind)}{least}")
        if self.all_out:
            parts.append("all out")
        if self.deal is not None:
            parts.append(f"deal {self.deal}")
        return ", ".join(parts)

    def __repr__(self) -> str:
        """Return an expression that evaluates to the contract."""
        return f'Contract.parse("{self}")'


def is_int(value: object) -> bool:
    """Return whether a value is a whole number proper, not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def _number(number: int, kind: MeldKind) -> str:
    return f"{number} {kind.value}{'' if number == 1 else 's'}"
