"""Token operations on a table's result: preview, sheets as versions, lots, confirmation, corrections.

They call the same services as the phones: a token may do what its user may, and a sheet sent twice is one version.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from ninja import Field, Header, Router, Status

from tournament.api.auth import TokenAuth, TokenRequest
from tournament.api.body import Body
from tournament.api.events import Number, Slug
from tournament.api.problems import Problem
from tournament.api.schemas import (
    ConfirmedOut,
    PreviewOut,
    SheetLines,
    SheetOut,
    TokenOut,
    finding_facts,
)
from tournament.api.throttles import TokenThrottle
from tournament.core.messages import sentence
from tournament.core.permissions import is_national_referent
from tournament.core.refusals import AlreadyDone
from tournament.events.selectors import my_roles
from tournament.models import ApiToken, Event, Organiser, Seat, Sheet, Table
from tournament.models.accounts import account_name, has_generated_name
from tournament.sheets.services import (
    sheet_confirm,
    sheet_correct_once,
    sheet_preview,
    sheet_submit_once,
    table_lots_draw,
)
from tournament.sheets.table_sheet import CheckedSheet, read_table_sheet
from tournament.web.referee.sheet_access import RUN, account_access

router = Router(tags=["results"], auth=TokenAuth(ApiToken.Scope.RESULTS), throttle=TokenThrottle())

TABLE = "/events/{slug:slug}/rounds/{int:number}/tables/{int:table}"
READS: dict[int, Any] = {401: Problem, 403: Problem, 404: Problem, 422: Problem, 429: Problem}
WRITES: dict[int, Any] = {400: Problem, 401: Problem, 404: Problem, 409: Problem, 413: Problem} | READS
#: As long as ``Draw.word``.
LONGEST_WORD = 64
#: As long as ``Sheet.key``.
SheetKey = Annotated[str, Header(alias="Idempotency-Key", pattern=r"^[!-~]{1,40}$")]


class PreviewIn(Body):
    """A sheet to be checked without being stored."""

    sheet: dict[str, Any] = Field(description="the `sheet` of a `score-sheet/1` (docs/formats.md); may be incomplete")


class SheetIn(PreviewIn):
    """A sheet to be stored."""

    reason: str = Field("", max_length=500, description="the reason for this version, if it is not the first")


class ConfirmIn(Body):
    """Selects the version that closes the table."""

    version: int = Field(ge=1, le=32767, description="the version to confirm; refused (409) if there is a newer one")
    accept_warnings: bool = Field(False, description="the unlikely values were checked and are right")
    forced_reason: str = Field("", max_length=500, description="the reason for closing the table despite an error")


class LotsIn(Body):
    """The public contribution to the draw, besides its seed."""

    word: str = Field(max_length=LONGEST_WORD, description="the word called out by a person present (art. 1.5)")


class CorrectIn(ConfirmIn, PreviewIn):
    """A correction of a confirmed result."""

    reason: str = Field(max_length=500, description="the reason, shown with the versions of the sheet")
    accept_consequences: bool = Field(
        False, description="tables already drawn stay as drawn; only with the token of an organiser or the Referent"
    )
    word: str = Field(
        "", max_length=LONGEST_WORD, description="the word called out for the draw, if the correction creates new ties"
    )


def _table(request: TokenRequest, slug: str, number: int, table: int) -> Table:
    """Return a table that the token's user may enter; store its event on the request for error messages.

    Errors: Http404.
    """
    table_row = account_access(request, slug, number, table).table
    request.api_event = table_row.round.event
    return table_row


@router.get(
    "/me",
    auth=TokenAuth(),
    response={200: TokenOut, 401: Problem, 403: Problem, 429: Problem},
    url_name="api_me",
    tags=["token"],
)
def me(request: TokenRequest) -> Any:
    """The user of the token, and their roles in events that are not over."""
    token = request.auth
    return {
        "user": account_name(token.user) if has_generated_name(token.user) else token.user.get_username(),
        "name": token.name,
        "prefix": token.prefix,
        "expires_at": token.expires_at,
        "scopes": token.scopes.split(),
        "is_referent": is_national_referent(token.user),
        "clubs": list(Organiser.objects.run_by(token.user).order_by("name").values("id", "name")),
        "roles": [{"event": role.event.slug, "role": role.role} for role in my_roles(token.user)],
    }


@router.post(f"{TABLE}/preview", response={200: PreviewOut, **WRITES}, url_name="api_preview")
def preview(request: TokenRequest, slug: Slug, number: Number, table: Number, content: PreviewIn) -> Any:
    """Checks a sheet and returns its findings and, if they can be derived, its places. Writes nothing."""
    table_row = _table(request, slug, number, table)
    return _preview(sheet_preview(table=table_row, data=content.sheet), table_row.round.event)


def _preview(checked: CheckedSheet, event: Event) -> dict[str, Any]:
    return {
        "can_be_confirmed": checked.can_be_confirmed,
        "findings": finding_facts(checked.check.findings, event),
        "places": None
        if checked.places is None
        else [
            {"place": place.place, "position": place.index + 1, "decided_by": place.decided_by}
            for place in checked.places
        ],
        "tied": [[index + 1 for index in group] for group in checked.tied],
        "problem": checked.problem.code if checked.problem else "",
        "message": sentence(checked.problem) if checked.problem else "",
    }


def _sheet(sheet: Sheet, event: Event) -> dict[str, Any]:
    return {
        "version": sheet.version,
        "state": sheet.state,
        "sheet": sheet.data,
        "findings": finding_facts(sheet.findings, event),
        "entered_by": sheet.entered_name,
        "entered_at": sheet.entered_at,
        "confirmed_at": sheet.confirmed_at,
        "reason": sheet.reason,
        "forced_reason": sheet.forced_reason,
    }


@router.get(f"{TABLE}/sheets", response={200: SheetLines, **READS}, url_name="api_sheets")
def sheets(request: TokenRequest, slug: Slug, number: Number, table: Number) -> Any:
    """Every version of a table's sheet, newest first."""
    table_row = _table(request, slug, number, table)
    versions = read_table_sheet(table_row).versions
    return {"count": len(versions), "items": [_sheet(version, table_row.round.event) for version in versions]}


