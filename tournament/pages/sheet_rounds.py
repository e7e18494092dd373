"""Form of a sheet that is entered round by round: a grid of points per round, one of them open to be filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.pages.rare_fields import are_others

NUMBER = re.compile(r"\s*[+-]?\d{1,6}\s*")


@dataclass(frozen=True, slots=True)
class RoundForm:
    """A round of the game on the page.

    Arguments:
        number: as the game counts them. fields: the table's; rare: those asked because of what is entered.
        seats: for each seat its form and the same two lists.
        rare_changed: whether the rare fields are others than those that the request's page had.
        points: for each seat the points entered so far, empty for none. findings: those of this round.
        note: text beside it, e.g. how many tricks are entered. open: whether it is the one to fill in.
    """

    number: str
    fields: list[dict[str, Any]]
    rare: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    points: list[str]
    findings: list[dict[str, Any]]
    note: str
    rare_changed: bool = False
    open: bool = False

    @property
    def every(self) -> list[dict[str, Any]]:
        """Return all its fields."""
        seat_fields = [form_field for seat in self.seats for form_field in (*seat["fields"], *seat["rare"])]
        return [*self.fields, *self.rare, *seat_fields]

    @property
    def lead(self) -> str:
        """Return the main field of the round: the first of the table's fields."""
        return str(self.fields[0]["value"]) if self.fields else ""

    @property
    def is_empty(self) -> bool:
        return not any(form_field["value"] for form_field in self.every)

    @property
    def is_whole(self) -> bool:
        """Return whether its main field and every seat's own fields are filled in."""
        staying = [seat for seat in self.seats if seat["form"].state != "gone"]
        seat_fields = [form_field for seat in staying for form_field in seat["fields"]]
        return all(form_field["value"] for form_field in (*self.fields[:1], *seat_fields))

    @property
    def state(self) -> str:
        """Return ``"error"``, ``"warning"``, ``"done"`` or ``""``."""
        severities = {finding["severity"] for finding in self.findings}
        for severity in ("error", "warning"):
            if severity in severities:
                return severity
        return "done" if self.is_whole else ""


def sums(parts: Sequence[RoundForm]) -> list[int]:
    """Return for each seat the sum of the points entered so far; a text that is not a number counts as 0."""
    seats = range(len(parts[0].points) if parts else 0)
    return [sum(int(part.points[seat]) for part in parts if NUMBER.fullmatch(part.points[seat])) for seat in seats]


def group_of(form: Any, path: str) -> str:
    """Return the round of a finding's path; empty for none, or in a game without rounds."""
    group: str = form.group_of(path) if hasattr(form, "group_of") else ""
    return group


def in_rounds(
    form: Any,
    seats: Sequence[Any],
    table: Sequence[dict[str, Any]],
    findings: Sequence[dict[str, Any]],
    notes: Mapping[str, str],
    rare: frozenset[str],
    values: Mapping[str, str],
) -> list[RoundForm]:
    """Return the fields by round; the first round with a mistake is open, else the first without any entry.

    Arguments:
        form: the game's. seats: the page's SeatForms. table: fields of the complete table.
        rare, values: see :func:`tournament.pages.rare_fields.are_others`.
    """
    parts = []
    for number in dict.fromkeys(item["group"] for item in table if item["group"]):
        seat_forms = [_of_seat(seat_form, number) for seat_form in seats]
        round_fields = [item for item in table if item["group"] == number]
        rare_fields = [item for item in round_fields if item["rare"]]
        seat_rare = [item for seat in seat_forms for item in seat["rare"]]
        parts.append(
            RoundForm(
                number=number,
                fields=[item for item in round_fields if not item["rare"]],
                rare=rare_fields,
                seats=seat_forms,
                points=[
                    next((item["value"] for item in seat["fields"] if _is_points(item)), "") for seat in seat_forms
                ],
                findings=[item for item in findings if group_of(form, item["path"]) == number],
                note=notes.get(number, ""),
                rare_changed=are_others((*rare_fields, *seat_rare), rare, values, f"r{number}_"),
            )
        )
    return _one_open(parts)


def _of_seat(form: Any, number: str) -> dict[str, Any]:
    fields = [form_field for form_field in form.counted if form_field["group"] == number]
    return {
        "form": form,
        "fields": [form_field for form_field in fields if not form_field["rare"]],
        "rare": [form_field for form_field in fields if form_field["rare"]],
    }


def _is_points(one: Mapping[str, Any]) -> bool:
    return str(one["name"]).endswith("_points")


def _one_open(parts: list[RoundForm]) -> list[RoundForm]:
    wrong_rounds = [part.number for part in parts if part.state in ("error", "warning")]
    empty = [part.number for part in parts if part.is_empty]
    chosen = next(iter((*wrong_rounds, *empty)), "")
    return [replace(part, open=part.number == chosen) for part in parts]
