"""Access to a table's sheet: by an account with a role in the event, or by the table's private link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournament.access.links import link_words
from tournament.models import PrivateLink, Table


@dataclass(frozen=True, slots=True)
class Door:
    """The URLs of a table's sheet forms, and who submits them.

    Arguments:
        token: of the private link; empty for a signed-in user.
        by: the account; None through a link.
        words: label of the account or link.
    """

    table: Table
    token: str
    by: Any
    words: str

    def _at(self, name: str) -> str:
        if self.token:
            return reverse(f"table_link_{name}" if name else "table_link", args=[self.token])
        game_round = self.table.round
        own = {"": "sheet", "preview": "sheet_preview", "confirm": "sheet_confirm", "lots": "table_lots"}
        name = own.get(name, f"table_{name}")
        return reverse(name, args=[game_round.event.slug, game_round.number, self.table.number])

    @property
    def sheet(self) -> str:
        return self._at("")

    @property
    def preview(self) -> str:
        return self._at("preview")

    @property
    def confirm(self) -> str:
        return self._at("confirm")

    @property
    def lots(self) -> str:
        return self._at("lots")

    @property
    def photo(self) -> str:
        return self._at("photo")

    @property
    def help(self) -> str:
        return self._at("help")


def through_link(request: HttpRequest, link: PrivateLink, token: str) -> None:
    """Mark the request as coming through a table's private link, for ``door_of``."""
    request.sheet_link = (link, token)


def door_of(request: HttpRequest, table: Table) -> Door:
    """Return the access of this request; a private link takes precedence over the session's account."""
    link, token = getattr(request, "sheet_link", (None, ""))
    if link is not None:
        return Door(table=table, token=token, by=None, words=link_words(link))
    user = request.user
    return Door(table=table, token="", by=user, words=user.get_full_name() or user.get_username())
