"""Every knob of the two-deck game in one frozen value, validated as a whole. Rules: SVENSK-01 to SVENSK-17."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, final

import attrs

from ginrules.cards import FACE_PIPS, Rank
from ginrules.contract.cards import AnyCard, Hand, Joker, full_deck
from ginrules.contract.contracts import MAX_DEAL, MAX_SET, Contract, is_int
from ginrules.contract.melds import MAX_RUN, MIN_MELD, Meld
from ginrules.errors import RulesError, perhaps
from ginrules.melds import Aces, MeldKind

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
MAX_DECKS: Final = 4
MAX_JOKERS: Final = 16
MAX_ROUNDS: Final = 30
_MAX_POINTS: Final = 1000
_MAX_BUYS: Final = 20
_MAX_RESHUFFLES: Final = 100
_MAX_TAKES: Final = 10_000

SEVEN_ROUNDS: Final = tuple(
    map(
        Contract.parse,
        (
            "2 sets",
            "1 set, 1 run",
            "2 runs",
            "3 sets",
            "2 sets, 1 run",
            "1 set, 2 runs",
            "3 runs, all out",
        ),
    )
)
"""The commonest table. Rule: SVENSK-11."""


def _tupled(contracts: Iterable[Contract]) -> tuple[Contract, ...]:
    # What is no table of contracts is refused with the other knobs, and an endless one, too.
    return tuple(islice(contracts, MAX_ROUNDS + 1)) if isinstance(contracts, Iterable) else contracts


@final
@attrs.frozen(kw_only=True)
class Rules:
    """A table's rules: one value for every knob. Rules: chapter 8 of the rulebook.

    The name, title and sources are labels and take no part in comparisons.

    Raises:
        RulesError: knobs that are impossible or clash, every one named.

    >>> from ginrules.contract import Rules
    >>> Rules(decks=1, deal=24, buy_limit=-1)
    Traceback (most recent call last):
    ginrules.errors.RulesError: buy_limit is -1; expected 0 to 20, or None for no bound
    """

    name: str = attrs.field(default="house", eq=False)
    title: str = attrs.field(default="House rules", eq=False)
    sources: tuple[str, ...] = attrs.field(default=(), eq=False)

    decks: int = 2
    """Decks of 52 cards. Rule: SVENSK-01."""
    jokers: int = 4
    """Jokers among them. Rule: SVENSK-01."""
    deal: int = 11
    """Cards dealt to each player, where the contract of the round says nothing else. Rule: SVENSK-02."""
    contracts: tuple[Contract, ...] = attrs.field(default=SEVEN_ROUNDS, converter=_tupled)
    """What each round asks for; so many rounds are played. Rules: SVENSK-11, SVENSK-12."""
    min_set: int = 3
    """The least cards of a set. Rule: SVENSK-04."""
    min_run: int = 4
    """The least cards of a run. Rule: SVENSK-04."""
    min_naturals: int = 1
    """The least natural cards of a meld when it is laid. Rule: SVENSK-05."""
    aces: Aces = attrs.field(default=Aces.HIGH_OR_LOW, repr=str)
    """Where an ace may lie in a run; not round the corner, where a run has no lowest card. Rule: SVENSK-06."""
    extra_melds: bool = False
    """Whether who is down may lay further melds, one at a time.

    **[d]** In the turn of the contract this waits like building, of which it is a kind. Rule: SVENSK-08."""
    build_same_turn: bool = True
    """Whether one may build in the turn in which one lays the contract. Rule: SVENSK-09."""
    penalty_cards: int = 1
    """Cards that a buyer draws from the stock. Rules: SVENSK-10, SVENSK-16."""
    buy_limit: int | None = None
    """The most buys of a player in a round; 0 where nobody buys. Rules: SVENSK-10, SVENSK-16."""
    buy_after_down: bool = False
    """Whether who is down may still buy. Rule: SVENSK-10."""
    go_out_without_discard: bool = False
    """Whether one may go out with a build, or with the contract, without a discard. Rule: SVENSK-13."""
    joker_points: int = 25
    """What a joker left in hand costs. Rule: SVENSK-14."""
    ace_points: int = 15
    """What an ace left in hand costs. Rule: SVENSK-14."""
    court_points: int = 10
    """What a king, queen or jack left in hand costs. Rule: SVENSK-14."""
    number_points: int | None = None
    """What a two to ten left in hand costs; None for its number. Rule: SVENSK-14."""
    joker_swap: bool = False
    """Whether a laid joker may be swapped for what it stands for.

    **[d]** In the turn of the contract this waits like building: the joker is wanted to build with.
    Rule: SVENSK-16."""
    out_on_contract_turn: bool = True
    """Whether one may go out in the turn in which one lays the contract; a sweep always may.

    **[d]** Where one may not, a card must be left behind after the discard, and what leaves too few is refused.
    Rule: SVENSK-16."""
    final_extra_card: bool = False
    """Whether one card more is dealt to each player in the final round, on top of what that round says.
    Rule: SVENSK-16."""
    max_reshuffles: int = 3
    """How often the discard pile is made into a new stock in a round. Rule: SVENSK-17."""
    take_limit: int | None = 100
    """The round ends when so many cards have been taken from the pile in a row, and none drawn from the stock.

    **[d]** No source bounds a round; without a bound, players who take one another's discards play for ever.
    People never get near. Rule: SVENSK-17."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be played, naming every clash."""
        clashes = [*_wrong_kinds(self)] or [*_out_of_range(self)] or [*_unplayable(self)]
        if clashes:
            raise RulesError(clashes)

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.contracts)

    @property
    def deck(self) -> Hand:
        """All cards played with, 108 by default. Rule: SVENSK-01."""
        return full_deck(self.decks, self.jokers)

    def contract(self, number: int) -> Contract:
        """Return what a round asks for, with every least number of cards spelt out. Rules: SVENSK-08, SVENSK-11.

        >>> from ginrules.contract import Rules
        >>> print(Rules().contract(2))
        1 set of 3, 1 run of 4

        Raises:
            RulesError: there is no such round; the first is round 1.

        """
        self._check_round(number)
        return self.contracts[number - 1].at_table(min_set=self.min_set, min_run=self.min_run)

    def deal_size(self, number: int) -> int:
        """Return how many cards each player is dealt in a round. Rules: SVENSK-02, SVENSK-16.

        Raises:
            RulesError: there is no such round; the first is round 1.

        """
        self._check_round(number)
        own = self.contracts[number - 1].deal
        extra = self.final_extra_card and number == self.rounds
        return (self.deal if own is None else own) + extra

    def check_players(self, players: int) -> None:
        """Refuse a number of players for whom the cards do not deal in some round. Rules: SVENSK-01, SVENSK-12.

        **[d]** The cards deal when each player gets his, one is turned up, and the stock gives each a draw.

        >>> from ginrules.contract import Rules
        >>> Rules().check_players(11)
        Traceback (most recent call last):
        ginrules.errors.RulesError: 11 players; expected 2 to 6

        Raises:
            RulesError: there are too few or too many, and in which rounds.

        """
        clashes = [*_short_rounds(self, players)]
        if clashes:
            raise RulesError(clashes)

    def points(self, cards: AnyCard | Iterable[AnyCard]) -> int:
        """Return what a card, or cards, left in hand cost. Rule: SVENSK-14.

        >>> from ginrules.contract import Hand, Rules
        >>> Rules().points(Hand.parse("Ks Kd 3c *"))
        48
        """
        if isinstance(cards, Iterable):
            return sum(map(self.points, cards))
        if isinstance(cards, Joker):
            return self.joker_points
        if cards.rank is Rank.ACE:
            return self.ace_points
        if cards.rank > FACE_PIPS:
            return self.court_points
        return int(cards.rank) if self.number_points is None else self.number_points

    def meld_problem(self, meld: Meld) -> str | None:
        """Return why a meld may not be laid at this table, or None if it may. Rules: SVENSK-04 to SVENSK-06."""
        if not meld.is_sound:
            return f"{Hand.of(meld.cards)} is no {meld.kind.value}"
        least = self.min_set if meld.kind is MeldKind.SET else self.min_run
        if len(meld) < least:
            return f"{meld} has {len(meld)} cards; a {meld.kind.value} has {least} or more here"
        if meld.naturals < self.min_naturals:
            cards = "1 natural card" if meld.naturals == 1 else f"{meld.naturals} natural cards"
            return f"{meld} has {cards}; a meld has {self.min_naturals} or more here"
        if not meld.counts(self.aces):
            return f"{meld} is no run here: the ace is low and does not follow the king"
        return None

    def replace(self, **knobs: object) -> "Rules":
        """Return a validated copy with other knobs.

        >>> from ginrules.contract import presets
        >>> presets.SVENSK_7.replace(joker_points=50).joker_points
        50

        Raises:
            RulesError: there is no knob of that name (with the nearest that exist), or the copy is impossible.

        """
        unknown = [f"no knob is called {name!r}{perhaps(name, _KNOBS)}" for name in knobs if name not in _KNOBS]
        if unknown:
            raise RulesError(unknown)
        return _copy(self, knobs)

    def describe(self) -> tuple[str, ...]:
        """Return the rules in plain sentences, each with the IDs of the rules it tells."""
        return tuple(_describe(self))

    def _check_round(self, number: int) -> None:
        if not is_int(number) or not 1 <= number <= self.rounds:
            raise RulesError([f"there is no round {number!r}; expected 1 to {self.rounds}"])


