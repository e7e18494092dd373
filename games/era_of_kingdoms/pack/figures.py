"""Card pack as correctable figures, and the writer of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

from ... import packs
from ...findings import Finding
from ...game import UnknownName
from ...packs import ASSUMED, CHOICE, NUMBER, TEXT, Change, Figure
from .checks import check_shape
from .fields import DECKS, FIGURES, ICONS, RESOURCES
from .loading import DEFAULT_PACK, find_text, known_packs, problems, shipped_packs
from .messages import sentence
from .terms import label

_NAMES: Final = ("name_it", "name_en")
_COSTS: Final = tuple(f"cost_{resource}" for resource in RESOURCES)
_OPTIONS: Final = {"icon": ICONS, "resource": ("none", *RESOURCES)}
#: Figures printed on a card of each type; every card has names and a number of copies.
_PRINTED: Final[dict[str, tuple[str, ...]]] = {
    "land": tuple(name for name in FIGURES if name != "value"),
    "person": tuple(name for name in FIGURES if name not in ("value", "icon")),
    "event": (*_NAMES, "count"),
    "immediate": (*_NAMES, "count", "resource", "victory_points"),
    "victory": (*_NAMES, "count", "resource", *_COSTS),
    "end": (*_NAMES, "count"),
}


def _columns(card: Mapping[str, Any]) -> tuple[str, ...]:
    more = {"attack": ("value",), "plague": ("resource",)}
    return (*_PRINTED[card["type"]], *more.get(card.get("effect", ""), ()))


def _value(card: Mapping[str, Any], column: str) -> str:
    if column.startswith("cost_"):
        return str(card.get("cost", {}).get(column.removeprefix("cost_"), 0))
    if column in _OPTIONS:
        return str(card.get(column, "none"))
    return str(card.get(column, 0))


def _put(card: dict[str, Any], column: str, value: str) -> None:
    """Write a figure in the notation of the file: figures that a card does not have are omitted."""
    if column.startswith("cost_"):
        cost = {**card.get("cost", {}), column.removeprefix("cost_"): int(value)}
        card["cost"] = {resource: cost[resource] for resource in RESOURCES if cost.get(resource)}
    elif column in _NAMES:
        card[column] = value
    elif column in _OPTIONS:
        card.pop(column, None)
        if value != "none":
            card[column] = value
    else:
        card[column] = int(value)


def _figures(data: Mapping[str, Any]) -> Iterator[Figure]:
    for card in data["cards"]:
        provenances, where = card.get("from", {}), card.get("sources", {})
        for column in _columns(card):
            kind = TEXT if column in _NAMES else CHOICE if column in _OPTIONS else NUMBER
            yield Figure(
                path=f"{card['id']}.{column}",
                group=card["deck"],
                row=card["id"],
                column=column,
                value=_value(card, column),
                provenance=provenances.get(column, ASSUMED),
                source=where.get(column, card["source"]),
                kind=kind,
                options=_OPTIONS.get(column, ()),
            )


def _rest(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield by path what is no figure and nothing said of one."""
    yield "printed", data["printed"]
    yield from ((f"totals.{name}", count) for name, count in data["totals"].items())
    for players, counts in data["removal"].items():
        yield from ((f"removal.{players}.{name}", count) for name, count in counts.items())
    for card in data["cards"]:
        said = {"id", "from", "source", "sources", "placeholder_name", *_columns(card)}
        if said & set(_COSTS):
            said.add("cost")
        yield from ((f"{card['id']}.{name}", value) for name, value in card.items() if name not in said)


@lru_cache(maxsize=16)
def _data(text: str) -> Mapping[str, Any]:
    """Return the data of a text that is a pack, parsed once for all requests that show it; not to be changed."""
    data: Mapping[str, Any] = json.loads(text)
    return data


class Cards:
    """The packs of Era of Kingdoms, see :class:`games.packs.PackFormat`."""

    prefix = "eok"
    default = DEFAULT_PACK

    def names(self) -> tuple[str, ...]:
        return known_packs()

    def shipped(self) -> tuple[str, ...]:
        return shipped_packs()

    def text(self, name: str) -> str:
        content = find_text(name)
        if content is None:
            raise UnknownName("pack", name, known_packs())
        return content

    def is_printed(self, text: str) -> bool:
        return _data(text)["printed"] is True

    def figures(self, text: str) -> tuple[Figure, ...]:
        return tuple(sorted(_figures(_data(text)), key=lambda figure: DECKS.index(figure.group)))

    def rest(self, text: str) -> Mapping[str, Any]:
        return dict(_rest(_data(text)))

    def corrected(self, text: str, *, name: str, changes: Mapping[str, Change], printed: bool) -> str:
        data = deepcopy(dict(_data(text)))
        data |= {"pack": name, "printed": printed, "title": name}
        cards = {card["id"]: card for card in data["cards"]}
        for path, change in changes.items():
            row, _, column = path.partition(".")
            card = cards[row]
            _put(card, column, change.value)
            card["from"] = {**card.get("from", {}), column: change.provenance}
            card["sources"] = {**card.get("sources", {}), column: change.source}
            if column in _NAMES:
                card.pop("placeholder_name", None)
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def shape(self, text: str) -> tuple[Finding, ...]:
        data = packs.parse(text)
        return (data,) if isinstance(data, Finding) else tuple(check_shape(data))

    def check(self, text: str) -> tuple[Finding, ...]:
        return problems(_data(text))

    def label(self, code: str, language: str) -> str:
        return label(code, language)

    def row_label(self, figures: Mapping[str, Figure], row: str, language: str) -> str:
        name = figures.get(f"{row}.name_{'en' if language == 'en' else 'it'}")
        return row if name is None else name.value

    def sentence(self, finding: Finding, language: str) -> str:
        return sentence(finding, language)


#: The pack format that the registry imports.
FORMAT: Final[packs.PackFormat] = Cards()
