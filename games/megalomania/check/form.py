"""Form fields of the Megalomania score sheet, and the conversion between them and a sheet in both directions.

Field names: ``s0_points`` is the total of the first seat, ``s0_r3_tricks`` its tricks of the third round;
``t_r3_mission`` belongs to the table's third round, ``t_dealer`` to the table. A scroll is entered as ``2: 7 4``: the
seat, then the numbers. Input that cannot be parsed is passed on unchanged, so that the check of the sheet alone
reports what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ...sheet_form import Field, Layout, parse_number
from .. import missions, resources, scrolls
from ..cards import COLOUR_NAMES, COLOURS
from ..display import (
    END_LABEL,
    END_WORDS,
    ENTRY_LABELS,
    EVIDENCE_LABELS,
    FIRST_DEALER,
    FOOT_LABELS,
    ROW_LABELS,
    language_of,
)
from ..pack.loading import ROUNDS
from .evidence import EVIDENCE_OF
from .form_derived import follows, group_of, notes
from .reading import ENDS

__all__ = [
    "DEFAULT_MODE",
    "ENDS",
    "FIXABLE",
    "MODES",
    "field_of",
    "follows",
    "from_setup",
    "group_of",
    "in_mode",
    "layout",
    "mode_of",
    "notes",
    "to_sheet",
    "to_values",
    "unused",
]

#: Levels of detail: with the evidence counted for the missions, or only tricks and points.
MODES: Final = ("evidence", "rounds")
DEFAULT_MODE: Final = "rounds"
#: Codes of findings whose bound is the only correct number, so that a button can enter it.
FIXABLE: Final = frozenset(("I3", "I7", "I8", "I9", "K1"))

_FOOT: Final = tuple(FOOT_LABELS)
_ENTRY: Final = tuple(ENTRY_LABELS)
_EVIDENCE: Final = tuple(EVIDENCE_LABELS)
_ROW: Final = tuple(name for name in ROW_LABELS if name != "scroll")
#: Fields that belong to a scroll or to one mission, or follow from the first dealer.
_RARE: Final = frozenset(("printed", "dominant", "dealer", "effective", *EVIDENCE_LABELS))
#: Numbers of the foot that follow from the rows and the scrolls held.
_SUMS_OF_FOOT: Final = ("rounds", "bonus", "lost", "rank")
#: Fields whose value the page computes, or knows, while the user is typing.
_FOLLOWING: Final = frozenset(("printed", "dominant", "rounds", "bonus", "points", "lost"))
_YES: Final = frozenset(("sì", "si", "yes", "s", "y", "1"))
_NO: Final = frozenset(("no", "n", "0"))
_SCROLL: Final = re.compile(r"\s*(\d+)\s*:\s*(\d+(?:[\s,]+\d+)*)\s*")


def from_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a sheet that the event knows already: pack, order of the dominant colours."""
    return {name: setup[name] for name in ("pack", "dominant") if name in setup}


def _of_rounds(labels: Mapping[str, Mapping[str, str]], language: str, prefix: str = "") -> Iterator[Field]:
    for number in range(1, ROUNDS + 1):
        for name, words in labels.items():
            kind, options = _kind(name, language)
            yield Field(
                f"{prefix}r{number}_{name}",
                words[language],
                kind=kind,
                options=options,
                group=str(number),
                rare=name in _RARE,
                follows=bool(prefix) and name in _FOLLOWING,
            )