_KNOBS: Final[tuple[str, ...]] = tuple(field.name for field in attrs.fields(Rules))
_RANGES: Final = {
    "decks": (1, MAX_DECKS),
    "jokers": (0, MAX_JOKERS),
    "deal": (1, MAX_DEAL),
    "min_set": (MIN_MELD, MAX_SET),
    "min_run": (MIN_MELD, MAX_RUN),
    "min_naturals": (1, MAX_RUN),
    "penalty_cards": (1, 2),
    "joker_points": (0, _MAX_POINTS),
    "ace_points": (0, _MAX_POINTS),
    "court_points": (0, _MAX_POINTS),
    "max_reshuffles": (0, _MAX_RESHUFFLES),
}
_RANGES_OR_NONE: Final = {
    "buy_limit": (0, _MAX_BUYS, "no bound"),
    "take_limit": (1, _MAX_TAKES, "no bound"),
    "number_points": (0, _MAX_POINTS, "the number of the card"),
}
_SWITCHES: Final = (
    "extra_melds",
    "build_same_turn",
    "buy_after_down",
    "go_out_without_discard",
    "joker_swap",
    "out_on_contract_turn",
    "final_extra_card",
)


def _copy(rules: Rules, changes: Mapping[str, object]) -> Rules:
    values: dict[str, object] = {name: getattr(rules, name) for name in _KNOBS}
    values.update(changes)
    return Rules(**values)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def _wrong_kinds(rules: Rules) -> Iterator[str]:
    """Yield a sentence for each knob that is not even of the right kind."""
    for name in _RANGES:
        if not is_int(getattr(rules, name)):
            yield f"{name} is {getattr(rules, name)!r}; expected a whole number"
    for name in _RANGES_OR_NONE:
        if getattr(rules, name) is not None and not is_int(getattr(rules, name)):
            yield f"{name} is {getattr(rules, name)!r}; expected a whole number or None"
    for name in _SWITCHES:
        if not isinstance(getattr(rules, name), bool):
            yield f"{name} is {getattr(rules, name)!r}; expected True or False"
    if not isinstance(rules.aces, Aces):
        yield f"aces is {rules.aces!r}; expected Aces.LOW or Aces.HIGH_OR_LOW"
    contracts: object = rules.contracts
    if not isinstance(contracts, tuple) or not all(isinstance(each, Contract) for each in rules.contracts):
        yield "contracts are no Contracts; to read texts use Contract.parse"


