"""Reading a field of a sheet: valid values, and the findings of invalid ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.findings import Severity
from games.sheet_reading import SENTENCES, Findings, Reader, inside

SHEET = {"seats": [{"points": 12}], "points": 12, "end": "piles", "complete": False, "lot": None}


@pytest.fixture
def reader() -> Reader:
    return Reader(Findings())


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda r: r.fields(SHEET, "", SHEET), SHEET),
        (lambda r: r.listing(SHEET, "seats"), [{"points": 12}]),
        (lambda r: r.integer(SHEET, "points", "", 0), 12),
        (lambda r: r.choice(SHEET["end"], "end", ("piles", "time")), "piles"),
        (lambda r: r.boolean(SHEET, "complete"), False),
        (lambda r: r.integer(SHEET, "lot", "", 1), None),
        (lambda r: r.listing(SHEET, "missing"), None),
        (lambda r: r.boolean(SHEET, "missing"), None),
        (lambda r: r.choice(None, "end", ()), None),
    ],
)
def test_valid_values_read_and_missing_ones_none(reader: Reader, read: Callable[[Reader], Any], value: object) -> None:
    assert read(reader) == value
    assert reader.findings.entries == []


@pytest.mark.parametrize(
    ("read", "nothing", "found"),
    [
        (lambda r: r.fields([1], "seats[0]", ()), {}, ("F1", "seats[0]", "list", "object")),
        (lambda r: r.fields({"point": 1}, "", ("points",)), {"point": 1}, ("F2", "point", "point", "points")),
        (lambda r: r.fields(dict.fromkeys(range(65)), "", None), {}, ("F4", "", 65, 64)),
        (lambda r: r.listing({"seats": "two"}, "seats"), None, ("F1", "seats", "two", "list")),
        (lambda r: r.listing({"seats": [0] * 401}, "seats"), None, ("F4", "seats", 401, 400)),
        (lambda r: r.number(True, "lot", 1, 4), None, ("F1", "lot", "True", "integer")),
        (lambda r: r.number(5, "lot", 1, 4), None, ("F4", "lot", 5, "1-4")),
        (lambda r: r.integer({"points": 10**40}, "points", "", 0), None, ("F4", "points", 10**12, "0-999")),
        (lambda r: r.boolean({"complete": 0}, "complete"), None, ("F1", "complete", "0", "boolean")),
        (lambda r: r.choice("piles", "end", ("time",)), None, ("F6", "end", "piles", "time")),
        (lambda r: r.choice(3, "end", ("time",)), None, ("F1", "end", "3", "text")),
    ],
)
def test_invalid_value_reported_and_read_as_none(
    reader: Reader, read: Callable[[Reader], Any], nothing: object, found: tuple[object, ...]
) -> None:
    assert read(reader) == nothing
    (finding,) = reader.findings.entries
    assert (finding.code, finding.path, finding.value, finding.bound) == found
    assert reader.findings.has_form()
    sentence = SENTENCES[str(finding.params.get("case", finding.code))]
    assert all("{" not in text.format(path=finding.path, **finding.params) for text in sentence.values())


def test_softened_code_is_warning() -> None:
    findings = Findings(soft=("S1",))
    findings.error("S1", "seats[0]")
    findings.error("S2", "seats[0]")
    assert [finding.severity for finding in findings.entries] == [Severity.WARNING, Severity.ERROR]
    assert not findings.has_form()


def test_field_path() -> None:
    assert (inside("", "end"), inside("seats[1]", "gold")) == ("end", "seats[1].gold")
