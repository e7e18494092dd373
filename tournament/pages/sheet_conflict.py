"""Compare two versions of one table's sheet: the one stored concurrently and the one just typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Sheet
from tournament.pages.sheet import sheet_page
from tournament.sheets.table_sheet import CheckedSheet, TableSheet


@dataclass(frozen=True, slots=True)
class Pair:
    """One number in both versions."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class Group:
    """The numbers of one seat, or those of the table."""

    title: str
    pairs: list[Pair]

    @property
    def differs(self) -> bool:
        return any(pair.differs for pair in self.pairs)


def side_by_side(sheet: TableSheet, latest: Sheet, values: Mapping[str, str], checked: CheckedSheet) -> list[Group]:
    """Return, seat by seat, the numbers of the newest version and those typed, in the latter's entry mode.

    A number that the other version does not hold, because it used another entry mode, is taken from its total.
    Arguments: checked: the typed values.
    """
    form = sheet.game.form
    stored = {str(name): str(value) for name, value in form.to_values(latest.data).items()}
    own_page = sheet_page(sheet, values, checked)
    rows = sheet.check(latest.data).check.rows
    groups = []
    for index, seat in enumerate(own_page.seats):
        pairs = []
        for form_field in (*seat.written, *seat.counted):
            short = form_field["name"].partition("_")[2]
            added = rows[index].get(short)
            other_text = stored.get(form_field["name"]) or ("" if added is None else str(added))
            pairs.append(_pair(form_field, other_text))
        groups.append(Group(f"{seat.seat.position}. {seat.seat.entry}", pairs))
    return [*groups, Group(_("The table"), _of_table(stored, values, own_page.table_fields))]


def _pair(one: Mapping[str, Any], theirs: str) -> Pair:
    """Return a field of the form in both versions, choices by their labels."""
    option_labels = dict(one["options"])
    own_text = str(one["value"]).strip()
    label = ", ".join(str(part) for part in (one["group"], one["label"]) if part)
    return Pair(label, str(option_labels.get(theirs, theirs)), str(option_labels.get(own_text, own_text)))


def _of_table(stored: Mapping[str, str], values: Mapping[str, str], fields: list[dict[str, Any]]) -> list[Pair]:
    ends = {"provinces": _("Provinces out"), "piles": _("three piles out"), "time": _("time is up")}
    pairs = [
        Pair(
            _("How it ended"),
            ends.get(stored.get("end", ""), stored.get("end", "")),
            ends.get(values.get("end", ""), values.get("end", "")),
        ),
        Pair(_("Last turn at seat"), stored.get("ended_by", ""), values.get("ended_by", "")),
    ]
    end_fields = {form_field["name"] for form_field in fields} & {"end", "ended_by"}
    own = [_pair(form_field, stored.get(form_field["name"], "")) for form_field in fields]
    return [pair for pair in (*([] if end_fields else pairs), *own) if pair.theirs or pair.mine]
