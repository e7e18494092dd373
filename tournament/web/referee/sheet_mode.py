"""The way of counting that a phone used last: the next table's sheet begins with it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournament.models import Table
from tournament.pages.sheet import form_of

#: For a day: another day another referee may hold the phone.
SECONDS = 24 * 60 * 60


def _name(table: Table) -> str:
    return f"fossato_mode_{table.round.event.game}"


def remembered_mode(request: HttpRequest, table: Table) -> dict[str, str]:
    """The first value of a sheet that nobody has begun; a mode that the game does not have is looked over."""
    return {"mode": request.COOKIES.get(_name(table), "")}


def remember_mode(answer: HttpResponse, request: HttpRequest, table: Table, mode: str) -> HttpResponse:
    """Keeps the chosen way of counting on the phone."""
    if mode in form_of(table).MODES:
        answer.set_cookie(_name(table), mode, SECONDS, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer
