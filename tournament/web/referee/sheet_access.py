"""Access to a table's sheet: by an account with a role in the event, or by the table's private link.

Every view of a sheet takes a :class:`SheetAccess` and is mounted twice: here for accounts (``by_account``), and behind
private links by ``tournament.web.phone.table_link``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournament.models import HelpCall, PrivateLink, Table


class LinkRequest(HttpRequest):
    """A request that came through a table's private link: the link and its token."""

    sheet_link: tuple[PrivateLink, str]


ENTER, RUN = "tournament.enter_sheet", "tournament.run_event"

#: Page of a sheet -> its URL names for an account and for a private link.
_URL_NAMES = {
    "sheet": ("sheet", "table_link"),
    "preview": ("sheet_preview", "table_link_preview"),
    "confirm": ("sheet_confirm", "table_link_confirm"),
    "lots": ("table_lots", "table_link_lots"),
    "photo": ("table_photo", "table_link_photo"),
    "help": ("table_help", "table_link_help"),
}


@dataclass(frozen=True, slots=True)
class SheetAccess:
    """A table whose sheet the request may use, and by what right.

    Arguments:
        table: with its round and event, as ``table.round.event``.
        account: of the user; None through a private link.
        link, token: the private link and its token; None and empty for an account.
    """

    table: Table
    account: Any = None
    link: PrivateLink | None = None
    token: str = ""

    def url(self, page: str) -> str:
        """Return the URL of one of the table's pages, see ``_URL_NAMES``."""
        by_account, by_link = _URL_NAMES[page]
        if self.token:
            return reverse(by_link, args=[self.token])
        game_round = self.table.round
        return reverse(by_account, args=[game_round.event.slug, game_round.number, self.table.number])

    @property
    def urls(self) -> dict[str, str]:
        """Return the URLs of all pages by their names, for templates."""
        return {page: self.url(page) for page in _URL_NAMES}


#: A view of a table's sheet.
SheetView = Callable[[HttpRequest, SheetAccess], HttpResponse]


def account_access(request: HttpRequest, slug: str, number: int, table: int) -> SheetAccess:
    """Return the user's access to a table of a published round.

    Raises Http404 if there is no such table, or if the user may not enter its result.
    """
    open_calls = HelpCall.objects.filter(table=OuterRef("pk"), closed_at=None)
    tables = Table.objects.select_related("round__event__season", "round__event__organiser").annotate(
        has_open_call=Exists(open_calls)
    )
    game_table = get_object_or_404(tables, round__event__slug=slug, round__number=number, number=table)
    if not request.user.has_perm(ENTER, game_table):
        raise Http404
    return SheetAccess(game_table, account=request.user)


def by_account(view: SheetView) -> Callable[..., HttpResponse]:
    """Mount a view of a sheet for accounts, at a URL with the event's slug, the round's and the table's number."""

    @wraps(view)
    def mounted(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
        return view(request, account_access(request, slug, number, table))

    return mounted
