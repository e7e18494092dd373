"""Build the sheet of private links: a QR code for each participant, to be cut out and handed over at the check-in."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.access.links import link_address
from tournament.models import Event, PrivateLink
from tournament.printing.documents import qr_code
from tournament.printing.render import pdf, printed_at


def participants_sheet(event: Event, links: Iterable[PrivateLink]) -> bytes:
    """Build one card per participant: name, QR code, what it opens. Links without an entry or a token are skipped."""
    cards = []
    for link in links:
        address = link_address(link)
        if link.entry is not None and address is not None:
            cards.append({"name": str(link.entry), "number": link.entry.number, "qr": qr_code(address)})
    context = {"event": event, "printed_at": printed_at(), "cards": cards}
    return pdf("print/links.html", context, event.language, secret=True)
