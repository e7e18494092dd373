"""What a request may carry: strict JSON, and nothing that a database could not keep."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser
from pydantic import BaseModel, ConfigDict, model_validator

#: A sheet is a page of small numbers: what is larger, deeper or longer is no sheet.
LARGEST_NUMBER: Final = 10**9
DEEPEST: Final = 12
LONGEST_TEXT: Final = 2_000


class FieldRefused(Exception):
    """A value that no field can hold.

    Arguments:
        path: where it stands, e.g. ``sheet.seats.0.points``. code: of the sentence.
    """

    def __init__(self, path: str, code: str) -> None:
        super().__init__(path, code)
        self.path, self.code = path, code


def keepable(text: str) -> bool:
    """Whether a text can be stored: no NUL, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _look(value: Any, path: str, depth: int) -> None:
    if depth > DEEPEST:
        raise FieldRefused(path, "TOO_DEEP")
    if isinstance(value, str):
        _look_text(value, path)
    elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise FieldRefused(path, "NUMBER_TOO_LARGE")
    elif isinstance(value, dict):
        for name, one in value.items():
            _look_text(name, path)
            _look(one, f"{path}.{name}" if path else name, depth + 1)
    elif isinstance(value, list):
        for index, one in enumerate(value):
            _look(one, f"{path}.{index}", depth + 1)


def _look_text(text: str, path: str) -> None:
    if not keepable(text):
        raise FieldRefused(path, "TEXT_WRONG")
    if len(text) > LONGEST_TEXT:
        raise FieldRefused(path, "TEXT_TOO_LONG")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class Body(BaseModel):
    """What a request carries as JSON: unknown names are refused, as is what cannot be kept."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _keepable(cls, content: Any) -> Any:
        """Errors: FieldRefused."""
        _look(content, "", 0)
        return content


class StrictParser(Parser):
    """JSON as RFC 8259 has it: no NaN, no Infinity; a query that can be asked of a database."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The body as JSON. Errors: ValueError, RecursionError, which ninja tells as 400."""
        return json.loads(request.body, parse_constant=_refuse_constant)

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        """The values of a query. Errors: FieldRefused."""
        values: dict[str, Any] = super().parse_querydict(data, list_fields, request)
        _look(values, "", 0)
        return values
