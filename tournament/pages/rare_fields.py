"""Rare fields of a sheet: those that appear only because of what is entered, e.g. what a mission counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.sheet_form import Field, Layout

#: Choices with fewer options are radio buttons, of which a browser sends nothing while none is chosen.
RADIO_OPTIONS = 4


def unused_fields(form: Any, values: Mapping[str, str], mode: str, players: int) -> frozenset[str]:
    """Return the names of the fields that nothing entered so far uses, in a game that has such fields."""
    if not hasattr(form, "unused"):
        return frozenset()
    names: frozenset[str] = form.unused(values, mode, players)
    return names


def rare_names(layout: Layout, players: int) -> frozenset[str]:
    """Return the full names of all rare fields of a form that a browser always sends."""
    own = {f"s{seat}_{field.name}" for seat in range(players) for field in layout.counted if _is_sent(field)}
    return frozenset(own | {field.name for field in layout.table if _is_sent(field)})


def _is_sent(field: Field) -> bool:
    return field.rare and not (field.kind == "choice" and len(field.options) < RADIO_OPTIONS)


def are_others(shown: Iterable[Mapping[str, Any]], rare: frozenset[str], values: Mapping[str, str], part: str) -> bool:
    """Return whether the rare fields to show are others than those that the request's page had.

    Arguments:
        shown: fields of one part of the form. rare: see :func:`rare_names`. values: of the request.
        part: of the form, as its field names contain it, e.g. ``"s0_"`` or ``"r3_"``.
    """
    shown_rare = {str(shown_field["name"]) for shown_field in shown} & rare
    return shown_rare != {name for name in values if name in rare and part in name}
