"""Error responses of the API: the same JSON for every error, with a code for programs and a message for people."""

from __future__ import annotations

import math
from functools import partial
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Field, NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from tournament.api.body import FieldRefused
from tournament.api.messages import FIELDS, MESSAGES
from tournament.api.schemas import ConsequenceOut, FindingOut, finding_facts
from tournament.core.messages import sentence, translated
from tournament.models import Entry, Event
from tournament.pages.event import shown_name
from tournament.regulation.refusal_codes import Code
from tournament.regulation.refused import Refused
from tournament.sheets.corrections import Consequence
from tournament.sheets.refusals import CorrectionChangesTables

#: RFC 9457.
MEDIA_TYPE = "application/problem+json"
CONTENT_TYPE = f"{MEDIA_TYPE}; charset=utf-8"
#: What each code of an error stands behind as the type of its problem.
TYPES = "urn:fossato:problem:"

#: Status of the refusals of a request by itself; every other refusal concerns the state of the event (409).
STATUSES: dict[Code, HTTPStatus] = {
    "SCOPE_MISSING": HTTPStatus.FORBIDDEN,
    "SECOND_FACTOR_NEEDED": HTTPStatus.FORBIDDEN,
    "CARDS_ENOUGH": HTTPStatus.TOO_MANY_REQUESTS,
    "SHEET_UNREADABLE": HTTPStatus.UNPROCESSABLE_ENTITY,
    "SHEET_HAS_ERRORS": HTTPStatus.UNPROCESSABLE_ENTITY,
    "SHEET_UNUSABLE": HTTPStatus.UNPROCESSABLE_ENTITY,
    "SHEET_HAS_WARNINGS": HTTPStatus.UNPROCESSABLE_ENTITY,
    "LOT_MISSING": HTTPStatus.UNPROCESSABLE_ENTITY,
    "LOT_NOT_NEEDED": HTTPStatus.UNPROCESSABLE_ENTITY,
    "LOTS_NOT_A_PERMUTATION": HTTPStatus.UNPROCESSABLE_ENTITY,
    "LOTS_NOT_AS_DRAWN": HTTPStatus.UNPROCESSABLE_ENTITY,
    "BAD_WORD": HTTPStatus.UNPROCESSABLE_ENTITY,
    "CRITERION_MISSING": HTTPStatus.UNPROCESSABLE_ENTITY,
    "FIELD_WRONG": HTTPStatus.UNPROCESSABLE_ENTITY,
    "DECISION_REASON_MISSING": HTTPStatus.UNPROCESSABLE_ENTITY,
    "WORD_MISSING": HTTPStatus.UNPROCESSABLE_ENTITY,
}


class FieldProblem(Schema):
    """A missing or invalid value."""

    path: str = Field(description="its path in the request body, e.g. `sheet.seats.0.points`")
    code: str
    message: str


class Problem(Schema):
    """The reason why a request was refused (RFC 9457, `application/problem+json`); nothing was written."""

    type: str = Field(description="`urn:fossato:problem:` and the code")
    title: str = Field(description="the meaning of the status, in English")
    status: int = Field(description="the HTTP status")
    detail: str = Field(description="the message")
    code: str = Field(description="for programs; independent of the language")
    message: str = Field(description="for people, in Italian or English according to `Accept-Language`")
    article: str = Field("", description="the article of the regulation that decides; empty where none does")
    fields: list[FieldProblem] = Field([], description="the invalid values")
    findings: list[FindingOut] = Field([], description="the findings of the sheet's check")
    consequences: list[ConsequenceOut] = Field(
        [], description="the changes that a correction would make; only in the refusal of a correction"
    )


def facts(code: str, **params: Any) -> dict[str, Any]:
    """Return the body of an error of the API itself. Arguments: params: of its message."""
    return {"code": code, "message": translated(MESSAGES[code], params), "article": ""} | _EMPTY


_EMPTY: dict[str, Any] = {"fields": [], "findings": [], "consequences": []}


def problem(body: dict[str, Any], status: int) -> dict[str, Any]:
    """Return the body of an error with the members that RFC 9457 names."""
    named = {"type": TYPES + body["code"], "title": HTTPStatus(status).phrase, "status": status}
    return named | {"detail": body["message"]} | body


