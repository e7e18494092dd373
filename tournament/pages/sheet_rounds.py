"""A sheet that is told round by round: the rounds as a grid of points, and one of them open to be filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

NUMBER = re.compile(r"\s*[+-]?\d{1,6}\s*")


@dataclass(frozen=True, slots=True)
class RoundForm:
    """A round of the game on the page.

    Arguments:
        number: as the game counts them. fields: the table's; rare: those seldom filled in.
        seats: per seat its form and the same two lists.
        points: per seat what is told so far, empty for nothing. findings: those that speak of this round.
        note: words beside it, e.g. how many tricks are told. open: whether it is the one to fill in.
    """

    number: str
    fields: list[dict[str, Any]]
    rare: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    points: list[str]
    findings: list[dict[str, Any]]
    note: str
    open: bool = False

    @property
    def every(self) -> list[dict[str, Any]]:
        """All its fields."""
        own = [one for seat in self.seats for one in (*seat["fields"], *seat["rare"])]
        return [*self.fields, *self.rare, *own]

    @property
    def lead(self) -> str:
        """What the round is about: the first of the table's fields."""
        return str(self.fields[0]["value"]) if self.fields else ""

    @property
    def is_empty(self) -> bool:
        return not any(one["value"] for one in self.every)

    @property
    def is_whole(self) -> bool:
        """Whether nothing but rare fields, and what follows, is left to be filled in."""
        own = [one for seat in self.seats for one in seat["fields"]]
        return all(one["value"] for one in (*self.fields, *own) if not one["may_follow"])

    @property
    def rare_told(self) -> bool:
        """Whether something rare is written, so that it is not folded away."""
        return any(one["value"] or one["describedby"] for one in self.every if one["rare"])

    @property
    def state(self) -> str:
        """``"error"``, ``"warning"``, ``"done"`` or ``""``."""
        severities = {one["severity"] for one in self.findings}
        for severity in ("error", "warning"):
            if severity in severities:
                return severity
        return "done" if self.is_whole else ""


def sums(parts: Sequence[RoundForm]) -> list[int]:
    """Per seat the sum of the points told so far; what is no number counts for nothing."""
    seats = range(len(parts[0].points) if parts else 0)
    return [sum(int(part.points[seat]) for part in parts if NUMBER.fullmatch(part.points[seat])) for seat in seats]


def group_of(form: Any, path: str) -> str:
    """The round that a finding's path speaks of; empty for none, or in a game without rounds."""
    found: str = form.group_of(path) if hasattr(form, "group_of") else ""
    return found


def in_rounds(
    form: Any,
    seats: Sequence[Any],
    table: Sequence[dict[str, Any]],
    findings: Sequence[dict[str, Any]],
    notes: Mapping[str, str],
) -> list[RoundForm]:
    """The fields by round; open is the first with a mistake, or else the first in which nothing is written.

    Arguments:
        form: the game's. seats: the page's SeatForms. table: fields of the whole table.
    """
    parts = []
    for number in dict.fromkeys(one["group"] for one in table if one["group"]):
        own = [_of_seat(form_, number) for form_ in seats]
        told = [one for one in table if one["group"] == number]
        parts.append(
            RoundForm(
                number=number,
                fields=[one for one in told if not one["rare"]],
                rare=[one for one in told if one["rare"]],
                seats=own,
                points=[next((one["value"] for one in seat["fields"] if _is_points(one)), "") for seat in own],
                findings=[one for one in findings if group_of(form, one["path"]) == number],
                note=notes.get(number, ""),
            )
        )
    return _one_open(parts)


def _of_seat(form: Any, number: str) -> dict[str, Any]:
    fields = [one for one in form.counted if one["group"] == number]
    return {
        "form": form,
        "fields": [one for one in fields if not one["rare"]],
        "rare": [one for one in fields if one["rare"]],
    }


def _is_points(one: Mapping[str, Any]) -> bool:
    return str(one["name"]).endswith("_points")


def _one_open(parts: list[RoundForm]) -> list[RoundForm]:
    wrong = [part.number for part in parts if part.state in ("error", "warning")]
    empty = [part.number for part in parts if part.is_empty]
    chosen = next(iter((*wrong, *empty)), "")
    return [replace(part, open=part.number == chosen) for part in parts]
