"""``ginrules simulate`` for the two-deck game: whole matches between bots, with confidence intervals."""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, TypedDict, assert_never

import typer
from rich.table import Table
from rich.text import Text

from ginrules.cards import RandomSource
from ginrules.cli.estimates import EstimateJson, estimate_json, mean, number_text, percent_text, share
from ginrules.cli.options import UsageError, generator, numbered
from ginrules.cli.progress import progress
from ginrules.cli.terminal import console, count
from ginrules.contract import Match, Rules, records
from ginrules.contract.bots import Bot, CollectorBot, RandomBot, play_match

_PLAYERS: Final = 3
_MATCHES: Final = 20


class Name(StrEnum):
    """The bots that can be named at the command line."""

    COLLECTOR = "collector"
    RANDOM = "random"

    def make(self, rng: RandomSource) -> Bot:
        """Return such a bot."""
        match self:
            case Name.COLLECTOR:
                return CollectorBot()
            case Name.RANDOM:
                return RandomBot(rng)
            case _:
                assert_never(self)


class SeatJson(TypedDict):
    """How one bot did as JSON."""

    name: str
    won: EstimateJson
    points: EstimateJson


class ReportJson(TypedDict):
    """What came of it all as JSON."""

    rules: str
    players: int
    seed: int
    matches: int
    confidence: float
    bots: list[SeatJson]
    gone_out: EstimateJson


def simulate(
    rules: Rules,
    matches: int | None,
    players: int | None,
    bots: str | None,
    seed: int,
    as_json: bool,
    record: Path | None,
) -> None:
    """Let bots play whole matches; the seats move on by one from match to match, so that each deals as often."""
    if players is not None:
        rules.check_players(players)
    cast = _cast(bots, players)
    rules.check_players(len(cast))
    number = _MATCHES if matches is None else matches
    names = numbered([bot.value for bot in cast])
    points: list[list[float]] = [[] for _ in cast]
    won = [0] * len(cast)
    out_of = rounds = 0
    texts: list[str] = []
    with progress(number, "playing") as bar:
        for game in range(number):
            finished = _played(rules, cast, names, game, seed)
            outcome = finished.outcome
            assert outcome is not None  # noqa: S101  it has been played to its end
            for seat, name in enumerate(finished.names):
                points[names.index(name)].append(outcome.totals[seat])
                won[names.index(name)] += seat in outcome.winners
            rounds += len(finished.entries)
            out_of += sum(entry.result is not None and entry.result.out is not None for entry in finished.entries)
            if record is not None:
                texts.append(records.to_text(finished))
            bar.advance(bar.task_ids[0])
    if record is not None:
        with record.open("x", encoding="utf-8") as file:
            file.writelines(texts)
    shares = [share(wins, number) for wins in won]
    means = [mean(values) for values in points]
    gone_out = share(out_of, rounds)
    if as_json:
        answer: ReportJson = {
            "rules": rules.name,
            "players": len(cast),
            "seed": seed,
            "matches": number,
            "confidence": 0.95,
            "bots": [
                {"name": name, "won": estimate_json(shares[at]), "points": estimate_json(means[at])}
                for at, name in enumerate(names)
            ],
            "gone_out": estimate_json(gone_out),
        }
        typer.echo(json.dumps(answer, indent=2))
        return
    out = console()
    out.print(Text(" against ".join(names), style="bold"))
    out.print(f"{rules.title}, {number:,} matches of {rules.rounds} rounds, {len(cast)} players. Seed {seed}.")
    out.print()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for title in ("", "matches won", "points a match"):
        table.add_column(title, justify="right" if title else "left")
    for at, name in enumerate(names):
        table.add_row(name, percent_text(shares[at]), number_text(means[at]))
    out.print(table)
    out.print()
    out.print(f"Rounds in which somebody went out: {percent_text(gone_out)} of {count(rounds, 'round')}.")


def _cast(bots: str | None, players: int | None) -> list[Name]:
    """Return the bots, the last one repeated up to the number of players."""
    known = {name.value: name for name in Name}
    named = [name.strip().lower() for name in (bots or Name.COLLECTOR.value).split(",")]
    for name in named:
        if name not in known:
            raise UsageError(f"no bot of this game is called {name[:40]!r}; expected {', '.join(known)}")
    number = max(_PLAYERS, len(named)) if players is None else players
    if len(named) > number:
        raise UsageError(f"{count(len(named), 'bot')} for {number} players; expected one for each")
    return [known[name] for name in (*named, *named[-1:] * (number - len(named)))]


def _played(rules: Rules, cast: Sequence[Name], names: Sequence[str], game: int, seed: int) -> Match:
    """Return a finished match in which everybody sits one seat further on than in the one before."""
    order = [(at + game) % len(cast) for at in range(len(cast))]
    bots = [cast[at].make(generator(seed, f"bot {at} match {game}")) for at in order]
    match = Match.start(rules, names=[names[at] for at in order], dealer=0)
    for then, _ in play_match(match, bots, generator(seed, f"svensk match {game}")):
        match = then
    return match