def _out_of_range(rules: Rules) -> Iterator[str]:
    for name, (least, most) in _RANGES.items():
        if not least <= getattr(rules, name) <= most:
            yield f"{name} is {getattr(rules, name)}; expected {least} to {most}"
    for name, (least, most, none) in _RANGES_OR_NONE.items():
        value = getattr(rules, name)
        if value is not None and not least <= value <= most:
            yield f"{name} is {value}; expected {least} to {most}, or None for {none}"
    if rules.aces is Aces.ROUND_THE_CORNER:
        yield (
            "aces round the corner are not played here: a run that goes on past its ace has no lowest card, and"
            " where a joker goes could not be said; expected Aces.LOW or Aces.HIGH_OR_LOW"
        )
    if not 1 <= len(rules.contracts) <= MAX_ROUNDS:
        yield f"{len(rules.contracts)} contracts; expected 1 to {MAX_ROUNDS}, one a round"


def _unplayable(rules: Rules) -> Iterator[str]:
    """Yield what the knobs rule out together, for the fewest players.

    **[d]** A contract is playable when the deal and one draw hold it and, save in a sweep, a discard. Buying could
    bring more, but a table on which one has to buy is hardly meant: it gets a larger deal in that round. Only
    where going out with the contract is barred may the card that stays behind be a bought one.
    """
    most = 4 * rules.decks + rules.jokers
    for number in range(1, rules.rounds + 1):
        contract = rules.contract(number)
        longest = max((place.least or 0 for place in contract.places if place.kind is MeldKind.SET), default=0)
        if longest > most:
            yield f"round {number} asks for a set of {longest}; {most} cards at most are of one rank or jokers"
        held = rules.deal_size(number) + 1
        needed = contract.size
        if not contract.all_out and not rules.go_out_without_discard:
            needed += 1
        if needed > held:
            discard = " and a discard" if needed > contract.size else ""
            yield (
                f"round {number} asks for {contract.size} cards{discard}, but with {rules.deal_size(number)} dealt"
                f" and one drawn a player holds {held}; deal {needed - 1}"
            )
        elif needed == held and not contract.all_out and not rules.out_on_contract_turn and rules.buy_limit == 0:
            yield (
                f"round {number} cannot be laid without going out: where out_on_contract_turn is False and nobody"
                f" buys, deal {needed}"
            )
    yield from _short_rounds(rules, MIN_PLAYERS)


