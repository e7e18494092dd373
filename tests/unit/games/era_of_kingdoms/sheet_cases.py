"""Sheets of real games, and changes that break each of them in one place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from games.chance import SeededChance
from games.era_of_kingdoms.bots import restless_bot
from games.era_of_kingdoms.game import GAME
from games.findings import Finding

Sheet = dict[str, Any]


@cache
def _played(players: int, trade: bool, seed: int) -> Sheet:
    options: dict[str, Any] = {"trade": trade} | ({"difficulty": "hard"} if players == 1 else {})
    outcome = GAME.play(GAME.setup(players, options), SeededChance(f"v/{seed}"), restless_bot(f"v/{seed}"))
    assert outcome.end == "age_of_enlightenment"
    return outcome.sheet


def played(players: int = 3, trade: bool = False, seed: int = 0) -> Sheet:
    """Return the sheet of a finished game."""
    return copy.deepcopy(_played(players, trade, seed))


def findings(sheet: Sheet) -> list[Finding]:
    return list(GAME.check(sheet, players=len(sheet["seats"])).findings)


def codes(sheet: Sheet) -> set[tuple[str, str]]:
    return {(finding.code, finding.severity.value) for finding in findings(sheet)}


def castle(sheet: Sheet) -> Sheet:
    """Return a seat with a Castle."""
    return next(seat for seat in sheet["seats"] if seat["realm"] == "castle")


def stack(sheet: Sheet) -> Sheet:
    """Return a cell with a card over another."""
    cells = [cell for seat in sheet["seats"] for cell in seat["cells"].values()]
    return next(cell for cell in cells if len(cell["cards_bottom_to_top"]) > 1)


# --- each breaks one thing -----------------------------------------------------------------------------------------


def one_riches_more(sheet: Sheet) -> None:
    sheet["seats"][0]["riches"] += 1


def four_persons(sheet: Sheet) -> None:
    sheet["seats"][0]["persons"] = [{"card": "guard", "vp": 0}] * 4


def five_persons(sheet: Sheet) -> None:
    sheet["seats"][0]["persons"] = [{"card": "guard", "vp": 0}] * 5


def victory_too_high(sheet: Sheet) -> None:
    seat = sheet["seats"][0]
    seat["victories"] = [{"card": "victory_F", "vp": seat["food"] // 2 + 1}]


def plague_points(sheet: Sheet) -> None:
    seat = sheet["seats"][0]
    seat["plague_vp"] = -2 * seat["plagues"] - 1


def plagues_uncounted(sheet: Sheet) -> None:
    sheet["seats"][0]["plagues"] += 1


def immediate_points(sheet: Sheet) -> None:
    sheet["seats"][0]["immediate_vp"] += 1


def total_off(sheet: Sheet) -> None:
    sheet["seats"][0]["points"] += 1


def part_off(sheet: Sheet) -> None:
    seat = sheet["seats"][0]
    seat["lands_vp"] = sum(cell["vp"] for cell in seat["cells"].values()) + 1


def places_swapped(sheet: Sheet) -> None:
    seats = sheet["seats"]
    seats[0]["place"], seats[1]["place"] = seats[1]["place"], seats[0]["place"]


def drawer_without_castle(sheet: Sheet) -> None:
    sheet["seats"][sheet["drawer"] - 1]["realm"] = "town_hall"


def drawer_at_the_limit(sheet: Sheet) -> None:
    sheet["how"] = "round_limit"


def refill_without_trade(sheet: Sheet) -> None:
    sheet["how"] = "refill"


def age_points_by_several(sheet: Sheet) -> None:
    sheet["seats"][0]["age_vp"] = 1


def two_points_of_age(sheet: Sheet) -> None:
    sheet["seats"][0]["age_vp"] = 2


def shadow_drawer_without_castle(sheet: Sheet) -> None:
    sheet["drawer"] = "shadow"
    sheet["seats"][0]["realm"] = "town_hall"
    sheet["seats"][0]["age_vp"], sheet["shadow"]["age_vp"] = 0, 1


def a_turn_more(sheet: Sheet) -> None:
    other = next(seat for number, seat in enumerate(sheet["seats"], 1) if number != sheet["drawer"])
    other["turns"] += 1


def rounds_off(sheet: Sheet) -> None:
    sheet["rounds"] += 1


def castle_without_cards(sheet: Sheet) -> None:
    seat = castle(sheet)
    seat["cells"], seat["persons"], seat["cards_left_the_territory"] = {}, [], False


def shadow_total_off(sheet: Sheet) -> None:
    sheet["shadow"]["points"] -= 1


def too_many_markets(sheet: Sheet) -> None:
    for seat in sheet["seats"]:
        seat["cells"] = {name: {"card": "market", "vp": 1} for name in ("N", "E", "S", "W")}


def too_many_immediate(sheet: Sheet) -> None:
    sheet["seats"][0]["immediate"] = 9


def too_many_plagues(sheet: Sheet) -> None:
    sheet["seats"][0]["plagues"] = 5


def other_points(sheet: Sheet) -> None:
    next(iter(sheet["seats"][0]["cells"].values()))["vp"] += 1


def other_attack(sheet: Sheet) -> None:
    sheet["seats"][0]["attack"] += 1


def other_units(sheet: Sheet) -> None:
    sheet["seats"][1]["wood"] += 1


def too_many_advanced(sheet: Sheet) -> None:
    advanced_without_castle(sheet)
    sheet["seats"][sheet["drawer"] - 1]["realm"] = "castle"


def advanced_without_castle(sheet: Sheet) -> None:
    advanced = ["food4", "metal4", "wood4", "pop4", "monument"] * 2
    for seat in sheet["seats"]:
        seat["realm"] = "town_hall"
        seat["cells"] = dict(zip(["N", "NE", "E", "SE", "S", "SW", "W", "NW"], advanced, strict=False))


def wrong_order(sheet: Sheet) -> None:
    stack(sheet)["cards_bottom_to_top"].reverse()


def wrong_resource(sheet: Sheet) -> None:
    cell = stack(sheet)
    cell["cards_bottom_to_top"][0] = "walls"


def no_bottom(sheet: Sheet) -> None:
    cell = stack(sheet)
    cell["cards_bottom_to_top"] = cell["cards_bottom_to_top"][1:]


def plague_under_walls(sheet: Sheet) -> None:
    sheet["seats"][0]["cells"]["N"] = {"card": "walls", "plagues": 1}


def yield_under_walls(sheet: Sheet) -> None:
    sheet["seats"][0]["cells"]["N"] = {"card": "walls", "high_yields": 1}


def trading_post_without_trade(sheet: Sheet) -> None:
    assert not sheet["trade"]
    sheet["seats"][0]["cells"]["N"] = {"card": "trading_post"}


def another_reading(sheet: Sheet) -> None:
    sheet["readings"] = {"riches_vp": 1}


def drawer_a_turn_less(sheet: Sheet) -> None:
    """Remove the drawer's last turn."""
    assert sheet["how"] == "deck"
    sheet["seats"][sheet["drawer"] - 1]["turns"] -= 1
    if sheet["drawer"] == sheet["start"]:
        sheet["rounds"] -= 1