def _kind(name: str, language: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the kind of a field and its choices."""
    if name == "choice":
        words = {"it": "nessuna", "en": "none"}[language]
        return "choice", (
            *((combination, combination) for combination in (*resources.NAMES, *resources.PAIR_NAMES)),
            ("none", words),
        )
    if name == "dominant":
        return "choice", tuple((code, names[language]) for code, names in COLOUR_NAMES.items())
    if name == "dealer":
        return "seat", ()
    return ("text" if name in ("scroll", "four_colours") else "number"), ()


def layout(setup: Mapping[str, Any], mode: str, edition: str) -> Layout:
    """Return the fields in one of MODES; the number of a round is the group of its fields."""
    language = language_of(edition)
    entries = ENTRY_LABELS | EVIDENCE_LABELS if mode == "evidence" else ENTRY_LABELS
    foot = tuple(
        Field(name, words[language], follows=name in _FOLLOWING) for name, words in FOOT_LABELS.items() if name != "lot"
    )
    dealer = Field("t_dealer", FIRST_DEALER[language], kind="seat")
    ways = tuple((name, words[language]) for name, words in END_WORDS.items())
    end = Field("t_end", END_LABEL[language], kind="choice", options=ways)
    rows = _of_rounds(ROW_LABELS, language, "t_")
    return Layout(mode, tuple(_of_rounds(entries, language)), foot, (dealer, end, *rows))


def unused(values: Mapping[str, str], mode: str, players: int) -> frozenset[str]:
    """Return the fields that the missions and scrolls entered so far do not use.

    Arguments:
        values: field name -> input text.
    """
    names: set[str] = set()
    for number in range(1, ROUNDS + 1):
        mission = parse_number(values.get(f"t_r{number}_mission"))
        played = _scroll(values.get(f"t_r{number}_scroll") or "")
        owner, numbers = (played["seat"], played["numbers"]) if isinstance(played, dict) else (0, [])
        names.add(f"t_r{number}_dealer")
        if mission not in missions.FIXED:
            names.add(f"t_r{number}_printed")
        if scrolls.NEW_DOMINANT not in numbers:
            names.add(f"t_r{number}_dominant")
        changes_tricks = not {scrolls.ONE_TRICK_MORE_OR_LESS, scrolls.FIVE_TRICKS}.isdisjoint(numbers)
        counted = _counted_for(mission)
        for seat in range(players):
            names |= {f"s{seat}_r{number}_{name}" for name in _EVIDENCE if name not in counted}
            if not changes_tricks or owner != seat + 1:
                names.add(f"s{seat}_r{number}_effective")
    if mode != "evidence":
        names |= {f"s{seat}_{name}" for seat in range(players) for name in _SUMS_OF_FOOT}
    return frozenset(names)


def _counted_for(mission: Any) -> tuple[str, ...]:
    """Return the evidence fields of a mission; none while it is not a mission."""
    kind = EVIDENCE_OF.get(mission, "") if isinstance(mission, int) else ""
    if kind != "colours":
        return (kind,)
    return (COLOURS[missions.COUNTED_COLOUR[mission]],) if mission in missions.COUNTED_COLOUR else tuple(COLOURS)


# --- From the form to the sheet ---------------------------------------------------------------------------------------


def _choice(text: str) -> str:
    clean = text.strip().upper().replace(" ", "")
    return "none" if clean in ("NONE", "NESSUNA", "-", "–") else clean


def _colour(text: str) -> str:
    clean = text.strip().lower()
    return next((code for code, names in COLOUR_NAMES.items() if clean in (code, *names.values())), clean)


def _flag(text: str) -> Any:
    clean = text.strip().lower()
    return True if clean in _YES else False if clean in _NO else text


def _scroll(text: str) -> Any:
    match = _SCROLL.fullmatch(text)
    if not match:
        return text.strip()
    return {"seat": int(match[1]), "numbers": [int(number) for number in re.split(r"[\s,]+", match[2])]}


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "choice": _choice,
    "dominant": _colour,
    "four_colours": _flag,
    "scroll": _scroll,
    "end": str.strip,
}


def _read(values: Mapping[str, str], prefix: str, names: Sequence[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for name in names:
        text = values.get(f"{prefix}_{name}") or ""
        if text.strip():
            entry[name] = _READERS[name](text) if name in _READERS else parse_number(text)
    return entry


def _entry(values: Mapping[str, str], prefix: str) -> dict[str, Any]:
    entry = _read(values, prefix, (*_ENTRY, *_EVIDENCE))
    colours = {colour: entry.pop(colour) for colour in COLOURS if colour in entry}
    return entry | {"colours": colours} if colours else entry


def to_sheet(values: Mapping[str, str], setup: Mapping[str, Any], players: int, *, complete: bool) -> dict[str, Any]:
    """Convert the form's values to a sheet.

    Arguments:
        values: field name -> input text. setup: of the round; ``pack`` and ``dominant`` come from it.
        complete: false while the user is still typing: empty rounds at the end are omitted.
    """
    sheet: dict[str, Any] = from_setup(setup)
    sheet |= _read(values, "t", ("dealer", "end"))
    rows = []
    for number in range(1, ROUNDS + 1):
        row = _read(values, f"t_r{number}", (*_ROW, "scroll"))
        entries = [_entry(values, f"s{seat}_r{number}") for seat in range(players)]
        rows.append({**row, "players": entries})
    if not complete:
        sheet["complete"] = False
        while rows and not any((len(rows[-1]) > 1, *rows[-1]["players"])):
            rows.pop()
    sheet["rounds"] = rows
    sheet["seats"] = [_read(values, f"s{seat}", _FOOT) for seat in range(players)]
    return sheet


# --- From the sheet to the form ---------------------------------------------------------------------------------------


def in_mode(values: Mapping[str, str], setup: Mapping[str, Any], players: int, mode: str) -> dict[str, str]:
    """Return the form's values for another of MODES; no number is filled in: the totals are computed in any case."""
    return {**values, "mode": mode}


def mode_of(sheet: Mapping[str, Any]) -> str:
    """Return the least detailed mode that shows everything on a sheet."""
    entries = (entry for row in sheet.get("rounds", ()) for entry in row.get("players", ()))
    evidence = {"colours", *_EVIDENCE}
    return "evidence" if any(evidence & set(entry) for entry in entries) else "rounds"


def to_values(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Convert a sheet to the form's values."""
    values: dict[str, Any] = {"mode": mode_of(sheet), "t_dealer": sheet.get("dealer"), "t_end": sheet.get("end")}
    for number, row in enumerate(sheet.get("rounds", ()), 1):
        for name in _ROW:
            values[f"t_r{number}_{name}"] = row.get(name)
        scroll = row.get("scroll")
        if scroll:
            values[f"t_r{number}_scroll"] = f"{scroll['seat']}: {' '.join(map(str, scroll['numbers']))}"
        for seat, entry in enumerate(row.get("players", ())):
            for name, value in {**entry, **entry.get("colours", {})}.items():
                if name != "colours":
                    values[f"s{seat}_r{number}_{name}"] = value
    for seat, foot in enumerate(sheet.get("seats", ())):
        for name, value in foot.items():
            values[f"s{seat}_{name}"] = value
    return {name: _written(value) for name, value in values.items() if value is not None}


def _written(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


_ENTRY_PATH: Final = re.compile(r"rounds\[(\d+)\]\.players\[(\d+)\]\.(?:colours\.)?(\w+)")
_ROW_PATH: Final = re.compile(r"rounds\[(\d+)\]\.(\w+)(?:\..*)?")
_FOOT_PATH: Final = re.compile(r"seats\[(\d+)\]\.(\w+)")


def field_of(path: str) -> str:
    """Return the form field that a finding's path refers to; empty if it refers to more than one."""
    entry = _ENTRY_PATH.fullmatch(path)
    if entry:
        return f"s{entry[2]}_r{int(entry[1]) + 1}_{entry[3]}" if entry[3] != "colours" else ""
    foot = _FOOT_PATH.fullmatch(path)
    if foot:
        return f"s{foot[1]}_{foot[2]}" if foot[2] != "lot" else ""
    row = _ROW_PATH.fullmatch(path)
    if row and row[2] in ROW_LABELS:
        return f"t_r{int(row[1]) + 1}_{row[2]}"
    return f"t_{path}" if path in ("dealer", "end") else ""
