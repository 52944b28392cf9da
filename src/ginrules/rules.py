"""Every knob of the rulebook in one frozen value, validated as a whole."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final, cast, final

import attrs

from ginrules.cards import Card, Hand
from ginrules.errors import MatchError, RulesError, perhaps
from ginrules.knobs import knobs_of, with_knobs
from ginrules.melds import Aces
from ginrules.results import DealResult
from ginrules.scoring import DealTerms, ScoringPolicy, Sheet, StandardScoring
from ginrules.scoring.pricing import wrong_kinds
from ginrules.seating import Seating, TwoPlayers
from ginrules.solver.arrange import MAX_ACE_PIPS


class DiscardView(Enum):
    """What of the discard pile a player is shown; what he may remember is the same. Rule: CORE-04."""

    TOP = "top"
    ALL = "all"


class LastDiscard(Enum):
    """What may become of the discard that ends the stock. Rule: CORE-17."""

    DEAD = "dead"
    """Nobody may take it: the deal is void."""
    KNOCK_ONLY = "knock_only"
    """The opponent may take it only to knock, the 50th-card rule."""


class DealerDraw(Enum):
    """Who deals first, by drawing cards. Rule: MATCH-07."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    RANDOM = "random"


@final
@attrs.frozen(kw_only=True)
class Rules:
    """A ruleset: one value for every knob. Rules: chapters 1 to 3 and 7 of the rulebook; MATCH-09.

    The name, title and sources are labels and take no part in comparisons.

    Raises:
        RulesError: knobs that are impossible or clash, every one named.

    >>> Rules(hand_size=30, knock_limit=-1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ginrules.errors.RulesError: knock_limit is -1; expected 0 to 100; hand_size 30 does not deal: two hands, ...
    """

    name: str = attrs.field(default="house", eq=False)
    title: str = attrs.field(default="House rules", eq=False)
    sources: tuple[str, ...] = attrs.field(default=(), eq=False)

    scoring: ScoringPolicy = attrs.field(factory=StandardScoring)
    """What a deal is worth and how it is booked. Rules: chapters 2 and 3."""

    deck: Hand = attrs.field(factory=Hand.full)
    """The cards played with. Rules: CORE-01, CORE-20."""
    hand_size: int = 10
    """Cards dealt to each player. Rules: CORE-02, CORE-20."""
    discard_view: DiscardView = attrs.field(default=DiscardView.TOP, repr=str)
    """What of the discard pile a player is shown. Rule: CORE-04."""
    forced_stock_draw: bool = True
    """Whether the non-dealer must draw the stock when both have passed. Rule: CORE-05."""
    may_return_taken: bool = False
    """Whether the card just taken from the pile may be discarded in the same turn. Rule: CORE-07."""
    aces: Aces = attrs.field(default=Aces.LOW, repr=str)
    """Which runs an ace may close. Rule: CORE-08."""
    ace_pips: int = 1
    """What a loose ace counts. Rules: CORE-08, CORE-10."""
    knock_limit: int = 10
    """The most deadwood with which one may knock; 0 for gin only. Rule: CORE-11."""
    turns_before_knock: int = 0
    """Turns of his own that a player must have completed before he may end a deal. Rule: CORE-11."""
    layoff_on_gin: bool = False
    """Whether the defender may lay off against gin. Rules: CORE-15, CORE-16."""
    stock_floor: int = 2
    """A discard that leaves so few cards in the stock ends the deal. Rule: CORE-17."""
    last_discard: LastDiscard = attrs.field(default=LastDiscard.DEAD, repr=str)
    """What may become of the discard that ends the stock. Rule: CORE-17."""
    pile_take_limit: int | None = 100
    """The deal is void when so many cards have been taken from the pile, the opening offers and the last discard
    aside. Rule: CORE-21."""
    return_limit: int | None = None
    """The deal is void when a taken card has been laid straight back so many turns in a row. Rule: CORE-21."""

    doubling_limit: int | None = None
    """The most that doubles may make a deal count; None where one does not double. Rule: EXTRA-06."""

    dealer_draw: DealerDraw = attrs.field(default=DealerDraw.LOWEST, repr=str)
    """Who deals first. Rule: MATCH-07."""
    seating: Seating = attrs.field(factory=TwoPlayers)
    """Who deals after that, and who meets whom. Rules: MATCH-08, chapter 7."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be played, naming every clash."""
        clashes = _clashes(self)
        if clashes:
            raise RulesError(clashes)

    @property
    def stock_size(self) -> int:
        """Cards in the stock when play begins: 31 with the full deck and ten cards each. Rule: CORE-03."""
        return len(self.deck) - 2 * self.hand_size - 1

    def deal_terms(self, sheet: Sheet, upcard: Card) -> DealTerms:
        """Return the terms of a match's next deal, with the knock limit that holds. Rules: CORE-11, OKLA-01."""
        terms = self.scoring.terms(sheet, upcard)
        limit = self.knock_limit if terms.knock_limit is None else min(self.knock_limit, terms.knock_limit)
        return attrs.evolve(terms, knock_limit=limit)

    def missing_facts(self, result: DealResult) -> tuple[str, ...]:
        """Return what a score keeper must still be asked before the result can be priced."""
        return self.scoring.missing_facts(result)

    def replace(self, **knobs: object) -> "Rules":
        """Return a validated copy with other knobs; each name goes to the part that owns it.

        >>> from ginrules import presets
        >>> presets.CLASSIC.replace(gin_bonus=25, knock_limit=7).knock_limit
        7

        Raises:
            RulesError: no part has a knob of that name (with the nearest that exist), or the copy is impossible.

        """
        own = {name: value for name, value in knobs.items() if name in _KNOBS}
        seating = cast("Seating", own.get("seating", self.seating))
        scoring = cast("ScoringPolicy", own.get("scoring", self.scoring))
        seated, scored = knobs_of(seating), scoring.knobs()
        known = (*_KNOBS, *seated, *scored)
        unknown = [f"no knob is called {name!r}{perhaps(name, known)}" for name in knobs if name not in known]
        if unknown:
            raise RulesError(unknown)
        rest = {name: value for name, value in knobs.items() if name not in _KNOBS}
        own["seating"] = with_knobs(seating, {name: value for name, value in rest.items() if name in seated})
        rest = {name: value for name, value in rest.items() if name not in seated}
        if rest:
            own["scoring"] = scoring.replace(**rest)
        return _copy(self, own)

    def describe(self) -> tuple[str, ...]:
        """Return the rules in plain sentences, each with the IDs of the rules it tells."""
        return (*_describe_play(self), *self.scoring.describe(), *_describe_match(self))