def riches_counted(sheet: Sheet) -> None:
    """Count each riches card as one point; the places are left out."""
    for seat in sheet["seats"]:
        seat["points"] += seat["riches"]
        seat.pop("place", None)


class Case(NamedTuple):
    """A sheet broken in one place: the finding's code, its case, its severity."""

    spoil: Callable[[Sheet], None]
    code: str
    key: str
    severity: str = "error"
    players: int = 3


CASES = [
    Case(one_riches_more, "V1", "V1"),
    Case(four_persons, "V2", "V2"),
    Case(five_persons, "V2", "V2"),
    Case(victory_too_high, "V3", "V3"),
    Case(plague_points, "V4", "V4"),
    Case(plagues_uncounted, "V4", "V4:count"),
    Case(immediate_points, "V4", "V4:immediate"),
    Case(total_off, "V5", "V5"),
    Case(part_off, "V5", "V5:part"),
    Case(places_swapped, "V5", "V5:place"),
    Case(drawer_without_castle, "V6", "V6"),
    Case(drawer_at_the_limit, "V6", "V6:limit"),
    Case(refill_without_trade, "V6", "V6:refill"),
    Case(age_points_by_several, "V6", "V6:points"),
    Case(two_points_of_age, "V6", "V6:points"),
    Case(shadow_drawer_without_castle, "V6", "V6:shadow", players=1),
    Case(a_turn_more, "V7", "V7"),
    Case(rounds_off, "V7", "V7:rounds"),
    Case(castle_without_cards, "V8", "V8"),
    Case(shadow_total_off, "V9", "V9", players=1),
    Case(too_many_markets, "V10", "V10", "warning"),
    Case(too_many_immediate, "V10", "V10:immediate", "warning"),
    Case(too_many_plagues, "V10", "V10:plagues", "warning"),
    Case(other_points, "V11", "V11:points", "warning"),
    Case(other_attack, "V11", "V11", "warning"),
    Case(other_units, "V11", "V11", "warning"),
    Case(too_many_advanced, "V12", "V12", "warning"),
    Case(advanced_without_castle, "V12", "V12:castle", "warning"),
    Case(wrong_order, "V13", "V13", "warning"),
    Case(wrong_resource, "V13", "V13", "warning"),
    Case(no_bottom, "V13", "V13:bottom"),
    Case(wrong_order, "V13", "V13:top"),
    Case(plague_under_walls, "V13", "V13:plague"),
    Case(yield_under_walls, "V13", "V13:yield"),
    Case(trading_post_without_trade, "V13", "V13:trade"),
    Case(another_reading, "READING_GONE", "READING_GONE"),
]
