"""Build the poster of an event for a shop window: day, place, price, and the way to enter as a QR code."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.printing.diplomas import size_of
from tournament.printing.documents import base_context, qr_code
from tournament.printing.render import pdf
from tournament.regulation import parameters as regulation

#: Letters above which the event's name is set in a smaller size, the largest number first.
TITLE_SIZES = ((90, "longest"), (56, "longer"), (26, "long"))
_BEFORE = (Event.State.ANNOUNCED, Event.State.AUTHORISED)


def event_poster(event: Event, *, is_plain: bool = False) -> bytes:
    """Build the poster of an event.

    Arguments:
        is_plain: black on white, without the area in colour, for a printer at home.
    """
    is_open = event.state in _BEFORE and event.accepts_requests(timezone.now())
    path = reverse("entry_page", args=[event.slug]) if is_open else event.get_absolute_url()
    address = settings.FOSSATO_SITE_URL.rstrip("/") + path
    numbers = regulation.get(event.regulation)
    is_counted = event.is_official and not event.is_national_final
    context = {
        **base_context(event),
        "plain": is_plain,
        "size": size_of(event.name, TITLE_SIZES),
        "minimum": numbers.minimum_players[regulation.Fascia(event.fascia_declared)] if is_counted else None,
        "how": _how(event, numbers),
        "is_open": is_open,
        "code": qr_code(address),
        "address": address.split("://", 1)[-1],
    }
    return pdf("print/event_poster.html", context, event.language)


def _how(event: Event, numbers: regulation.Regulation) -> str:
    """Return how many games are played and how long one lasts, in the event's language."""
    rounds = event.rounds or event.rounds_override
    if event.is_national_final:
        rounds = numbers.national_rounds
    with translation.override(event.language):
        minutes = ngettext("%(n)s minute", "%(n)s minutes", event.clock_minutes) % {"n": event.clock_minutes}
        few = rounds or numbers.rounds_minimum
        if rounds or few == numbers.rounds_maximum:
            return _("%(games)s and the final, %(minutes)s each.") % {"games": _games(few), "minutes": minutes}
        facts = {"few": _games(few), "many": _games(numbers.rounds_maximum), "least": numbers.rounds_threshold}
        words = _("%(few)s and the final, %(many)s from %(least)s players on; %(minutes)s each.")
        return words % {**facts, "minutes": minutes}


def _games(number: int) -> str:
    return ngettext("%(n)s game", "%(n)s games", number) % {"n": number}