_KNOBS: Final[tuple[str, ...]] = tuple(field.name for field in attrs.fields(Rules))
_MAX_KNOCK_LIMIT: Final = 100
_MIN_HAND: Final = 3
_MIN_FACTOR: Final = 2
_MAX_FACTOR: Final = 64


def _copy(rules: Rules, changes: Mapping[str, object]) -> Rules:
    values: dict[str, object] = {name: getattr(rules, name) for name in _KNOBS}
    values.update(changes)
    return Rules(**values)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def _wrong_kinds(rules: Rules) -> Iterator[str]:
    """Yield a sentence for each knob that is not even of the right kind."""
    for name in ("hand_size", "ace_pips", "knock_limit", "turns_before_knock", "stock_floor"):
        if not _is_int(getattr(rules, name)):
            yield f"{name} is {getattr(rules, name)!r}; expected a whole number"
    for name in ("pile_take_limit", "return_limit", "doubling_limit"):
        if getattr(rules, name) is not None and not _is_int(getattr(rules, name)):
            yield f"{name} is {getattr(rules, name)!r}; expected a whole number or None"
    yield from wrong_kinds(
        deck=(rules.deck, (Hand,)),
        discard_view=(rules.discard_view, (DiscardView,)),
        forced_stock_draw=(rules.forced_stock_draw, (bool,)),
        may_return_taken=(rules.may_return_taken, (bool,)),
        aces=(rules.aces, (Aces,)),
        layoff_on_gin=(rules.layoff_on_gin, (bool,)),
        last_discard=(rules.last_discard, (LastDiscard,)),
        dealer_draw=(rules.dealer_draw, (DealerDraw,)),
    )


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _clashes(rules: Rules) -> list[str]:
    """Return every reason why these rules cannot be played."""
    found = [*_wrong_kinds(rules)]
    if found:
        return found  # what is no number cannot be compared with one
    if not 0 <= rules.knock_limit <= _MAX_KNOCK_LIMIT:
        found.append(f"knock_limit is {rules.knock_limit}; expected 0 to {_MAX_KNOCK_LIMIT}")
    if not 1 <= rules.ace_pips <= MAX_ACE_PIPS:
        found.append(f"ace_pips is {rules.ace_pips}; expected 1 to {MAX_ACE_PIPS}")
    for name in ("turns_before_knock", "stock_floor"):
        value = getattr(rules, name)
        if value < 0:
            found.append(f"{name} is {value}; expected 0 or more")
    for name in ("pile_take_limit", "return_limit"):
        value = getattr(rules, name)
        if value is not None and value < 1:
            found.append(f"{name} is {value}; expected 1 or more, or None for no bound")
    limit = rules.doubling_limit
    if limit is not None and (not _MIN_FACTOR <= limit <= _MAX_FACTOR or limit & (limit - 1)):
        found.append(
            f"doubling_limit is {limit}; expected a power of two from {_MIN_FACTOR} to {_MAX_FACTOR}, or None"
        )
    if limit is not None and rules.scoring.knobs().get("refusal_points", 0) is None:
        found.append("doubling_limit needs refusal_points: a refused double would have no price")
    if rules.return_limit is not None and not rules.may_return_taken:
        found.append("return_limit needs may_return_taken: a card that may not be laid back never is")
    if rules.hand_size < _MIN_HAND:
        found.append(f"hand_size is {rules.hand_size}; expected {_MIN_HAND} or more, the cards of one meld")
    elif rules.stock_size < 1:
        needed = 2 * rules.hand_size + 2
        found.append(
            f"hand_size {rules.hand_size} does not deal: two hands, an upcard and a stock need {needed} cards,"
            f" the deck has {len(rules.deck)}"
        )
    elif rules.stock_floor >= rules.stock_size:
        found.append(
            f"stock_floor is {rules.stock_floor}, but the stock begins with {rules.stock_size}; expected fewer"
        )
    found.extend(_seating_clashes(rules))
    return found


