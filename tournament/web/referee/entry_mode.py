"""Remember the entry mode of the score sheet in a cookie; the next table's sheet starts with it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournament.models import Table
from tournament.pages.sheet import form_of

#: One day: on another day another referee may use the phone.
SECONDS = 24 * 60 * 60


def _name(table: Table) -> str:
    return f"fossato_mode_{table.round.event.game}"


def remembered_mode(request: HttpRequest, table: Table) -> dict[str, str]:
    """Return the initial values of a new sheet. The form ignores a mode that the game does not have."""
    return {"mode": request.COOKIES.get(_name(table), "")}


def remember_mode(answer: HttpResponse, request: HttpRequest, table: Table, mode: str) -> HttpResponse:
    """Store the chosen entry mode in a cookie."""
    if mode in form_of(table).MODES:
        answer.set_cookie(_name(table), mode, SECONDS, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer
