"""What the mail of a report tells, as it is when the mail is sent: both results of every player (art. 1.4)."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from tournament.core.formatting import points
from tournament.exchange.export import points_of
from tournament.models import Event
from tournament.people.selectors import player_id


def report_mail_facts(event: Event, language: str) -> dict[str, Any]:
    """Return the lines of the table of results, their cells parted by tabs, the headings first.

    Arguments:
        language: of the reader.
    """
    both = points_of(event)
    places = event.final_places.select_related("entry__person").order_by("place")
    with translation.override(language):
        fascia = _("Fascia %(fascia)s") % {"fascia": event.fascia_effective}
        lines = ["\t".join((_("Place"), _("Player"), _("Points"), fascia))]
        for row in places:
            result = both[player_id(row.entry)]
            cells = (str(row.place), str(row.entry), points(result["ordinary"]), points(result["multiplied"]))
            lines.append("\t".join(cells))
    return {"lines": lines}
