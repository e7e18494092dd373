"""Parse request bodies: strict JSON, and no text that a database cannot store."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser
from pydantic import BaseModel, ConfigDict, model_validator

#: Limits: a sheet is a page of small numbers, so anything larger, deeper or longer is not a sheet.
MAX_NUMBER: Final = 10**9
MAX_DEPTH: Final = 12
LONGEST_TEXT: Final = 2_000


class FieldRefused(Exception):
    """A value that no field accepts.

    Arguments:
        path: where the value is, e.g. ``sheet.seats.0.points``. code: of the message.
    """

    def __init__(self, path: str, code: str) -> None:
        super().__init__(path, code)
        self.path, self.code = path, code


def keepable(text: str) -> bool:
    """Return whether a text can be stored: no NUL, no unpaired surrogate."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _check_value(value: Any, path: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise FieldRefused(path, "TOO_DEEP")
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, int | float) and not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise FieldRefused(path, "NUMBER_TOO_LARGE")
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_text(name, path)
            _check_value(item, f"{path}.{name}" if path else name, depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_value(item, f"{path}.{index}", depth + 1)


def _check_text(text: str, path: str) -> None:
    if not keepable(text):
        raise FieldRefused(path, "TEXT_WRONG")
    if len(text) > LONGEST_TEXT:
        raise FieldRefused(path, "TEXT_TOO_LONG")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class Body(BaseModel):
    """Base of request bodies. Refuses unknown names and values that cannot be stored."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _keepable(cls, content: Any) -> Any:
        """Refuse values that cannot be stored. Errors: FieldRefused."""
        _check_value(content, "", 0)
        return content


class StrictParser(Parser):
    """Parser of JSON as in RFC 8259 (no NaN, no Infinity) and of query strings that a database can be queried with."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Parse the body as JSON. Errors: ValueError, RecursionError, which ninja answers with 400."""
        return json.loads(request.body, parse_constant=_refuse_constant)

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        """Parse the values of a query string. Errors: FieldRefused."""
        values: dict[str, Any] = super().parse_querydict(data, list_fields, request)
        _check_value(values, "", 0)
        return values
