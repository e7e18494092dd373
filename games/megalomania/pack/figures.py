"""Pack of figures as correctable figures, and the writer of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ... import packs
from ...findings import Finding, Severity
from ...game import UnknownName
from ...packs import ASSUMED, CHOICE, LIST, NUMBER, PROVENANCES, Change, Figure
from ..cards import COLOUR_NAMES, COLOURS, RANK_NAMES
from .checks import problems
from .loading import DEFAULT_PACK, FIGURES, figures_in, find_text, is_figure, leaves, names, shipped
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


def _figures(figures: Mapping[str, Mapping[str, Any]]) -> Iterator[Figure]:
    for path, figure in figures.items():
        group, row, column = _parts(path)
        value, kind = figure["value"], _KINDS.get(column, NUMBER)
        yield Figure(
            path=path,
            group=group,
            row=row,
            column=column,
            value=" ".join(map(str, value)) if kind == LIST and isinstance(value, list) else str(value),
            provenance=figure["from"],
            source=figure["source"],
            kind=kind,
            options=_OPTIONS.get(column, ()),
        )


def _order(figure: Figure) -> tuple[int, int]:
    row = figure.row.rpartition("/")[2]
    return _GROUPS.index(figure.group), int(row) if row.isdecimal() else 0


class Figures:
    """The packs of Megalomania, see :class:`games.packs.PackFormat`."""

    prefix = "mega"
    default = DEFAULT_PACK

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
        return tuple(sorted(_figures(figures_in(json.loads(text))), key=_order))

    def rest(self, text: str) -> Mapping[str, Any]:
        return {}

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

    def shape(self, text: str) -> tuple[Finding, ...]:
        data = packs.parse(text)
        if isinstance(data, Finding):
            return (data,)
        found = dict(leaves(data))
        good = {path: found[path] for path in FIGURES if is_figure(found.get(path))}
        wrong = {path: "PACK_FIGURE" if path in FIGURES else "PACK_NO_FIGURE" for path in found if path not in good}
        wrong |= dict.fromkeys((path for path in FIGURES if path not in found), "PACK_MISSING")
        known = {"known": ", ".join(PROVENANCES)}
        findings = [Finding(code, Severity.ERROR, path, known) for path, code in wrong.items()]
        return (*findings, *filter(None, map(packs.unreadable, _figures(good))))

    def check(self, text: str) -> tuple[Finding, ...]:
        return problems(json.loads(text))

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
