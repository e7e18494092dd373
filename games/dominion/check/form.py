"""Form fields of the Dominion score sheet, and the conversion between them and a sheet in both directions.

Field names: ``s0_points`` is the points of the first seat, ``s0_copper`` its Coppers, ``s0_tie_copper`` those counted
only because it is equal with another seat, ``t_copper`` the Coppers in the trash, ``end`` and ``ended_by`` the table's.
Input that is not a number is passed on unchanged, so that the check of the sheet alone reports what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ...sheet_form import Field, Layout, parse_number, parse_numbers
from .. import cards
from ..display import asks_for_trash
from .numbers import turns_are_cyclic
from .reading import BREAKDOWN_CARDS, BREAKDOWN_FIELDS
from .sheet import derive_numbers

#: Levels of detail per player, from most to least (docs/validator.md says what each proves).
MODES: Final = ("deck", "breakdown", "numbers", "points")
DEFAULT_MODE: Final = "breakdown"
#: Modes in which cards are counted, so that the points follow from them.
CARD_MODES: Final = ("deck", "breakdown")
ENDS: Final = ("provinces", "piles", "time")

#: Texts on a value that the others determine.
_WORDS: Final = {
    "it": {"comes": "risulta {}", "last": "dai turni: la sedia {}"},
    "en": {"comes": "comes to {}", "last": "by the turns: seat {}"},
}
#: Cards that equals count, in the order of art. 1.5 b-d: the value of the coins follows from the Treasures.
_TIE_CARDS: Final = ("copper", "silver", "gold", "actions")
_COIN_VALUES: Final = {"copper": 1, "silver": 2, "gold": 3}
#: Numbers that follow from the cards.
_NUMBERS: Final = ("gold", "coins", "actions")
_TINTS: Final = {
    **{"copper": "copper", "silver": "argent", "gold": "gold", "curse": "curse"},
    **{name: "victory" for code, name in enumerate(cards.NAMES) if cards.IS_VICTORY[code]},
}


def _card(name: str, edition: str) -> Field:
    return Field(name, cards.name_of(name, edition), _TINTS.get(name, ""))


def from_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a sheet that the event knows already: the kingdom, drawn by the Moat rule."""
    return {"kingdom": list(setup.get("drawn", ())), "tournament": True}


def layout(setup: Mapping[str, Any], mode: str, edition: str) -> Layout:
    """Return the fields for a round's kingdom in one of MODES."""
    kingdom = tuple(setup.get("drawn", ()))
    by_cost = sorted(kingdom, key=lambda name: (cards.COST[cards.by_name(name)], name))
    base = [_card(name, edition) for name in cards.BASE]
    if mode == "deck":
        counted = (*base, *(_card(name, edition) for name in by_cost))
    elif mode == "breakdown":
        victories = [_card(name, edition) for name in cards.kingdom_victories(kingdom)]
        counted = (*base, *victories, Field("actions", ""), Field("cards", ""))
    elif mode == "numbers":
        counted = (_card("gold", edition), Field("coins", ""), Field("actions", ""))
    else:
        counted = ()
    trash_cards = (*cards.BASE, *by_cost) if mode in CARD_MODES and asks_for_trash(kingdom) else ()
    trash = tuple(replace(_card(name, edition), name=f"t_{name}") for name in trash_cards)
    written = (Field("turns", ""), Field("points", "", follows=mode in CARD_MODES))
    table = (Field("ended_by", "", kind="seat", follows=True), *trash)
    return Layout(mode, counted, written, table, () if mode == "numbers" else _tie_fields(edition))


def _tie_fields(edition: str) -> tuple[Field, ...]:
    cards_counted = [_card(name, edition) for name in _COIN_VALUES]
    return tuple(replace(one, name=f"tie_{one.name}") for one in (*cards_counted, Field("actions", "")))


def to_sheet(values: Mapping[str, str], setup: Mapping[str, Any], players: int, *, complete: bool) -> dict[str, Any]:
    """Convert the form's values to a sheet.

    Arguments:
        values: field name -> input text.
        setup: of the round, ``{"drawn": [...]}``.
        complete: false while the user is still typing.
    """
    kingdom = list(setup.get("drawn", ()))
    mode = values.get("mode") if values.get("mode") in MODES else DEFAULT_MODE
    seats = [_seat(values, f"s{index}", mode or DEFAULT_MODE, kingdom) for index in range(players)]
    ended_by = parse_number(values.get("ended_by"))
    sheet: dict[str, Any] = {
        **from_setup(setup),
        "end": values.get("end") or None,
        "ended_by": _last_by_turns(seats) if ended_by is None else ended_by,
        "seats": seats,
    }
    if asks_for_trash(kingdom):
        trash = parse_numbers(values, "t", (*cards.BASE, *kingdom))
        if trash:
            sheet["trash"] = trash
    if not complete:
        sheet["complete"] = False
    return sheet


def _last_by_turns(seats: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the seat that played the last turn, from 1; None while the turns do not say it.

    Source: art. 2.3; turns pass in a circle, so that the players of the last round are the first ones.
    """
    turns = [seat.get("turns") for seat in seats]
    known = [count for count in turns if isinstance(count, int)]
    return turns.count(turns[0]) if known and len(known) == len(turns) and turns_are_cyclic(known) else None


def follows(sheet: Mapping[str, Any], setup: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """Return the points that follow from the counted cards, and the last player by the turns.

    Arguments:
        sheet: as :func:`games.dominion.check.sheet.check` returns it.
    """
    words = _WORDS["en" if edition == "en" else "it"]
    texts = {
        f"s{index}_points": words["comes"].format(str(seat["points"]).replace("-", "−"))
        for index, seat in enumerate(sheet["seats"])
        if seat.get("points") is not None and ("deck" in seat or "breakdown" in seat)
    }
    if sheet.get("ended_by") is not None:
        texts["ended_by"] = words["last"].format(sheet["ended_by"])
    return texts


def _seat(values: Mapping[str, str], prefix: str, mode: str, kingdom: Sequence[str]) -> dict[str, Any]:
    seat: dict[str, Any] = parse_numbers(values, prefix, ("points", "turns"))
    if mode == "deck":
        deck = parse_numbers(values, prefix, (*cards.BASE, *kingdom))
        if deck:
            seat["deck"] = deck
    elif mode == "breakdown":
        absent = set(BREAKDOWN_CARDS) - {*cards.BASE, *kingdom}
        names = [name for name in BREAKDOWN_FIELDS if name not in absent]
        breakdown = parse_numbers(values, prefix, names)
        if breakdown:
            seat["breakdown"] = breakdown
    elif mode == "numbers":
        seat |= parse_numbers(values, prefix, _NUMBERS)
    if mode != "numbers" and "deck" not in seat and "breakdown" not in seat:
        seat |= _numbers_of_equals(parse_numbers(values, f"{prefix}_tie", _TIE_CARDS))
    return seat


def _numbers_of_equals(counted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers that follow from the cards that equals have counted."""
    numbers = {name: counted[name] for name in ("gold", "actions") if name in counted}
    coins = [counted[name] * value for name, value in _COIN_VALUES.items() if isinstance(counted.get(name), int)]
    if len(coins) == len(_COIN_VALUES):
        numbers["coins"] = sum(coins)
    return numbers


def in_mode(values: Mapping[str, str], setup: Mapping[str, Any], players: int, mode: str) -> dict[str, str]:
    """Return the form's values for another of MODES, with the numbers that follow from the cards counted so far.

    Arguments:
        values, setup, players: as for :func:`to_sheet`.
    """
    filled = {**values, "mode": mode}
    for index, row in enumerate(derive_numbers(to_sheet(values, setup, players, complete=False), players=players)):
        for name in _NUMBERS:
            if row[name] is not None and not filled.get(f"s{index}_{name}"):
                filled[f"s{index}_{name}"] = str(row[name])
    return filled


def mode_of(sheet: Mapping[str, Any]) -> str:
    """Return the least detailed mode that shows everything on a sheet."""
    seats = sheet.get("seats", ())
    if any(seat.get("deck") for seat in seats):
        return "deck"
    if any(seat.get("breakdown") for seat in seats):
        return "breakdown"
    if any(seat.get(name) is not None for seat in seats for name in _NUMBERS):
        return "numbers"
    return "points" if any(seat.get("points") is not None for seat in seats) else DEFAULT_MODE


def to_values(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Convert a sheet to the form's values."""
    values: dict[str, Any] = {"mode": mode_of(sheet), "end": sheet.get("end"), "ended_by": sheet.get("ended_by")}
    for index, seat in enumerate(sheet.get("seats", ())):
        for name in ("points", "turns", *_NUMBERS):
            values[f"s{index}_{name}"] = seat.get(name)
        for name, count in (seat.get("breakdown") or seat.get("deck") or {}).items():
            values[f"s{index}_{name}"] = count
    for name, count in (sheet.get("trash") or {}).items():
        values[f"t_{name}"] = count
    return {name: str(value) for name, value in values.items() if value is not None}


_SEAT_PATH: Final = re.compile(r"seats\[(\d+)\]\.(?:deck\.|breakdown\.)?(\w+)$")


def field_of(path: str) -> str:
    """Return the form field that a finding's path refers to; empty if it refers to more than one."""
    seat = _SEAT_PATH.fullmatch(path)
    if seat:
        return f"s{seat[1]}_{seat[2]}"
    if path.startswith("trash."):
        return f"t_{path.removeprefix('trash.')}"
    return path if path in ("end", "ended_by") else ""


#: Codes of findings whose bound is the only correct number, so that a button can enter it.
FIXABLE: Final = frozenset(("D2", "D3", "D4", "D5", "T2"))


def read_cards(text: str) -> list[str]:
    """Return the code names of cards listed with commas, semicolons or line breaks.

    Accepts either Italian name set or English.

    Raises:
        UnknownCard: no such card; carries the nearest name.
    """
    return [cards.card(part) for part in re.split(r"[,;\n]+", text) if part.strip()]
