"""A ruleset in which the last hand doubles: near the end of a match every deal counts twice."""

from collections.abc import Mapping
from typing import Final, cast

import attrs

from ginrules import Arrangement, Card, DealResult, DealScore, DealTerms, Outcome, ScoreLine, Suit, presets
from ginrules.records import PolicyKind, register_policy
from ginrules.scoring import ScoringPolicy, Sheet

FACTOR: Final = 2


@attrs.frozen
class LastHandScoring:
    """Books as another scoring does, but double once somebody is within reach of the target."""

    base: ScoringPolicy
    within: int = 25
    """The points short of the target from which on deals count double."""

    @property
    def plays_big_gin(self) -> bool:
        """Whether big gin may be declared."""
        return self.base.plays_big_gin

    @property
    def needs_void_deadwood(self) -> bool:
        """Whether a void deal is priced by what each was left with."""
        return self.base.needs_void_deadwood

    @property
    def books_rounds(self) -> bool:
        """Whether several deals can be booked as one."""
        return self.base.books_rounds

    @property
    def restricts_spreads(self) -> bool:
        """Whether some spread may be refused."""
        return self.base.restricts_spreads

    def terms(self, sheet: Sheet, upcard: Card | None) -> DealTerms:
        """Return the terms of the next deal; the players are told that it counts double."""
        terms = self.base.terms(sheet, upcard)
        return attrs.evolve(terms, factor=terms.factor * self._factor(sheet))

    def admits(self, spread: Arrangement, terms: DealTerms) -> bool:
        """Return whether a spread may end the deal."""
        return self.base.admits(spread, terms)

    def paying_suits(self, spread: Arrangement, terms: DealTerms) -> tuple[Suit, ...]:
        """Return the suits in which a spread would score."""
        return self.base.paying_suits(spread, terms)

    def why_not_admitted(self, terms: DealTerms) -> str:
        """Return the sentence that tells a player why no such spread may end the deal."""
        return self.base.why_not_admitted(terms)

    def price(self, result: DealResult) -> DealScore:
        """Return what the deal is worth before the sheet is looked at."""
        return self.base.price(result)

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return the names of the facts that a score keeper must still be asked."""
        return self.base.missing_facts(result)

    def open(self, accounts: int) -> Sheet:
        """Return a new sheet."""
        return self.base.open(accounts)

    def enter(self, sheet: Sheet, score: DealScore, *, accounts: tuple[int, int] = (0, 1)) -> Sheet:
        """Return the sheet with a score booked, doubled where the match is near its end."""
        if self._factor(sheet) == FACTOR and score.points:
            lines = (*score.lines, ScoreLine("last hand", score.points))
            score = attrs.evolve(score, points=FACTOR * score.points, lines=lines)
        return self.base.enter(sheet, score, accounts=accounts)

    def outcome(self, sheet: Sheet) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        return self.base.outcome(sheet)

    def resign(self, sheet: Sheet, account: int) -> Outcome:
        """Return how the match ends when an account gives it up."""
        return self.base.resign(sheet, account)

    def knobs(self) -> Mapping[str, object]:
        """Return every knob by name, those of the scoring beneath included."""
        return {**self.base.knobs(), "base": self.base, "within": self.within}

    def replace(self, **knobs: object) -> "LastHandScoring":
        """Return a copy with other knobs; those that are not its own go to the scoring beneath."""
        base = cast("ScoringPolicy", knobs.pop("base", self.base))
        within = cast("int", knobs.pop("within", self.within))
        return LastHandScoring(base.replace(**knobs) if knobs else base, within)

    def describe(self) -> tuple[str, ...]:
        """Return the scoring in plain sentences."""
        return (*self.base.describe(), f"Once somebody needs {self.within} points or less, deals count double.")

    def _factor(self, sheet: Sheet) -> int:
        target = self.base.knobs().get("target")
        near = isinstance(target, int) and max(sheet.points) >= target - self.within
        return FACTOR if near else 1


register_policy("last-hand", LastHandScoring, PolicyKind.SCORING)

LAST_HAND: Final = presets.CLASSIC.replace(
    name="last-hand",
    title="Classic gin rummy in which the last hand doubles",
    sources=("a house rule, here as an example",),
    scoring=LastHandScoring(presets.CLASSIC.scoring),
)
