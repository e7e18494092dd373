"""The score sheet of Megalomania as the fields of a form: which there are, and both ways between them and a sheet.

Field names: ``s0_points`` is the total of the first seat, ``s0_r3_tricks`` its tricks of the third round;
``t_r3_mission`` belongs to the table's third round, ``t_dealer`` to the table. A scroll is written ``2: 7 4``: the
seat, then the numbers. What cannot be read stays as it was typed, so that the check of the sheet, and nobody else,
says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...sheet_form import Field, Layout
from .. import resources
from ..cards import COLOUR_NAMES, COLOURS
from ..display import (
    ENTRY_LABELS,
    EVIDENCE_LABELS,
    FIRST_DEALER,
    FOOT_LABELS,
    ROW_LABELS,
    language_of,
)
from ..pack.loading import ROUNDS
from .form_derived import follows, group_of, notes

__all__ = ["field_of", "follows", "from_setup", "group_of", "layout", "mode_of", "notes", "to_sheet", "to_values"]

#: How much a table reports: with what was counted for the missions, or the tricks and points alone.
MODES: Final = ("evidence", "rounds")
DEFAULT_MODE: Final = "rounds"
#: A game always ends after its twelve rounds.
ENDS: Final = ()
#: Findings whose bound is the one number that would be right, so that a button can write it.
FIXABLE: Final = frozenset(("I3", "I7", "I8", "I9", "K1"))

#: Nothing is filled in when the mode changes: the totals add themselves up.
FILLED: Final = ()

_FOOT: Final = tuple(FOOT_LABELS)
_ENTRY: Final = tuple(ENTRY_LABELS)
_EVIDENCE: Final = tuple(EVIDENCE_LABELS)
_ROW: Final = tuple(name for name in ROW_LABELS if name != "scroll")
#: What a round is mostly told without: they follow from the score pad, or belong to a scroll or to one mission.
_RARE: Final = frozenset(("dominant", "dealer", "scroll", "effective", *EVIDENCE_LABELS))
#: What the page adds up, or knows, while somebody is typing.
_FOLLOWING: Final = frozenset(("printed", "dominant", "dealer", "rounds", "bonus", "points", "lost"))
_YES: Final = frozenset(("sì", "si", "yes", "s", "y", "1"))
_NO: Final = frozenset(("no", "n", "0"))
_SCROLL: Final = re.compile(r"\s*(\d+)\s*:\s*(\d+(?:[\s,]+\d+)*)\s*")


def from_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """What a sheet says that the event knows already: the pack, pairs, the order of the dominant colours."""
    return {name: setup[name] for name in ("pack", "pairs", "dominant") if name in setup}


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
    """How a field is filled in, and what there is to choose from."""
    if name == "choice":
        words = {"it": "nessuna", "en": "none"}[language]
        return "choice", (*((one, one) for one in (*resources.NAMES, *resources.PAIR_NAMES)), ("none", words))
    if name == "dominant":
        return "choice", tuple((code, names[language]) for code, names in COLOUR_NAMES.items())
    if name == "dealer":
        return "seat", ()
    return ("text" if name in ("scroll", "four_colours") else "number"), ()


def layout(setup: Mapping[str, Any], mode: str, edition: str) -> Layout:
    """The fields in one of MODES; the number of a round is the group of its fields."""
    language = language_of(edition)
    entries = ENTRY_LABELS | EVIDENCE_LABELS if mode == "evidence" else ENTRY_LABELS
    foot = tuple(
        Field(name, words[language], follows=name in _FOLLOWING) for name, words in FOOT_LABELS.items() if name != "lot"
    )
    dealer = Field("t_dealer", FIRST_DEALER[language], kind="seat")
    return Layout(mode, tuple(_of_rounds(entries, language)), foot, (dealer, *_of_rounds(ROW_LABELS, language, "t_")))


# --- From the form to the sheet ---------------------------------------------------------------------------------------


def _number(text: str | None) -> Any:
    """The number typed, None where nothing was, and anything else as it stands."""
    clean = (text or "").strip().replace("−", "-")
    if not clean:
        return None
    return int(clean) if re.fullmatch(r"[+-]?\d{1,12}", clean) else clean


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


_READERS: Final = {"choice": _choice, "dominant": _colour, "four_colours": _flag, "scroll": _scroll}


def _read(values: Mapping[str, str], prefix: str, names: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in names:
        text = values.get(f"{prefix}_{name}") or ""
        if text.strip():
            found[name] = _READERS[name](text) if name in _READERS else _number(text)
    return found


def _entry(values: Mapping[str, str], prefix: str) -> dict[str, Any]:
    found = _read(values, prefix, (*_ENTRY, *_EVIDENCE))
    colours = {colour: found.pop(colour) for colour in COLOURS if colour in found}
    return found | {"colours": colours} if colours else found


def to_sheet(values: Mapping[str, str], setup: Mapping[str, Any], players: int, *, complete: bool) -> dict[str, Any]:
    """The sheet that the form's fields say.

    Arguments:
        values: field name -> what was typed. setup: the round's; ``pairs``, ``pack``, ``dominant`` come from it.
        complete: false while somebody is still typing: rounds of which nothing is typed are left out at the end.
    """
    sheet: dict[str, Any] = from_setup(setup)
    sheet |= _read(values, "t", ("dealer",))
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


def mode_of(sheet: Mapping[str, Any]) -> str:
    """The mode that shows all of a sheet."""
    entries = (entry for row in sheet.get("rounds", ()) for entry in row.get("players", ()))
    evidence = {"colours", *_EVIDENCE}
    return "evidence" if any(evidence & set(entry) for entry in entries) else "rounds"


def to_values(sheet: Mapping[str, Any]) -> dict[str, str]:
    """The form's fields that say this sheet."""
    values: dict[str, Any] = {"mode": mode_of(sheet), "t_dealer": sheet.get("dealer")}
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
    """The form's field that a finding's path speaks of; empty where it is about more than one."""
    entry = _ENTRY_PATH.fullmatch(path)
    if entry:
        return f"s{entry[2]}_r{int(entry[1]) + 1}_{entry[3]}" if entry[3] != "colours" else ""
    foot = _FOOT_PATH.fullmatch(path)
    if foot:
        return f"s{foot[1]}_{foot[2]}" if foot[2] != "lot" else ""
    row = _ROW_PATH.fullmatch(path)
    if row and row[2] in ROW_LABELS:
        return f"t_r{int(row[1]) + 1}_{row[2]}"
    return "t_dealer" if path == "dealer" else ""
