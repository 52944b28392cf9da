"""A scoring put together from a price and a ledger, whose knobs are reached through one name."""

from collections.abc import Mapping
from typing import Final, Generic, cast, final

import attrs

from ginrules.cards import Card, Suit
from ginrules.errors import MatchError, RulesError, perhaps
from ginrules.knobs import knobs_of, with_knobs
from ginrules.melds import Arrangement
from ginrules.results import DealResult
from ginrules.scoring.color import ColorLedger, ColorSheet
from ginrules.scoring.hollywood import HollywoodLedger, HollywoodSheet
from ginrules.scoring.policy import (
    DealScore,
    DealTerms,
    Ledger,
    Outcome,
    PricingPolicy,
    ScoringPolicy,
    Sheet,
    SheetT,
)
from ginrules.scoring.pricing import Pricing
from ginrules.scoring.standard import StandardLedger, StandardSheet

_PARTS: Final = ("pricing", "ledger")


@final
@attrs.frozen
class Scoring(Generic[SheetT]):
    """A :class:`ScoringPolicy` that prices with one part and books with the other.

    So any price goes with any ledger: the columns of Hollywood with the upcard of Oklahoma is a combination, not
    a class. Knobs are those of the two parts.

    >>> scoring = Scoring(Pricing(gin_bonus=25), StandardLedger(target=150))
    >>> scoring.price(DealResult(ending=Ending.GIN, knocker=1, deadwood=(3, 0))).points
    28
    """

    pricing: PricingPolicy
    ledger: Ledger[SheetT]

    @property
    def plays_big_gin(self) -> bool:
        """Whether big gin may be declared. Rule: CORE-14."""
        return self.pricing.plays_big_gin

    @property
    def needs_void_deadwood(self) -> bool:
        """Whether a void deal is priced by what each was left with. Rule: CORE-17."""
        return self.pricing.needs_void_deadwood

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one, by the net of two sides. Rule: PAIRS-02."""
        return self.ledger.books_rounds

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused."""
        return self.ledger.restricts_spreads

    def terms(self, sheet: Sheet, upcard: Card | None) -> DealTerms:
        """Return the terms of the next deal; without an upcard, as far as they are known."""
        return DealTerms(
            knock_limit=self.pricing.knock_limit(upcard),
            factor=self.pricing.factor(upcard),
            open_suits=self.ledger.open_suits(self._own(sheet)),
        )

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:
        """Return whether a spread may end the deal."""
        return self.ledger.admits(spread, terms)

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:
        """Return the suits in which a spread would score, ascending."""
        return self.ledger.paying_suits(spread, terms)

    def why_not_admitted(self, terms: DealTerms) -> str:
        """Return the sentence that tells a player why no such spread may end the deal."""
        return self.ledger.why_not_admitted(terms)

    def price(self, result: DealResult) -> DealScore:
        """Return what the deal is worth.

        Raises:
            ResultError: facts are missing, or the price does not know such an ending.

        """
        return self.pricing.price(result)

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return the names of the facts that a score keeper must still be asked."""
        asked = (*self.pricing.missing_facts(result), *self.ledger.missing_facts(result))
        return tuple(dict.fromkeys(asked))

    def open(self, accounts: int) -> SheetT:
        """Return a new sheet.

        Raises:
            MatchError: there are too few accounts.

        """
        return self.ledger.open(accounts)

    def enter(self, sheet: Sheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)) -> SheetT:
        """Return the sheet with a score booked; *accounts* says for whom each seat scores.

        Raises:
            MatchError: the match is over, there are no such accounts, or the sheet is of another kind.

        """
        return self.ledger.enter(self._own(sheet), score, accounts=accounts)

    def outcome(self, sheet: Sheet) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        return self.ledger.outcome(self._own(sheet))

    def resign(self, sheet: Sheet, account: int) -> Outcome:
        """Return how the match ends when an account gives it up. Rule: MATCH-10.

        Raises:
            MatchError: the match is over already, or it cannot be given up.

        """
        return self.ledger.resign(self._own(sheet), account)

    def knobs(self) -> Mapping[str, object]:
        """Return every knob by name, with its value; the parts themselves are knobs, too."""
        return {**knobs_of(self), **knobs_of(self.pricing), **knobs_of(self.ledger)}

    def replace(self, **knobs: object) -> ScoringPolicy:
        """Return a copy with other knobs; each goes to the part that owns it.

        Raises:
            RulesError: no part owns such a knob (with the nearest that exist), or the copy is impossible.

        >>> StandardScoring().replace(gin_bonus=25, target=150).knobs()["target"]
        150
        """
        parts: dict[str, object] = {name: knobs.pop(name) for name in _PARTS if name in knobs}
        base = with_knobs(self, parts)
        known = base.knobs()
        unknown = [
            f"no knob of the scoring is called {name!r}{perhaps(name, known)}"
            for name in knobs
            if name not in known
        ]
        if unknown:
            raise RulesError(unknown)
        clashes: list[str] = []
        for name, part in (("pricing", base.pricing), ("ledger", base.ledger)):
            own = {knob: value for knob, value in knobs.items() if knob in knobs_of(part)}
            try:
                parts[name] = with_knobs(part, own)
            except RulesError as error:
                clashes.extend(error.clashes)
        if clashes:
            raise RulesError(clashes)
        return with_knobs(base, parts)

    def describe(self) -> tuple[str, ...]:
        """Return the scoring in plain sentences, each with the IDs of its rules."""
        return (*self.pricing.describe(), *self.ledger.describe())

    def _own(self, sheet: Sheet) -> SheetT:
        """Return the sheet, known to be of the kind that the ledger keeps."""
        if not isinstance(sheet, self.ledger.sheet_type):
            expected, found = self.ledger.sheet_type.__name__, type(sheet).__name__
            raise MatchError(f"a {found} does not belong to this scoring, which keeps a {expected}")
        return sheet


def StandardScoring(**knobs: object) -> Scoring[StandardSheet]:  # noqa: N802  it stands for a class, and may become one
    """Return the scoring of chapters 2 and 3 with these knobs of :class:`Pricing` and :class:`StandardLedger`.

    Raises:
        RulesError: there is no such knob, or it is impossible; every clash named.

    >>> StandardScoring(gin_bonus=25, target=150).ledger.target
    150
    """
    return cast("Scoring[StandardSheet]", Scoring(Pricing(), StandardLedger()).replace(**knobs))


def HollywoodScoring(**knobs: object) -> Scoring[HollywoodSheet]:  # noqa: N802  as above
    """Return the scoring of chapter 4 with these knobs of :class:`Pricing` and :class:`HollywoodLedger`.

    Raises:
        RulesError: there is no such knob, or it is impossible; every clash named.

    >>> HollywoodScoring(columns=5).ledger.columns
    5
    """
    return cast("Scoring[HollywoodSheet]", Scoring(Pricing(), HollywoodLedger()).replace(**knobs))


def ColorGinScoring(**knobs: object) -> Scoring[ColorSheet]:  # noqa: N802  as above
    """Return the scoring of chapter 6 with these knobs of :class:`Pricing` and :class:`ColorLedger`.

    Raises:
        RulesError: there is no such knob, or it is impossible; every clash named.

    >>> ColorGinScoring(suit_target=50).ledger.suit_target
    50
    """
    return cast("Scoring[ColorSheet]", Scoring(Pricing(), ColorLedger()).replace(**knobs))
