"""A whole event, actually played: drawn by the rules, its games by bots, its file in the format of the report."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.chance import SeededChance
from games.dominion.bots import bot
from games.dominion.game import Dominion
from games.runner import seated
from tournament.regulation import draws, final, standings, validity
from tournament.regulation import seating as tables
from tournament.regulation import table_result as result
from tournament.regulation.event_file.fields import FORMAT
from tournament.regulation.event_file.parse import write_draw

GAME = Dominion()
BOTS = ("big-money", "engine-builder", "attack", "gardens")


def _table(number: int, players: list[str], kingdom: tuple[str, ...], seed: str, label: str) -> dict[str, Any]:
    """Return one table: seats drawn, a game played, its result with the lots it needs."""
    seating = draws.make("seats", f"{label}/table-{number}", players, seed=seed, word="luna")
    seats = seating.outcome
    setup = GAME.setup(len(seats), {"kingdom": list(kingdom), "tournament": True, "turn_limit": 140})
    choose = seated([bot(BOTS[place % len(BOTS)])(f"{label}{number}{place}") for place in range(len(seats))])
    outcome = GAME.play(setup, SeededChance(f"{seed}/{label}/{number}"), choose)
    rows = [dict(seat, player=player, lot=None) for player, seat in zip(seats, outcome.sheet["seats"], strict=True)]
    for group in result.tied_groups(rows):
        label_of_lots = f"{label}/table-{number}"
        drawn = draws.make("table_lots", label_of_lots, [str(row) for row in group], seed=seed, word="luna").outcome
        for lot, row in enumerate(drawn, start=1):
            rows[int(row)]["lot"] = lot
    for place in result.rank_table(rows):
        rows[place.index]["place"] = place.place
    sheet = outcome.sheet
    return {
        "number": number,
        "seats": list(seats),
        "draw": write_draw(seating),
        "end": sheet["end"],
        "ended_by": sheet["ended_by"],
        "results": sorted(rows, key=lambda row: row["place"]),
        **{name: sheet[name] for name in ("trash", "supply") if name in sheet},
    }


def _round(number: int, groups: list[list[str]], seed: str, *, is_final: bool = False) -> dict[str, Any]:
    kingdom = draws.make("kingdom", f"round-{number}", (), seed=seed, word="luna")
    played = [_table(t, group, kingdom.outcome, seed, f"round-{number}") for t, group in enumerate(groups, start=1)]
    return {
        "number": number,
        "final": is_final,
        "kingdom": {"drawn": list(kingdom.outcome), "rejected": list(kingdom.rejected), "draw": write_draw(kingdom)},
        "tables": played,
    }


def _results(info: Mapping[str, Any]) -> list[dict[str, int]]:
    return [{row["player"]: row["place"] for row in table["results"]} for table in info["tables"]]


def played_event(players: int, seed: str, leaving: Mapping[int, Collection[int]] | None = None) -> dict[str, Any]:
    """Return an event file.

    Arguments:
        players: number of players in round 1.
        seed: 64 hexadecimal digits.
        leaving: by round, the players who leave after it, as positions in the standings among those still playing.
    """
    names = [f"p{number:02}" for number in range(1, players + 1)]
    planned = validity.planned_rounds(players).rounds
    rounds: list[dict[str, Any]] = []
    former_players: list[str] = []
    order = list(draws.make("tables", "round-1", names, seed=seed, word="luna").outcome)
    for number in range(1, planned + 1):
        info = _round(number, tables.swiss_tables([name for name in order if name not in former_players]), seed)
        rounds.append(info)
        results = [_results(round_info) for round_info in rounds]
        lots: dict[str, int] = {}
        for g, group in enumerate(standings.tied_groups(results, players=names)):
            scope = f"round-{number}/group-{g}"
            lots |= draws.lots_by_order(draws.make("standings_lots", scope, group, seed=seed, word="luna").outcome)
        rows = standings.standings(results, lots=lots, players=names)
        fields = ("position", "player", "wins", "seconds", "thirds", "lot")
        info["standings"] = [{name: getattr(row, name) for name in fields} for row in rows]
        order = [row.player for row in rows]
        playing = [name for name in order if name not in former_players]
        leavers = [playing[position - 1] for position in (leaving or {}).get(number, ())]
        if leavers:
            info["left"] = leavers
            former_players += leavers
    who = final.finalists(order, left=former_players)
    last = _round(planned + 1, [who], seed, is_final=True) if who else None
    if last:
        rounds.append(last)
    return {
        "format": FORMAT,
        "event": {
            "name": "Torneo",
            "city": "Lucca",
            "venue": "Circolo",
            "first_day": "2009-07-04",
            "last_day": "2009-07-05",
            "game": "dominion",
            "fascia": "I",
            "regulation": "2.0",
            "organiser": "Circolo",
            "announcement": "https://forum.example/1",
            "rounds": planned,
        },
        "players": [{"id": name, "first_name": name, "last_name": "X", "consent": True} for name in names],
        "rounds": rounds,
        "final_places": final.final_places(order, list(_results(last)[0]) if last else None, left=former_players),
    }
