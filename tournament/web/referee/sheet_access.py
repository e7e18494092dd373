"""The two doors to a table's sheet: an account with a part in the event, or the table's private link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournament.access.links import link_words
from tournament.models import PrivateLink, Table


@dataclass(frozen=True, slots=True)
class Door:
    """Where the forms of a table's sheet go, and who acts through them.

    Arguments:
        token: of the private link; empty where the visitor has signed in.
        by: the account; None through a link.
        words: who acts, in words.
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
    """Notes on the request that it came through a table's link; ``door_of`` finds it there."""
    request.sheet_link = (link, token)


def door_of(request: HttpRequest, table: Table) -> Door:
    """The door that the request came through. An account does not act where a link was opened: the link does."""
    link, token = getattr(request, "sheet_link", (None, ""))
    if link is not None:
        return Door(table=table, token=token, by=None, words=link_words(link))
    user = request.user
    return Door(table=table, token="", by=user, words=user.get_full_name() or user.get_username())