def _seating_clashes(rules: Rules) -> Iterator[str]:
    """Yield why the scoring cannot keep a sheet for those who are seated."""
    seating, scoring = rules.seating, rules.scoring
    who = type(seating).__name__
    try:
        scoring.open(seating.accounts)
    except MatchError as error:
        yield f"the scoring does not go with {who}: {error}"
    if seating.books_rounds and not scoring.books_rounds:
        yield f"the scoring does not go with {who}: it books each deal by itself, never the net of a round"


def _describe_play(rules: Rules) -> list[str]:
    cards = "all 52 cards" if rules.deck == Hand.full() else f"{len(rules.deck)} cards"
    told = [
        (
            f"Two players are dealt {rules.hand_size} cards each from {cards}; the next is turned up and"
            f" {rules.stock_size} stay as stock. (CORE-01, CORE-02, CORE-03)"
        ),
        "The non-dealer and then the dealer may take the upcard; if both pass, the non-dealer "
        + ("draws from the stock. (CORE-05)" if rules.forced_stock_draw else "draws as he likes. (CORE-05)"),
        "A turn is one card drawn and one discarded; the card just taken from the pile "
        + ("may be laid back at once." if rules.may_return_taken else "may not be laid back in the same turn.")
        + " (CORE-06, CORE-07)",
        {
            Aces.LOW: "The ace is low in runs",
            Aces.HIGH_OR_LOW: "The ace is high or low in runs",
            Aces.ROUND_THE_CORNER: "Runs go round the corner through the ace",
        }[rules.aces]
        + f"; a loose ace counts {rules.ace_pips}. (CORE-08, CORE-10)",
        "One may end the deal only with gin. (CORE-11)"
        if rules.knock_limit == 0
        else f"One may knock with at most {rules.knock_limit} in deadwood. (CORE-11)",
    ]
    if rules.turns_before_knock:
        told.append(f"Nobody knocks before {rules.turns_before_knock} turns of his own. (CORE-11)")
    if rules.layoff_on_gin:
        told.append("The defender may lay off against gin, too. (CORE-16)")
    told.append(
        f"A discard that leaves {rules.stock_floor} cards in the stock ends the deal, "
        + (
            "void. (CORE-17)"
            if rules.last_discard is LastDiscard.DEAD
            else "unless the opponent takes it to knock. (CORE-17)"
        )
    )
    if rules.pile_take_limit is not None:
        told.append(f"After {rules.pile_take_limit} takes from the pile the deal is void. (CORE-21)")
    if rules.doubling_limit is not None:
        told.append(
            f"Before drawing one may double, up to {rules.doubling_limit} times the deal; after the first the"
            " right alternates, and a refusal ends the deal. (EXTRA-06)"
        )
    if rules.return_limit is not None:
        told.append(
            f"A taken card laid straight back {rules.return_limit} turns in a row makes the deal void. (CORE-21)"
        )
    return told


def _describe_match(rules: Rules) -> list[str]:
    first = {
        DealerDraw.LOWEST: "Each draws a card, and the lower deals first",
        DealerDraw.HIGHEST: "Each draws a card, and the higher deals first",
        DealerDraw.RANDOM: "Chance says who deals first",
    }[rules.dealer_draw]
    return [f"{first}. (MATCH-07)", *rules.seating.describe()]
