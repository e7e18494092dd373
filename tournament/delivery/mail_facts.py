"""What a mail says of its event, as it is when the mail is sent: facts for its table, and who answers a reply."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.core.dates import date_words
from tournament.core.permissions import organisers_of
from tournament.models import Entry, Event, PrivateLink, Round, Seat


def event_lines(event: Event, entry: Entry | None = None) -> list[tuple[str, str]]:
    """Return label and value of each fact, in the active language.

    When, where, price, what to bring, the table once it is drawn, how the name is shown.

    Arguments:
        entry: of the reader, or of the player for whom they answer.
    """
    when = date_words(event.first_day, "l j F Y")
    if event.starts_at is not None:
        when += ", " + _("at %(time)s") % {"time": f"{event.starts_at:%H:%M}"}
    lines = [(_("When"), when), (_("Where"), event.place), (_("Price"), event.price), (_("Bring"), event.bring)]
    if entry is not None:
        seat = Seat.objects.filter(entry=entry, round__state__in=(Round.State.PUBLISHED, Round.State.RUNNING))
        own = seat.select_related("table").order_by("-round__number").first()
        if own is not None:
            place = {"table": own.table.number, "seat": own.position}
            lines.append((_("Table"), _("%(table)s, seat %(seat)s") % place))
        name = _("shown as %(name)s") % {"name": entry} if entry.shows_name else _("not shown: place and points stay")
        lines.append((_("Name"), name))
    return [(label, value) for label, value in lines if value]


def entry_of(link: int | None) -> Entry | None:
    """Return the entry of a participant's live link; None without one."""
    if link is None:
        return None
    links = PrivateLink.objects.filter(pk=link, revoked_at=None, kind=PrivateLink.Kind.PARTICIPANT)
    found = links.select_related("entry__person").first()
    return found.entry if found is not None else None


def reply_address(event: Event | None, to: str) -> str:
    """Return where an answer to a mail goes: the organiser of its event, else the site's contact; blank for neither.

    Arguments:
        to: the reader's address; organisers answer nobody of their own.
    """
    contact: str = settings.FOSSATO_CONTACT_MAIL
    if event is None:
        return contact
    own = [user.email for user in organisers_of(event) if user.email]
    public = event.organiser.contact_mail
    return contact if to in (*own, public) else public or next(iter(own), contact)
