"""The four entries of the National Referent's pages."""

from __future__ import annotations

from typing import Any

from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.delivery.waiting import waiting_for_referents

from ._library import register

#: The entries: name of the address of each, and its words.
ENTRIES: tuple[tuple[str, Any], ...] = (
    ("referent", _("To do")),
    ("seasons", pgettext_lazy("entry", "Season")),
    ("people", _("People")),
    ("regulations", _("Regulation")),
)


@register.inclusion_tag("web/referent/nav.html", takes_context=True)
def referent_entries(context: Context, here: str) -> dict[str, Any]:
    """Render the entries; the first tells how many things wait: one query.

    `here`: name of the address of the entry under which the page is.
    """
    path = context["request"].path
    number = waiting_for_referents()
    return {
        "entries": [
            {
                "url": url,
                "words": words,
                "here": ("page" if path == url else "true") if name == here else "",
                "number": number if name == "referent" else 0,
            }
            for name, words in ENTRIES
            for url in [reverse(name)]
        ]
    }
