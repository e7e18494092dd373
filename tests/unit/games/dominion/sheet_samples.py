"""Score sheets for the tests of the validator, built from decks: every number is right until a test changes it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.dominion import cards as c
from games.dominion.check.sheet import check
from games.findings import Finding

EVENT = Path(__file__).resolve().parents[3] / "data" / "event-13-players.json"

Sheet = dict[str, Any]
Deck = dict[str, int]

#: Ten cards with which nothing leaves a deck and nobody gains more than one card a turn.
PLAIN = ["moat", "cellar", "chancellor", "laboratory", "smithy", "village", "library", "militia", "spy", "adventurer"]
START: Deck = {"copper": 7, "estate": 3}


def plain_with(*names: str) -> list[str]:
    """Return the plain kingdom with its last cards replaced by ``names``."""
    return [*PLAIN[: 10 - len(names)], *names]


def deck(**more: int) -> Deck:
    """Return the starting deck and more; a given card replaces its starting number."""
    return {**START, **more}


def numbers(cards: Deck, turns: int) -> dict[str, int]:
    counts = [cards.get(name, 0) for name in c.NAMES]
    return {
        "points": c.points(counts),
        "turns": turns,
        "gold": counts[c.GOLD],
        "coins": sum(map(int.__mul__, counts, c.VALUE)),
        "actions": sum(count for code, count in enumerate(counts) if c.IS_ACTION[code]),
    }


def table(kingdom: Iterable[str], decks: list[Deck], turns: list[int], end: str = "time", **more: Any) -> Sheet:
    """Return a sheet with decks; the turns determine who ended the game."""
    seats = [{**numbers(cards, each), "deck": dict(cards)} for cards, each in zip(decks, turns, strict=True)]
    return {
        "kingdom": list(kingdom),
        "end": end,
        "ended_by": turns.count(turns[0]),
        "seats": seats,
        **more,
    }


def bare(kingdom: Iterable[str], rows: list[tuple[int, int, int, int, int]], end: str = "time", **more: Any) -> Sheet:
    """Return a sheet with numbers only: points, turns, gold, coins, actions per seat."""
    names = ("points", "turns", "gold", "coins", "actions")
    seats = [dict(zip(names, row, strict=True)) for row in rows]
    turns = [row[1] for row in rows]
    return {"kingdom": list(kingdom), "end": end, "ended_by": turns.count(turns[0]), "seats": seats, **more}


def breakdown_of(cards: Deck) -> Deck:
    counts = {name: cards.get(name, 0) for name in (*c.BASE, "gardens")}
    actions = sum(count for name, count in cards.items() if c.IS_ACTION[c.by_name(name)])
    return {**counts, "actions": actions, "cards": sum(cards.values())}


def with_supply(sheet: Sheet) -> Sheet:
    """Return the same sheet with the supply that follows from its decks and its trash."""
    players = len(sheet["seats"])
    trash = sheet.setdefault("trash", {})
    piles = {**sheet, "supply": {}}
    for name in (*c.BASE, *sheet["kingdom"]):
        owned = sum(seat["deck"].get(name, 0) for seat in sheet["seats"])
        piles["supply"][name] = c.INIT[players][c.by_name(name)] - owned - trash.get(name, 0)
    return piles


def _without(sheet: Sheet, *fields: str) -> Sheet:
    return {key: value for key, value in copy.deepcopy(sheet).items() if key not in fields}


def _seats_as(sheet: Sheet, modes: list[str]) -> Sheet:
    for seat, mode in zip(sheet["seats"], modes, strict=True):
        if mode != "deck":
            cards = seat.pop("deck")
            if mode == "breakdown":
                seat["breakdown"] = breakdown_of(cards)
    return sheet


def modes(sheet: Sheet) -> dict[str, Sheet]:
    """Return a complete sheet (decks, trash, supply) in every mode in which it can be reported."""
    count = len(sheet["seats"])
    decks = _without(sheet, "trash", "supply")
    mixed = ["sheet", "breakdown", "deck", "deck"][:count]
    return {
        "deck+trash+supply": copy.deepcopy(sheet),
        "deck+supply": _without(sheet, "trash"),
        "deck+trash": _without(sheet, "supply"),
        "deck": decks,
        "breakdown": _seats_as(copy.deepcopy(decks), ["breakdown"] * count),
        "breakdown+trash+supply": _seats_as(copy.deepcopy(sheet), ["breakdown"] * count),
        "sheet": _seats_as(copy.deepcopy(decks), ["sheet"] * count),
        "sheet+supply": _seats_as(_without(sheet, "trash"), ["sheet"] * count),
        "sheet+trash+supply": _seats_as(copy.deepcopy(sheet), ["sheet"] * count),
        "mixed": _seats_as(copy.deepcopy(decks), mixed),
        "mixed+trash+supply": _seats_as(copy.deepcopy(sheet), mixed),
    }


def event_tables() -> list[Sheet]:
    """Return every table of the example event as a sheet with decks, trash, supply, lots and places."""
    event = json.loads(EVENT.read_text(encoding="utf-8"))
    sheets = []
    for one_round in event["rounds"]:
        for entry in one_round["tables"]:
            rows = {row["player"]: row for row in entry["results"]}
            seats = [{k: v for k, v in rows[player].items() if k != "player"} for player in entry["seats"]]
            sheet = {"kingdom": one_round["kingdom"]["drawn"], "seats": seats}
            sheets.append({**sheet, **{key: entry[key] for key in ("end", "ended_by", "trash", "supply")}})
    return sheets


def findings(sheet: Any, players: int | None = None) -> tuple[Finding, ...]:
    return check(sheet, players=players or len(sheet["seats"])).findings


def codes(sheet: Any, players: int | None = None) -> set[tuple[str, str]]:
    """Return code and severity of all findings."""
    return {(finding.code, finding.severity.value) for finding in findings(sheet, players)}


def errors(sheet: Sheet) -> set[str]:
    """Return the codes of the errors, lots and places excepted."""
    return {finding.code for finding in findings(sheet) if finding.is_error and finding.code[0] != "P"}


def with_fields(sheet: Sheet, **more: Any) -> Sheet:
    """Return a copy of the sheet with these fields of the table."""
    return {**copy.deepcopy(sheet), **more}


def with_lots(sheet: Sheet) -> Sheet:
    """Return a copy of the sheet with a lot wherever players are equal in all five numbers."""
    sheet = copy.deepcopy(sheet)
    lots_by_numbers: dict[tuple[int, ...], int] = {}
    keys = [
        tuple(seat.get(name, 0) for name in ("points", "turns", "gold", "coins", "actions")) for seat in sheet["seats"]
    ]
    for seat, key in zip(sheet["seats"], keys, strict=True):
        if keys.count(key) > 1:
            seat["lot"] = lots_by_numbers[key] = lots_by_numbers.get(key, 0) + 1
    return sheet
