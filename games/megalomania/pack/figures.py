"""Pack of figures as correctable figures, and the writer of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ... import packs
from ...findings import Finding, Severity
from ...game import UnknownName
from ...packs import ASSUMED, CHOICE, LIST, NUMBER, Change, Figure
from ..cards import COLOUR_NAMES, COLOURS, RANK_NAMES
from .checks import problems
from .loading import DEFAULT_PACK, figures_in, find_text, names, shipped
from .messages import sentence

#: For each part of the file: the table that shows it, and its column there.
_TABLES: Final = {
    "values": ("values", "value"),
    "pattern": ("rounds", "pattern"),
    "dominant": ("rounds", "dominant"),
    "tricks": ("missions", "tricks"),
    "signs": ("missions", "sign"),
    "points": ("missions", "points"),
    "units": ("missions", "unit"),
    "missions": ("players", "missions"),
}
_GROUPS: Final = ("values", "rounds", "missions", "players", "bank")
_KINDS: Final = {"dominant": CHOICE, "pattern": CHOICE, "missions": LIST}
_OPTIONS: Final = {"dominant": COLOURS, "pattern": ("A", "B", "C", "D")}

WORDS: Final[dict[str, dict[str, str]]] = {
    "values": {"it": "Valori dei ranghi", "en": "Values of the ranks"},
    "rounds": {"it": "Round e colori dominanti", "en": "Rounds and dominant colours"},
    "missions": {"it": "Missioni", "en": "Missions"},
    "players": {"it": "Missioni in gioco", "en": "Missions in play"},
    "bank": {"it": "Banca", "en": "Bank"},
    "value": {"it": "Valore", "en": "Value"},
    "pattern": {"it": "Gruppo di colore", "en": "Group of colour"},
    "dominant": {"it": "Colore dominante", "en": "Dominant colour"},
    "tricks": {"it": "Prese", "en": "Tricks"},
    "sign": {"it": "Segno", "en": "Sign"},
    "points": {"it": "Punti stampati", "en": "Printed points"},
    "unit": {"it": "Punti per ognuno", "en": "Points for each"},
    **{f"dominant.{code}": names_ for code, names_ in COLOUR_NAMES.items()},
}
_ROWS: Final[dict[str, dict[str, str]]] = {
    **RANK_NAMES,
    "crystals": {"it": "Cristalli", "en": "Crystals"},
    "cubes": {"it": "Cubetti", "en": "Cubes"},
}
#: Row labels of tables whose rows are numbered.
_NUMBERED: Final[dict[str, dict[str, str]]] = {
    "rounds": {"it": "Round {row}", "en": "Round {row}"},
    "missions": {"it": "Missione {row}", "en": "Mission {row}"},
    "players": {"it": "In {row}", "en": "With {row} players"},
}


def _parts(path: str) -> tuple[str, str, str]:
    """Return the table, row (``"missions/3"``: unique in the pack) and column of a figure."""
    part, _, row = path.partition(".")
    group, column = _TABLES[part] if row else ("bank", "value")
    return group, f"{group}/{row or part}", column


def _figures(data: Mapping[str, Any]) -> Iterator[Figure]:
    for path, figure in figures_in(data).items():
        group, row, column = _parts(path)
        value = figure["value"]
        yield Figure(
            path=path,
            group=group,
            row=row,
            column=column,
            value=" ".join(map(str, value)) if isinstance(value, list) else str(value),
            provenance=figure["from"],
            source=figure["source"],
            kind=_KINDS.get(column, NUMBER),
            options=_OPTIONS.get(column, ()),
        )


def _order(figure: Figure) -> tuple[int, int]:
    row = figure.row.rpartition("/")[2]
    return _GROUPS.index(figure.group), int(row) if row.isdecimal() else 0


class Figures:
    """The packs of Megalomania, see :class:`games.packs.PackFormat`."""

    prefix = "mega"
    default = DEFAULT_PACK
    suffix = "json"

    def names(self) -> tuple[str, ...]:
        return names()

    def shipped(self) -> tuple[str, ...]:
        return shipped()

    def text(self, name: str) -> str:
        content = find_text(name)
        if content is None:
            raise UnknownName("pack", name, names())
        return content

    def is_printed(self, text: str) -> bool:
        return all(figure["from"] != ASSUMED for figure in figures_in(json.loads(text)).values())

    def figures(self, text: str) -> tuple[Figure, ...]:
        return tuple(sorted(_figures(json.loads(text)), key=_order))

    def corrected(self, text: str, *, name: str, changes: Mapping[str, Change], printed: bool) -> str:
        data = {**json.loads(text), "pack": name}
        figures = figures_in(data)
        for path, change in changes.items():
            value: Any = change.value
            kind = _KINDS.get(_parts(path)[2], NUMBER)
            if kind == LIST:
                value = [int(part) for part in change.value.split()]
            elif kind == NUMBER:
                value = int(change.value)
            figures[path] |= {"value": value, "from": change.provenance, "source": change.source}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def check(self, text: str) -> tuple[Finding, ...]:
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            return (Finding("PACK_UNREADABLE", Severity.ERROR, "pack", {"reason": str(error)}),)
        return problems(data)

    def label(self, code: str, language: str) -> str:
        return WORDS[code][language] if code in WORDS else code

    def row_label(self, figures: Mapping[str, Figure], row: str, language: str) -> str:
        group, _, name = row.rpartition("/")
        if group in _NUMBERED:
            return _NUMBERED[group][language].format(row=name)
        return _ROWS[name][language] if name in _ROWS else name

    def sentence(self, finding: Finding, language: str) -> str:
        return sentence(finding, language)


#: The pack format that the registry imports.
FORMAT: Final[packs.PackFormat] = Figures()