def _short_rounds(rules: Rules, players: int) -> Iterator[str]:
    """Yield the rounds in which the cards do not deal to so many, with an upcard and a draw for each."""
    if not is_int(players) or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        yield f"{players!r} players; expected {MIN_PLAYERS} to {MAX_PLAYERS}"
        return
    cards = len(rules.deck)
    for number in range(1, rules.rounds + 1):
        size = rules.deal_size(number)
        needed = players * (size + 1) + 1
        if needed > cards:
            yield (
                f"round {number} does not deal: {players} players with {size} cards, an upcard and a draw for each"
                f" need {needed} cards, there are {cards}"
            )


def _describe(rules: Rules) -> Iterator[str]:
    yield (
        f"{MIN_PLAYERS} to {MAX_PLAYERS} players use {rules.decks} deck{'' if rules.decks == 1 else 's'} and"
        f" {rules.jokers} jokers, {len(rules.deck)} cards. (SVENSK-01)"
    )
    yield f"{rules.deal} cards are dealt to each unless a round says otherwise; one card is turned up. (SVENSK-02)"
    yield "The player left of the dealer begins, and the deal passes to the left. (SVENSK-03)"
    yield (
        f"A set is {rules.min_set} or more cards of one rank, a run {rules.min_run} or more of one suit in"
        " sequence, no card twice. (SVENSK-04)"
    )
    if rules.jokers:
        yield (
            f"A joker stands for any card; of a meld's cards {rules.min_naturals} or more are natural ones."
            " (SVENSK-05)"
        )
    low = rules.aces is Aces.LOW
    yield f"The ace is {'low' if low else 'high or low'} in runs, not round the corner. (SVENSK-06)"
    yield (
        "A turn is one card drawn and one discarded; a card taken from the pile, or its twin, may not be discarded"
        " in the same turn. (SVENSK-07)"
    )
    more = "; who is down may lay further melds" if rules.extra_melds else ""
    yield f"Nothing is laid before the whole contract, and then exactly its melds{more}. (SVENSK-08)"
    when = "from the same turn on" if rules.build_same_turn else "from the next turn on"
    yield f"Who is down may build on any meld, {when}. (SVENSK-09)"
    yield _describe_buying(rules)
    for number in range(1, rules.rounds + 1):
        size = rules.deal_size(number)
        contract = attrs.evolve(rules.contracts[number - 1], deal=None)
        yield f"Round {number}, {size} cards each: {contract}. (SVENSK-11, SVENSK-12)"
    out = "may do without a discard" if rules.go_out_without_discard else "takes a discard, a sweep aside"
    yield f"A round ends when a player has no cards; going out {out}. (SVENSK-13)"
    others = "the others their number" if rules.number_points is None else f"the others {rules.number_points}"
    yield (
        f"Cards left cost: joker {rules.joker_points}, ace {rules.ace_points}, king, queen and jack"
        f" {rules.court_points}, {others}; the lowest total wins. (SVENSK-14)"
    )
    if rules.joker_swap:
        yield "Who is down may swap a laid joker for the card it stands for. (SVENSK-16)"
    if not rules.out_on_contract_turn:
        yield "Nobody goes out in the turn in which he lays the contract, a sweep aside. (SVENSK-16)"
    if rules.final_extra_card:
        yield "In the final round one card more is dealt. (SVENSK-16)"
    yield (
        f"An empty stock is made anew from the discards {rules.max_reshuffles} times at most; then it ends the"
        " round. (SVENSK-17)"
    )
    if rules.take_limit is not None:
        yield f"{rules.take_limit} cards in a row taken from the pile end the round, too. (SVENSK-17)"


def _describe_buying(rules: Rules) -> str:
    if rules.buy_limit == 0:
        return "Nobody buys. (SVENSK-10)"
    cards = "one penalty card" if rules.penalty_cards == 1 else f"{rules.penalty_cards} penalty cards"
    limit = "" if rules.buy_limit is None else f", {rules.buy_limit} times a round at most"
    down = "" if rules.buy_after_down else ", and not by who is down"
    return f"A discard that the player in turn declines may be bought for {cards}{limit}{down}. (SVENSK-10)"
