"""A round of the two-deck game, told once more in lists and strings by the letter of the rulebook.

It shares no code with the library: cards, melds and actions are texts, and a move is legal when the turn could
still be ended after it, which is found by trying everything. It knows all actions but the laying of melds, whose
right to be laid is tested elsewhere.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field

LINE = "A23456789TJQK"


@dataclass(kw_only=True)
class HouseRules:
    """The knobs that the oracle knows."""

    high_aces: bool
    min_set: int
    build_same_turn: bool
    extra_melds: bool
    penalty: int
    buy_limit: int | None
    buy_after_down: bool
    free_exit: bool
    swaps: bool
    out_at_once: bool
    max_reshuffles: int
    take_limit: int | None


@dataclass(kw_only=True)
class Table:
    """A round as it stands; every action changes it."""

    rules: HouseRules
    turn: int
    hands: list[list[str]]
    stock: list[str]
    pile: list[str]
    laid_by: str | int = "nobody"
    """Who laid the top of the pile."""
    melds: list[tuple[int, list[str]]] = field(default_factory=list)
    phase: str = "draw"
    asked: list[int] = field(default_factory=list)
    """Who is still to be asked, the next first."""
    bought: Counter[int] = field(default_factory=Counter)
    reshuffles: int = 0
    takes: int = 0
    taken: str = ""
    laid_now: bool = False
    out: int | None = None

    def down(self, seat: int) -> bool:
        """Say whether a seat has laid its contract."""
        return seat in [owner for owner, _ in self.melds]

    # What may be done

    def legal(self) -> set[str]:
        """Return the texts of all legal actions that lay no melds; an end that is not needed is left out."""
        if self.phase == "draw":
            return {"draw"} | ({"take"} if self._goes_well("take") else set())
        if self.phase == "buy":
            return {"buy", "pass"}
        if self.phase == "play":
            return {move for move in self._moves() if self._goes_well(move)}
        return set()

    def _goes_well(self, move: str) -> bool:
        after = deepcopy(self)
        after.act(move)
        return after.phase != "play" or after._turn_can_end()

    def _turn_can_end(self) -> bool:
        return any(
            self._after(move).phase != "play" or self._after(move)._turn_can_end()
            for move in self._moves()
            if move.startswith("discard") or len(self.hands[self.turn]) <= 4
        )

    def _after(self, move: str) -> "Table":
        after = deepcopy(self)
        after.act(move)
        return after

    def _moves(self) -> list[str]:
        """Return what can be done with single cards, whatever it leads to."""
        hand = sorted(set(self.hands[self.turn]))
        size = len(self.hands[self.turn])
        may_go_out = self.rules.out_at_once or not self.laid_now
        moves = [f"discard {card}" for card in hand if card != self.taken and (size > 1 or may_go_out)]
        if not self.down(self.turn) or (self.laid_now and not self.rules.build_same_turn):
            return moves
        for number, (_, meld) in enumerate(self.melds, 1):
            for card in hand:
                ends = self._ends(meld, card)
                if size > 1 or (may_go_out and self.rules.free_exit):
                    moves += [f"build {card} on {number}{end}" for end in ends]
                if self.rules.swaps and self._joker_for(meld, card) is not None:
                    moves.append(f"swap {card} from {number}")
        return moves

    def _ends(self, meld: list[str], card: str) -> list[str]:
        """Return the ends of a meld to which a card goes, as an action names them."""
        if self._is_set(meld):
            return [""] if card == "*" or card[0] == self._stands(meld[0])[0] else []
        suit, ranks = self._stands(meld[0])[1], "".join(self._stands(text)[0] for text in meld)
        line = LINE + "A" if self.rules.high_aces else LINE
        found = []
        for rank in LINE:
            for end, longer in ((" low", rank + ranks), (" high", ranks + rank)):
                if longer in line and len(longer) <= 13 and card in ("*", rank + suit):
                    found.append(end)
        return [""] if len(found) == 1 and card != "*" else found

    def _is_set(self, meld: list[str]) -> bool:
        return len({self._stands(text)[0] for text in meld}) == 1

    def _stands(self, text: str) -> str:
        return text.strip("[]")

    def _joker_for(self, meld: list[str], card: str) -> int | None:
        wanted = f"[{card[0]}]" if self._is_set(meld) else f"[{card}]"
        return meld.index(wanted) if card != "*" and wanted in meld else None

    # What happens then

    def act(self, text: str) -> None:
        """Do an action, legal or not."""
        verb, *rest = text.split()
        hand = self.hands[self.turn]
        if verb == "take":
            self.taken = self.pile.pop()
            hand.append(self.taken)
            self.takes += 1
            self.phase = "play"
        elif verb == "draw":
            self._decline()
        elif verb == "reshuffle":
            self.stock, self.pile = rest, self.pile[-1:]
            self.reshuffles += 1
            self._open_window()
        elif verb in {"buy", "pass"}:
            self._answer(verb)
        elif verb == "lay":
            melds = [part.split() for part in text.removeprefix("lay ").split(" | ")]
            self.laid_now = self.laid_now or not self.down(self.turn)
            self.melds += [(self.turn, meld) for meld in melds]
            for card in [card for meld in melds for card in meld]:
                hand.remove("*" if card.startswith("[") else card)
            self._look_if_out()
        elif verb == "build":
            hand.remove(rest[0])
            self._build(rest[0], int(rest[2]) - 1, rest[3] if len(rest) > 3 else "")
            self._look_if_out()
        elif verb == "swap":
            meld = self.melds[int(rest[2]) - 1][1]
            place = self._joker_for(meld, rest[0])
            assert place is not None
            meld[place] = rest[0]
            hand.remove(rest[0])
            hand.append("*")
        else:
            hand.remove(rest[0])
            self._end_turn(rest[0])

    def _decline(self) -> None:
        if self.stock:
            self._open_window()
        elif len(self.pile) > 1 and self.reshuffles < self.rules.max_reshuffles:
            self.phase = "reshuffle"
        else:
            self.phase = "over"

    def _open_window(self) -> None:
        players = len(self.hands)
        others = [(self.turn + step) % players for step in range(1, players)]
        limit, after_down = self.rules.buy_limit, self.rules.buy_after_down
        self.asked = [
            seat
            for seat in others
            if self.laid_by not in ("nobody", seat)
            and len(self.stock) >= self.rules.penalty + 1
            and (limit is None or self.bought[seat] < limit)
            and (after_down or not self.down(seat))
        ]
        self.phase = "buy"
        self._answer("")

    def _answer(self, verb: str) -> None:
        if verb == "buy":
            buyer = self.asked[0]
            self.bought[buyer] += 1
            self.hands[buyer].append(self.pile.pop())
            for _ in range(self.rules.penalty):
                self.hands[buyer].append(self.stock.pop(0))
            self.asked = []
        elif verb == "pass":
            self.asked = self.asked[1:]
        if not self.asked:
            self.hands[self.turn].append(self.stock.pop(0))
            self.takes = 0
            self.phase = "play"

    def _build(self, card: str, at: int, end: str) -> None:
        owner, meld = self.melds[at]
        if self._is_set(meld):
            self.melds[at] = (owner, [*meld, card if card != "*" else f"[{self._stands(meld[0])[0]}]"])
            return
        suit, ranks = self._stands(meld[0])[1], "".join(self._stands(text)[0] for text in meld)
        line = LINE + "A" if self.rules.high_aces else LINE
        for rank in LINE:
            new = card if card != "*" else f"[{rank}{suit}]"
            if card not in ("*", rank + suit):
                continue
            if end != "high" and rank + ranks in line:
                self.melds[at] = (owner, [new, *meld])
                return
            if end != "low" and ranks + rank in line:
                self.melds[at] = (owner, [*meld, new])
                return

    def _end_turn(self, card: str) -> None:
        self.pile.append(card)
        self.taken, self.laid_now, self.laid_by = "", False, self.turn
        self._look_if_out()
        if self.phase != "over" and self.rules.take_limit is not None and self.takes >= self.rules.take_limit:
            self.phase = "over"
        if self.phase != "over":
            self.turn = (self.turn + 1) % len(self.hands)
            self.phase = "draw"

    def _look_if_out(self) -> None:
        if not self.hands[self.turn]:
            self.phase, self.out = "over", self.turn
