"""Files of card packs as a person edits them: values are written, provenances stay as they are unless named."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from games import packs, registry
from games.packs import PackFormat


def format_of(name: str) -> PackFormat:
    """Return the format of the packs of a version's game."""
    formats = filter(None, map(registry.packs, registry.with_packs()))
    return next(pack_format for pack_format in formats if name.startswith(f"{pack_format.prefix}-"))


def edited(name: str, values: Mapping[str, Any] = {}, confirmed: Iterable[str] = ()) -> str:
    """Return the file of a version with other values.

    Arguments:
        values: by path of the figure. confirmed: paths of figures that become "outside".
    """
    data = packs.parse(format_of(name).text(name))
    assert isinstance(data, dict)
    edit = _edit_card if "cards" in data else _edit_figure
    for path, value in values.items():
        edit(data, path, {"value": value})
    for path in confirmed:
        edit(data, path, {"from": "outside"})
    return json.dumps(data)


def _edit_figure(data: dict[str, Any], path: str, facts: Mapping[str, Any]) -> None:
    for part in path.split("."):
        data = data[part]
    data |= facts


def _edit_card(data: dict[str, Any], path: str, facts: Mapping[str, Any]) -> None:
    row, _, column = path.partition(".")
    card = next(card for card in data["cards"] if card["id"] == row)
    if "from" in facts:
        card.setdefault("from", {})[column] = facts["from"]
    elif column.startswith("cost_"):
        card.setdefault("cost", {})[column.removeprefix("cost_")] = facts["value"]
    else:
        card[column] = facts["value"]
