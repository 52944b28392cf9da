"""What a game server does for each player: send a view, take a text, answer with a sentence."""

import random

from ginrules import Deal, GinRulesError, Phase, PlayerView, parse_action, presets, shuffled_deck, view


def describe(seen: PlayerView) -> str:
    """Return what a player is shown; nothing in a view is hidden from its seat."""
    moves = ", ".join(map(str, seen.legal_actions[:3]))
    return f"hand {seen.hand}; top discard {seen.top}; stock {seen.stock_count}; you may: {moves} …"


def main() -> None:
    """Play the first moves of a deal as texts from two clients, one of them wrong."""
    deal = Deal.start(presets.MODERN, shuffled_deck(random.Random(2026)), dealer=0)
    for sent in ("draw", "pass", "pass", "take", "draw"):
        player = deal.state.turn
        print(f"player {player} sees: {describe(view(deal.state, player))}")
        try:
            deal = deal.play(parse_action(sent))
        except GinRulesError as error:
            print(f"  {sent}: refused. {error}")
        else:
            print(f"  {sent}: done")
    print(f"now player {deal.state.turn} has drawn: {deal.state.phase is Phase.DISCARD}")


if __name__ == "__main__":
    main()