def plain(code: str, status: int, **params: Any) -> JsonResponse:
    """Return an error response, for errors raised outside an operation."""
    body = problem(facts(code, **params), status)
    return JsonResponse(body, status=status, json_dumps_params={"ensure_ascii": False}, content_type=CONTENT_TYPE)


def refusal_facts(refusal: Refused, event: Event | None = None) -> dict[str, Any]:
    """Return the body for an error of the rules. Arguments: event: sets the card names of its findings."""
    findings = getattr(refusal, "findings", ()) if event is not None else ()
    return {
        "code": refusal.code,
        "message": sentence(refusal),
        "article": refusal.article,
        "fields": [],
        "findings": finding_facts(findings, event) if event is not None else [],
        "consequences": [_consequence(consequence) for consequence in _consequences(refusal)],
    }


def _consequences(refusal: Refused) -> list[Consequence]:
    return refusal.consequences if isinstance(refusal, CorrectionChangesTables) else []


def _consequence(one: Consequence) -> dict[str, Any]:
    """Art. 1.6: return a consequence without the names of players who gave no consent."""
    return {
        "code": one.code,
        "must_be_accepted": one.needs_a_word,
        "params": {
            name: [entry.number for entry in value] if isinstance(value, tuple) else value
            for name, value in one.params.items()
        },
        "message": one.sentence(_public_name),
    }


def _public_name(entry: Entry) -> str:
    return shown_name(entry, sees_names=False)


def _field(path: str, code: str) -> dict[str, str]:
    return {"path": path, "code": code, "message": translated(FIELDS.get(code, FIELDS["OTHER"]), {})}


def _path(location: tuple[Any, ...]) -> str:
    """Return the path of a value, without the name that the operation gives to the body."""
    parts = location[2:] if location[0] == "body" else location[1:]
    return ".".join(str(part) for part in parts)


def _answered(api: NinjaAPI, request: HttpRequest, body: dict[str, Any], status: int) -> HttpResponse:
    answer = api.create_response(request, problem(body, status), status=status)
    answer["Content-Type"] = CONTENT_TYPE
    return answer


def install(api: NinjaAPI) -> None:
    """Register these error responses on an API. Unexpected server errors are left to Django."""
    answered = partial(_answered, api)

    def refused(request: HttpRequest, error: Refused) -> HttpResponse:
        status = STATUSES.get(error.code, HTTPStatus.CONFLICT)
        return answered(request, refusal_facts(error, getattr(request, "api_event", None)), status)

    def fields_wrong(request: HttpRequest, error: ValidationError) -> HttpResponse:
        field_problems = [_field(_path(field_error["loc"]), field_error["type"]) for field_error in error.errors]
        return answered(request, facts("FIELDS_WRONG") | {"fields": field_problems}, 422)

    def field_refused(request: HttpRequest, error: FieldRefused) -> HttpResponse:
        field_problems = [_field(error.path, error.code)]
        return answered(request, facts("FIELDS_WRONG") | {"fields": field_problems}, 422)

    def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
        return answered(request, facts("NOT_FOUND"), 404)

    def not_known(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
        code = "TOKEN_WRONG" if "Authorization" in request.headers else "TOKEN_NEEDED"
        answer = answered(request, facts(code), 401)
        answer["WWW-Authenticate"] = 'Bearer realm="fossato"'
        return answer

    def throttled(request: HttpRequest, error: Throttled) -> HttpResponse:
        seconds = max(1, math.ceil(error.wait or 1))
        answer = answered(request, facts("TOO_MANY_REQUESTS", seconds=seconds), 429)
        answer["Retry-After"] = str(seconds)
        return answer

    def not_json(request: HttpRequest, error: HttpError) -> HttpResponse:
        code = "JSON_WRONG" if error.status_code == HTTPStatus.BAD_REQUEST else "BAD_REQUEST"
        return answered(request, facts(code), error.status_code)

    def too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return answered(request, facts("BODY_TOO_LARGE"), 413)

    handlers: list[tuple[type[Exception], Any]] = [
        (Refused, refused),
        (ValidationError, fields_wrong),
        (FieldRefused, field_refused),
        (Http404, not_found),
        (AuthenticationError, not_known),
        (Throttled, throttled),
        (HttpError, not_json),
        (RequestDataTooBig, too_large),
    ]
    for kind, handler in handlers:
        api.add_exception_handler(kind, handler)
