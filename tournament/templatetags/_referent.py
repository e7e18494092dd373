"""Navigation between the pages of the National Referent: the daily ones in a row, the others in three menus."""

from __future__ import annotations

from typing import Any

from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ._library import register

#: Pages as (name of the address, words).
Pages = tuple[tuple[str, Any], ...]
DAILY: Pages = (
    ("referent", _("To do")),
    ("authorisations", _("Authorisations")),
    ("homologations", _("Ratifications")),
    ("seasons", _("Seasons and call-up")),
)
MENUS: tuple[tuple[Any, Pages], ...] = (
    (
        _("People"),
        (
            ("people", _("Players")),
            ("claims", _("Accounts and results")),
            ("error_reports_all", _("Reported errors")),
            ("consents", _("Consents")),
            ("erasures", _("Personal data")),
        ),
    ),
    (
        _("Clubs and staff"),
        (
            ("organisers", _("Organisers")),
            ("organiser_requests", _("Requests")),
            ("referents", _("Referents")),
        ),
    ),
    (
        _("More"),
        (
            ("waiting", _("Who waits for whom")),
            ("regulations", _("Regulation")),
            ("publishing", _("News and texts")),
            ("failed_jobs", _("Failed jobs")),
        ),
    ),
)


def _links(pages: Pages, here: str) -> list[dict[str, Any]]:
    return [{"url": reverse(name), "words": words, "here": name == here} for name, words in pages]


@register.inclusion_tag("web/referent/nav.html", takes_context=True)
def referent_nav(context: Context, here: str = "") -> dict[str, Any]:
    """Render the navigation of the Referent's pages.

    `here`: name of the address of the page; the menu that holds it is called by its name.
    """
    menus = [(words, _links(pages, here)) for words, pages in MENUS]
    return {
        "daily": _links(DAILY, here),
        "menus": [
            {"words": words, "links": links, "here": next((link["words"] for link in links if link["here"]), "")}
            for words, links in menus
        ],
    }
