"""What waits for the federation's texts, for the table of waiting things: what public pages lack."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournament.delivery.waiting import Kind, Pace, Side, Waiting, day_of
from tournament.federation.selectors import missing_texts
from tournament.models import SiteText


def _things() -> list[Waiting]:
    """Return the texts of the server's settings without which a block of a public page is hidden."""
    return [
        Waiting("text", what, day_of(None), key=str(number)) for number, what in enumerate(missing_texts(), start=1)
    ]


KINDS: Final = (
    Kind(
        name="text",
        label=_("text that visitors miss"),
        side=Side.REFERENT,
        pace=Pace.NONE,
        page="publishing",
        rows=SiteText.objects.none,
        things=_things,
        key="page",
        see=lambda row: Waiting("text", str(row), day_of(row.changed_at), key=row.page),
    ),
)
