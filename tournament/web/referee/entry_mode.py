"""Remember the entry mode of the score sheet in a cookie; the next table's sheet starts with it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournament.models import Table
from tournament.pages.sheet import form_of

#: One day: on another day another referee may use the phone.
MAX_AGE_SECONDS = 24 * 60 * 60


def _cookie_name(table: Table) -> str:
    return f"fossato_mode_{table.round.event.game}"


def remembered_entry_mode(request: HttpRequest, table: Table) -> dict[str, str]:
    """Return the initial values of a new sheet. The form ignores a mode that the game does not have."""
    return {"mode": request.COOKIES.get(_cookie_name(table), "")}


def remember_entry_mode(response: HttpResponse, request: HttpRequest, table: Table, mode: str) -> HttpResponse:
    """Store the chosen entry mode in a cookie."""
    if mode in form_of(table).MODES:
        response.set_cookie(
            _cookie_name(table), mode, MAX_AGE_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure()
        )
    return response
