"""Form fields of the score sheet, and the conversion between them and a sheet in both directions.

Field names: ``s0_points`` is the points of the first seat, ``s0_N`` its northern cell (cards from bottom to top,
separated by commas), ``s0_N_plagues`` the plagues under it, ``drawer``, ``how``, ``rounds``, ``start``, ``trade`` the
table's; the shadow realm's begin with ``t_``. Input that is not a number is passed on unchanged, so that the check of
the sheet alone reports what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...sheet_form import Field, Layout, parse_number, parse_numbers
from ..display import label
from ..kingdom import CELLS, REALMS
from ..labels import LABELS
from ..outcome_sheet import HOWS
from ..pack.fields import RESOURCES
from ..pack.loading import DEFAULT_PACK, Pack, pack
from .form_derived import follows

__all__ = [
    "DEFAULT_MODE",
    "ENDS",
    "FIXABLE",
    "MODES",
    "field_of",
    "follows",
    "from_setup",
    "in_mode",
    "layout",
    "mode_of",
    "read_cards",
    "to_sheet",
    "to_values",
    "unused",
]

#: Levels of detail per player: the cards, or only the numbers.
MODES: Final = ("cards", "numbers")
DEFAULT_MODE: Final = "numbers"
ENDS: Final = HOWS
#: Codes of findings whose bound is the only correct number, so that a button can enter it.
FIXABLE: Final = frozenset(("V4", "V5", "V7", "V9"))

_SUMS: Final = ("lands_vp", "persons_vp", "victories_vp")
_PARTS: Final = ("immediate", "plagues", "age_vp")
_DECIDING: Final = ("points", "riches", "attack", "defence")
_RESULT: Final = (*_DECIDING, *RESOURCES, "turns")
_LISTS: Final = ("persons", "victories")
_UNDER: Final = ("plagues", "high_yields")
_HEADER: Final = ("start", "drawer", "rounds")
#: Group headings of a player's fields.
_GROUPS: Final = ("territory", "where_from", "result", "needs")
#: Fields whose value the page computes while the user is typing.
_FOLLOWING: Final = frozenset(("points", "plagues"))
_TRUE: Final = frozenset(("1", "on", "true", "yes", "sì"))


def from_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a sheet that the event knows already: the pack it is checked with, and the trade expansion."""
    return {"pack": setup.get("pack", DEFAULT_PACK), "trade": bool(setup.get("trade", False))}


def layout(setup: Mapping[str, Any], mode: str, edition: str) -> Layout:
    """Return the fields in one of MODES; they are the same for every set-up."""

    def fields(names: Sequence[str], group: str = "") -> tuple[Field, ...]:
        return tuple(Field(name, label(name, edition), group=group, follows=name in _FOLLOWING) for name in names)

    def words(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        return tuple((name, label(name, edition)) for name in names)

    realm = Field("realm", label("realm", edition), kind="choice", options=words(REALMS))
    table = (
        Field("start", label("start", edition), kind="seat"),
        Field("drawer", label("drawer", edition), kind="seat"),
        Field("how", label("how", edition), kind="choice", options=words(HOWS)),
        Field("rounds", label("rounds", edition), follows=True),
    )
    territory, points, result, needs = (label(name, edition) for name in _GROUPS)
    written = (*fields(_DECIDING, result), *fields((*RESOURCES, "turns"), needs))
    if mode == "cards":
        counted = (realm, *_cells(territory, edition), *_lists(territory, edition), *fields(_PARTS, points))
    else:
        counted = (realm, *fields((*_SUMS, *_PARTS), points))
    return Layout(mode, counted, written, table)


def unused(values: Mapping[str, str], mode: str, players: int) -> frozenset[str]:
    """Return the fields on what is under a stack, for the cells that hold none."""
    names: set[str] = set()
    for seat in range(players):
        empty = [cell for cell in CELLS if not values.get(f"s{seat}_{cell}", "").strip()]
        names |= {f"s{seat}_{cell}_{name}" for cell in empty for name in _UNDER}
        if len(empty) == len(CELLS):
            names.add(f"s{seat}_left")
    return frozenset(names)


def _cells(group: str, edition: str) -> tuple[Field, ...]:
    """Return, per cell, the fields for its cards from bottom to top and for what is under them."""
    form_fields = []
    for cell in CELLS:
        form_fields.append(Field(cell, label(cell, edition), kind="text", group=group))
        for name in _UNDER:
            words = f"{label(cell, edition)}: {label(name, edition).lower()}"
            form_fields.append(Field(f"{cell}_{name}", words, group=group, rare=True))
    return tuple(form_fields)


def _lists(group: str, edition: str) -> tuple[Field, ...]:
    """Return the fields for the cards in no cell, and for whether any have left the territory."""
    answers = (("on", label("yes", edition)), ("off", label("no", edition)))
    left = Field("left", label("cards_left_the_territory", edition), "", "choice", answers, group, rare=True)
    return (*(Field(name, label(name, edition), kind="text", group=group) for name in _LISTS), left)


def _pack_of(setup: Mapping[str, Any]) -> Pack:
    return pack(setup.get("pack", DEFAULT_PACK))


def read_cards(text: str, cards: Pack | None = None) -> list[str]:
    """Return the code names of cards listed with commas or line breaks.

    Accepts code names and Italian or English names; others are returned as typed.
    """
    known = pack() if cards is None else cards
    return [_code_name(part.strip(), known) for part in re.split(r"[,;\n]+", text) if part.strip()]


def _code_name(name: str, cards: Pack) -> str:
    folded = name.casefold()
    for card in cards.cards:
        if folded in (card.id, card.name_it.casefold(), card.name_en.casefold()):
            return card.id
    return name


def _points(name: str, cards: Pack) -> int | None:
    return cards.cards[cards.codes[name]].victory_points if name in cards.codes else None


def to_sheet(values: Mapping[str, str], setup: Mapping[str, Any], players: int, *, complete: bool) -> dict[str, Any]:
    """Convert the form's values to a sheet.

    Arguments:
        values: field name -> input text.
        setup: of the round; ``trade`` and ``difficulty`` are taken from it if the form lacks them.
        complete: false while the user is still typing.
    """
    mode = values.get("mode") if values.get("mode") in MODES else DEFAULT_MODE
    trade = values["trade"].strip().casefold() in _TRUE if "trade" in values else bool(setup.get("trade", False))
    sheet: dict[str, Any] = {"pack": setup.get("pack", DEFAULT_PACK), "trade": trade}
    sheet |= {name: parse_number(values.get(name)) for name in _HEADER}
    sheet["how"] = values.get("how") or None
    difficulty = values.get("difficulty") or setup.get("difficulty")
    if difficulty:
        sheet["difficulty"] = difficulty
    cards = _pack_of(setup)
    sheet["seats"] = [_seat(values, f"s{index}", mode or DEFAULT_MODE, cards) for index in range(players)]
    if players == 1:
        sheet["shadow"] = _shadow(values)
    if not complete:
        sheet["complete"] = False
    return sheet


def _listed(text: str, cards: Pack) -> list[dict[str, Any]]:
    entries = []
    for written in read_cards(text, cards):
        name, _, worth = written.partition("=")
        vp = parse_number(worth) if worth else None
        entries.append({"card": _code_name(name.strip(), cards)} | ({} if vp is None else {"vp": vp}))
    return entries


def _seat(values: Mapping[str, str], prefix: str, mode: str, pack_: Pack) -> dict[str, Any]:
    seat: dict[str, Any] = parse_numbers(values, prefix, (*_PARTS, *_RESULT))
    if values.get(f"{prefix}_realm"):
        seat["realm"] = values[f"{prefix}_realm"]
    if values.get(f"{prefix}_left"):
        seat["cards_left_the_territory"] = values[f"{prefix}_left"].strip().casefold() in _TRUE
    if mode == "numbers":
        return seat | parse_numbers(values, prefix, _SUMS)
    seat["cells"] = {
        cell: _cell(values, prefix, cell, pack_) for cell in CELLS if values.get(f"{prefix}_{cell}", "").strip()
    }
    for name in _LISTS:
        seat[name] = _listed(values.get(f"{prefix}_{name}", ""), pack_)
    for person in seat["persons"]:
        person.setdefault("vp", _points(person["card"], pack_))
    return seat


def _cell(values: Mapping[str, str], prefix: str, cell: str, pack_: Pack) -> dict[str, Any]:
    cards = read_cards(values[f"{prefix}_{cell}"], pack_)
    under = parse_numbers(values, f"{prefix}_{cell}", _UNDER)
    return {"card": cards[-1], "vp": _points(cards[-1], pack_), "cards_bottom_to_top": cards, **under}


def _shadow(values: Mapping[str, str]) -> dict[str, Any]:
    shadow = parse_numbers(values, "t", (*_SUMS, *_RESULT, "immediate", "age_vp"))
    for name in ("plagues", "high_yields"):
        written = [part.strip() for part in re.split(r"[,;\n]+", values.get(f"t_{name}", "")) if part.strip()]
        shadow[name] = [_resource(part) for part in written]
    return shadow


def _resource(name: str) -> str:
    for resource in RESOURCES:
        if name.casefold() in (resource, LABELS[resource]["it"].casefold()):
            return resource
    return name


def in_mode(values: Mapping[str, str], setup: Mapping[str, Any], players: int, mode: str) -> dict[str, str]:
    """Return the form's values for another of MODES; no number is filled in: none follows from the cards alone."""
    return {**values, "mode": mode}


def mode_of(sheet: Mapping[str, Any]) -> str:
    """Return the least detailed mode that shows everything on a sheet."""
    return "cards" if any(seat.get("cells") is not None for seat in sheet.get("seats", ())) else "numbers"


def to_values(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Convert a sheet to the form's values."""
    values: dict[str, Any] = {"mode": mode_of(sheet), "how": sheet.get("how"), "difficulty": sheet.get("difficulty")}
    values |= {name: sheet.get(name) for name in _HEADER}
    if "trade" in sheet:
        values["trade"] = "on" if sheet["trade"] else "off"
    for index, seat in enumerate(sheet.get("seats", ())):
        values |= _seat_values(seat, f"s{index}")
    shadow = sheet.get("shadow")
    if shadow:
        values |= {f"t_{name}": shadow.get(name) for name in (*_SUMS, *_RESULT, "immediate", "age_vp")}
        values |= {f"t_{name}": ", ".join(shadow.get(name) or ()) for name in ("plagues", "high_yields")}
    return {name: str(value) for name, value in values.items() if value is not None}


def _seat_values(seat: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    values = {f"{prefix}_{name}": seat.get(name) for name in ("realm", *_SUMS, *_PARTS, *_RESULT)}
    if seat.get("cards_left_the_territory") is not None:
        values[f"{prefix}_left"] = "on" if seat["cards_left_the_territory"] else "off"
    for cell, entry in (seat.get("cells") or {}).items():
        values[f"{prefix}_{cell}"] = ", ".join(entry.get("cards_bottom_to_top") or [entry["card"]])
        values |= {f"{prefix}_{cell}_{name}": entry[name] for name in _UNDER if entry.get(name)}
    if seat.get("persons") is not None:
        values[f"{prefix}_persons"] = ", ".join(person["card"] for person in seat["persons"])
    if seat.get("victories") is not None:
        cards = seat["victories"]
        values[f"{prefix}_victories"] = ", ".join(
            f"{card['card']}={card['vp']}" if card.get("vp") is not None else card["card"] for card in cards
        )
    return values


_SEAT_PATH: Final = re.compile(r"seats\[(\d+)\]\.(?:cells\.)?(\w+)(?:\.\w+|\[\d+\].*)?$")


def field_of(path: str) -> str:
    """Return the form field that a finding's path refers to; empty if it refers to more than one."""
    seat = _SEAT_PATH.fullmatch(path)
    if seat:
        return f"s{seat[1]}_{seat[2]}"
    if path.startswith("shadow."):
        return f"t_{path.removeprefix('shadow.')}"
    return path if path in (*_HEADER, "how") else ""
