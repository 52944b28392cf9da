"""``ginrules score``: keeps the score sheet of a match that is played with real cards."""

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ginrules import presets
from ginrules.cli.entries import find_name
from ginrules.cli.options import DEFAULT_RULES, UsageError, read_names, read_rules, read_stake
from ginrules.cli.prompt import LeaveError, ask, converse
from ginrules.cli.scorefile import ScoreFile, gin_sheet
from ginrules.cli.scorekeeper import ScoreKeeper
from ginrules.cli.svensk.family import looks_svensk, read_table, refuse_options
from ginrules.cli.terminal import INTERRUPTED, complaint_text, console, file_problem, plain
from ginrules.errors import GinRulesError
from ginrules.match import Match


def score(
    file: Annotated[
        Path | None, typer.Argument(help="Where the sheet is kept as JSON; an existing one is gone on with.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"The ruleset of a new sheet. [default: {DEFAULT_RULES}]"),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME", help="The players of a new sheet, to the left around the table: Anna,Bertil."
        ),
    ] = None,
    stake: Annotated[
        str | None,
        typer.Option(metavar="SUM", help="A stake a point, such as 0.5: says who owes what at the end."),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who deals first on a new sheet; by default the first named."),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option(metavar="ENTRY", help="Enter this, such as 'anna knock 7 18', and leave; may be repeated."),
    ] = None,
) -> None:
    """Keep the score sheet of a match with real cards.

    Entries are such as 'anna knock 7 18': Anna knocked with 7, the other was left with 18 after layoffs. Or
    'anna gin 23', 'void', 'undo', 'resign bertil'; what is missing is asked for. The sheet shows after each.
    """
    table = read_table(rules)
    if table is not None or (file is not None and rules is None and looks_svensk(file)):
        from ginrules.cli.svensk import score as svensk

        refuse_options(stake=stake)
        svensk.score(table, file, names, dealer, add or ())
        return
    out = console()
    a_point = read_stake(stake)
    store = None if file is None else gin_sheet(file)
    known = None if store is None else store.load()
    match = _new_match(rules, names, dealer, out, may_ask=not add) if known is None else known
    if known is not None:
        _check_same(known, rules, names, dealer)
    if add:
        match = _added(match, add)
        if store is not None:
            store.save(match)
        ScoreKeeper(match, out, save=None, stake=a_point, ask=None).show()
        return
    if store is not None and known is None:
        store.save(match)
    _keep(match, store, a_point, out)


def _new_match(rules: str | None, names: str | None, dealer: str | None, out: Console, *, may_ask: bool) -> Match:
    ruleset = read_rules(DEFAULT_RULES if rules is None else rules)
    if names is None and not may_ask:
        raise UsageError("a new sheet needs the names of the players: --names Anna,Bertil")
    if names is None:
        names = _asked_names(out)
    players = read_names(names)
    ruleset = presets.for_players(ruleset, len(players))
    first = 0 if dealer is None else ruleset.seating.account_of(find_name(dealer, players))
    return Match.start(ruleset, names=players, dealer=first)


def _asked_names(out: Console) -> str:
    try:
        return ask("Who plays? Names, with a comma between:", out)
    except EOFError:
        out.print()
        raise UsageError("a new sheet needs the names of the players: --names Anna,Bertil") from None


def _check_same(match: Match, rules: str | None, names: str | None, dealer: str | None) -> None:
    """Refuse options that say something else than the sheet that is gone on with."""
    if rules is not None and presets.for_players(read_rules(rules), len(match.names)) != match.rules:
        raise UsageError(f"the sheet is kept under {match.rules.name!r}, which never changes within a match")
    if names is not None and read_names(names) != match.names:
        raise UsageError(f"the sheet is that of {' and '.join(match.names)}; start another for others")
    if dealer is not None and match.seating.account_of(find_name(dealer, match.names)) != match.first_dealer:
        raise UsageError("the sheet has another first dealer; before the first entry, 'dealer NAME' changes that")


def _added(match: Match, lines: Sequence[str]) -> Match:
    """Return the match with all the lines entered, or raise at the first that cannot be."""
    keeper = ScoreKeeper(match, Console(quiet=True), save=None, stake=None, ask=None)
    for line in lines:
        try:
            keeper.take(line)
        except LeaveError:
            raise UsageError(f"{line.strip()!r} is for the conversation; expected an entry") from None
        except GinRulesError as error:
            raise UsageError(f"{line.strip()[:60]!r}: {error}") from None
    return keeper.match


def _keep(match: Match, store: ScoreFile[Match] | None, stake: Decimal | None, out: Console) -> None:
    """Take lines until the score keeper leaves."""
    where = "not kept in a file" if store is None else f"kept in {plain(str(store.path))}"
    out.print(Text(f"{plain(' against '.join(match.account_names))}, {plain(match.rules.title)}", style="bold"))
    out.print(f"The sheet is {where}. Enter such as 'anna knock 7 18', or help.")
    keeper = ScoreKeeper(
        match,
        out,
        save=None if store is None else store.save,
        stake=stake,
        ask=lambda question: ask(question, out),
    )
    if match.entries:
        keeper.show()
    else:
        out.print()
    interrupted = converse(lambda: _take_line(keeper, out), out)
    out.print(f"The sheet is {where}.")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _take_line(keeper: ScoreKeeper, out: Console) -> bool:
    """Take a line; what cannot be is said, and changes nothing."""
    line = ask(keeper.question(), out)
    try:
        keeper.take(line)
    except GinRulesError as error:
        out.print(complaint_text(str(error)))
    except OSError as error:
        out.print(complaint_text(f"not saved, so not entered: {file_problem(error)}"))
    return True
