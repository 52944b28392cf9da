"""``ginrules play``: a person plays a match against a bot at the terminal."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ginrules import presets
from ginrules.cli.demo import show_draw
from ginrules.cli.game import Game
from ginrules.cli.opening import start_by_draw
from ginrules.cli.options import (
    DEFAULT_RULES,
    BotName,
    PlayersOption,
    RulesOption,
    SeedOption,
    UsageError,
    generator,
    read_rules,
    read_seed,
)
from ginrules.cli.prompt import ask, converse, somebody_types
from ginrules.cli.recordfile import check_new, write_match
from ginrules.cli.sheet import show_outcome, show_sheet
from ginrules.cli.svensk.family import read_table, refuse_options
from ginrules.cli.terminal import INTERRUPTED, complaint_text, console, file_problem, plain
from ginrules.errors import GinRulesError
from ginrules.results import SEATS


def play(
    rules: RulesOption = DEFAULT_RULES,
    bot: Annotated[BotName | None, typer.Option(help="Whom to play; greedy unless told.")] = None,
    players: PlayersOption = None,
    seed: SeedOption = None,
    name: Annotated[str, typer.Option(help="Your name on the score sheet.")] = "Player",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the record of the match in a new file.")
    ] = None,
) -> None:
    """Play a match against a bot. Type ? for a hint, h for help, q to leave."""
    table = read_table(rules)
    if table is not None:
        from ginrules.cli.svensk import play as svensk

        refuse_options(bot=bot)
        svensk.play(table, players, read_seed(seed), name, save)
        return
    out = console()
    ruleset = read_rules(rules)
    if players is not None:
        ruleset = presets.for_players(ruleset, players)
    bot = BotName.GREEDY if bot is None else bot
    if ruleset.seating.players != len(SEATS):
        raise UsageError(
            f"{plain(ruleset.name)} is for {ruleset.seating.players} players, and one plays against one bot here;"
            " demo and simulate show it, score keeps its sheet"
        )
    chosen_seed = read_seed(seed)
    bot_name = bot.value.capitalize()
    names = (name, f"{bot_name} bot" if name.casefold() == bot_name.casefold() else bot_name)
    match, drawn = start_by_draw(ruleset, names, generator(chosen_seed, "draw"))
    if save is not None:
        check_new(save)
        write_match(save, match, None)
    out.print(Text(f"{plain(names[0])} against {names[1]}", style="bold"))
    out.print(f"{plain(ruleset.title)}, seed {chosen_seed}. ? gives a hint, h help, q leaves.")
    show_draw(match, drawn, out)
    game = Game(match, bot.make(generator(chosen_seed, "bot")), generator(chosen_seed, "deck"), out)
    interrupted = _play_on(game, save, out)
    _say_goodbye(game, out)
    _keep_record(game, save, out, may_ask=not interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play_on(game: Game, save: Path | None, out: Console) -> bool:
    """Play until the match is over or the person leaves; return whether that was by Ctrl-C."""

    def play_deal() -> bool:
        game.play_deal()
        if save is not None:
            _save_on_the_way(save, game, out)
        return game.match.outcome is None

    return converse(play_deal, out)


def _save_on_the_way(save: Path, game: Game, out: Console) -> None:
    """Write the record after a deal; if that fails the match goes on, and at its end it is tried again."""
    try:
        write_match(save, game.match, None)
    except OSError as error:
        out.print(complaint_text(f"the record is not saved: {file_problem(error)}"))


def _say_goodbye(game: Game, out: Console) -> None:
    out.print()
    show_sheet(game.match, out)
    out.print()
    if game.match.outcome is None:
        out.print("The match is left unfinished.")
    else:
        show_outcome(game.match, out)


def _keep_record(game: Game, save: Path | None, out: Console, *, may_ask: bool) -> None:
    """Save the record where that was asked for; otherwise ask, if somebody is there to answer."""
    if save is not None:
        write_match(save, game.match, game.deal)
        out.print(f"The record is in {plain(str(save))}.", soft_wrap=True)
    elif may_ask and somebody_types() and (game.match.entries or game.deal is not None):
        with suppress(EOFError, KeyboardInterrupt):
            _ask_where(game, out)


def _ask_where(game: Game, out: Console) -> None:
    while answer := ask("Keep the record? A file name, or Enter for no:", out):
        path = Path(answer).expanduser()
        try:
            check_new(path)
            write_match(path, game.match, game.deal)
        except GinRulesError as error:
            out.print(complaint_text(str(error)))
        except OSError as error:
            out.print(complaint_text(file_problem(error)))
        else:
            out.print(f"The record is in {plain(answer)}.", soft_wrap=True)
            return