@router.post(f"{TABLE}/sheets", response={200: SheetOut, 201: SheetOut, **WRITES}, url_name="api_sheets")
def submit(request: TokenRequest, slug: Slug, number: Number, table: Number, content: SheetIn, key: SheetKey) -> Any:
    """Stores a sheet as a new version with its findings, even if it has errors.

    Idempotent: the client makes a new key for every sheet; a repeated request with the same key, for example after a
    lost connection, returns the same version (200) and writes nothing.
    """
    table_row = _table(request, slug, number, table)
    new_sheet, is_new = sheet_submit_once(
        table=table_row, data=content.sheet, by=request.user, key=key, reason=content.reason
    )
    return Status(201 if is_new else 200, _sheet(new_sheet, table_row.round.event))


@router.post(f"{TABLE}/confirm", response={200: ConfirmedOut, **WRITES}, url_name="api_confirm")
def confirm(request: TokenRequest, slug: Slug, number: Number, table: Number, content: ConfirmIn) -> Any:
    """Confirms a version of the sheet, which closes the table. Idempotent."""
    table_row = _table(request, slug, number, table)
    sheet = table_row.sheets.filter(version=content.version).first()
    if sheet is None:
        raise Http404
    try:
        seats = sheet_confirm(
            sheet=sheet,
            by=request.user,
            forced_reason=content.forced_reason,
            accept_warnings=content.accept_warnings,
        )
    except AlreadyDone:
        seats = list(table_row.seats.order_by("place"))
    return {"version": sheet.version, "places": [_place(seat) for seat in seats]}


@router.post(f"{TABLE}/lots", response={200: SheetOut, 201: SheetOut, **WRITES}, url_name="api_lots")
def lots(request: TokenRequest, slug: Slug, number: Number, table: Number, content: LotsIn) -> Any:
    """Draws the lots of the seats tied on every criterion (art. 1.5 e) and stores them in a new version of the sheet.

    Idempotent: until the table is closed, a repeated request returns the existing version (200).
    """
    table_row = _table(request, slug, number, table)
    try:
        sheet_with_lots, status = table_lots_draw(table=table_row, word=content.word, by=request.user), 201
    except AlreadyDone:
        sheet_with_lots, status = read_table_sheet(table_row).versions[0], 200
    return Status(status, _sheet(sheet_with_lots, table_row.round.event))


@router.post(f"{TABLE}/correct", response={200: SheetOut, 201: SheetOut, **WRITES}, url_name="api_correct")
def correct(request: TokenRequest, slug: Slug, number: Number, table: Number, content: CorrectIn, key: SheetKey) -> Any:
    """Replaces a confirmed result by a corrected version and recomputes the places and standings that depend on it.

    Idempotent: the client makes a new key for every correction; a repeated request with the same key returns the same
    version (200) and writes nothing.
    """
    table_row = _table(request, slug, number, table)
    if not table_row.sheets.filter(version=content.version).exists():
        raise Http404
    may_accept = request.user.has_perm(RUN, table_row.round.event)
    corrected, is_new = sheet_correct_once(
        table=table_row,
        key=key,
        seen=content.version,
        data=content.sheet,
        by=request.user,
        reason=content.reason,
        consequences_accepted=content.accept_consequences and may_accept,
        forced_reason=content.forced_reason,
        accept_warnings=content.accept_warnings,
        word=content.word,
    )
    return Status(201 if is_new else 200, _sheet(corrected, table_row.round.event))


def _place(seat: Seat) -> dict[str, Any]:
    return {"place": seat.place, "position": seat.position, "decided_by": seat.decided_by}
