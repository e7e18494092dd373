"""The texts that the organiser pastes on the Forum (art. 1.2): the notice before the event, the result after it."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.dates import date_words
from tournament.core.formatting import ordinal, points, points_number
from tournament.models import Event
from tournament.pages.event import place_lines, shown_name


def notice_text(event: Event, language: str) -> str:
    """Return the notice before the event, plain lines: day, hour, place, price, entries. Runs at most one query."""
    with translation.override(language):
        start = f", {_('from %(time)s') % {'time': event.starts_at.strftime('%H:%M')}}" if event.starts_at else ""
        fascia = "" if event.is_national_final else f", Fascia {event.fascia_declared}"
        lines = [
            event.name,
            f"{event.game_name}, {event.season.name}{fascia}",
            "",
            f"{date_words(event.first_day, 'l j F Y')}{start}",
            event.place,
            _("Organiser: %(name)s") % {"name": event.organiser.name},
        ]
        lines += [_("Price: %(price)s") % {"price": event.price}] if event.price else []
        lines += [_("Places: %(n)s") % {"n": event.capacity}] if event.capacity else []
        lines += ["", event.description] if event.description else []
        address = settings.FOSSATO_SITE_URL.rstrip("/") + event.get_absolute_url()
        return "\n".join([*lines, "", _("Entries: %(address)s") % {"address": address}])


def announcement_text(event: Event, language: str) -> str:
    """Return the text, plain lines; empty before the result. Runs two queries.

    Only names that everybody may read stand in it (art. 1.6).
    """
    with translation.override(language):
        lines = place_lines(event, lambda entry: shown_name(entry, sees_names=False, me=None))
        if not lines:
            return ""
        address = settings.FOSSATO_SITE_URL.rstrip("/") + event.get_absolute_url()
        head = [f"{event.name}, {event.city}, {date_words(event.last_day, 'j F Y')}", ""]
        head += [_("Winner: %(name)s") % {"name": lines[0]["name"]}]
        head += [_("Second: %(name)s") % {"name": line["name"]} for line in lines[1:2]]
        places = ["", _("Final places:"), *map(_place, lines)]
        return "\n".join([*head, *_prizes(event), *places, "", _("Games and photos: %s") % address])


def _prizes(event: Event) -> list[str]:
    lines = [f"{ordinal(prize.place)}: {prize}" for prize in event.prizes.all()]
    return ["", _("Prizes:"), *lines] if lines else []


def _place(line: dict[str, object]) -> str:
    earned = line["half_points"]
    if not isinstance(earned, int):
        return f"{line['place']}. {line['name']}"
    words = ngettext("%(n)s point", "%(n)s points", points_number(earned)) % {"n": points(earned)}
    return f"{line['place']}. {line['name']}, {words}"
