"""A participant's own page behind a private link, and the desk's list of these links.

The page shows seat, kingdom, clock and explained results, and lets the participant set the consent, confirm the sheet,
call for help and leave.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access.links import (
    link_revoke,
    own_link_mail,
    participant_link_renew,
    participant_links_mail,
    participant_links_print,
)
from tournament.access.refusals import LinkRefused
from tournament.access.selectors import participant_links
from tournament.core.numbers import whole_number
from tournament.entries.selectors import OwnEntry
from tournament.live.announcements import participant_announcements
from tournament.live.event_digest import event_digests
from tournament.models import Consent, Entry, Event, HelpCall, PrivateLink
from tournament.pages.export_columns import LINKS, TABLE_LINKS
from tournament.pages.exports import Export, render_or_export
from tournament.pages.participant import participant_page
from tournament.printing.link_papers import participants_sheet
from tournament.records.consents import consent_for_event, needs_guardian
from tournament.regulation.refused import Refused
from tournament.rounds.confirmations import leave_wish, leave_wish_undo, seat_confirm
from tournament.rounds.help_calls import help_call, help_close
from tournament.web.common import get_event_or_404, redirect_on_rule_error, render_confirmation, show_rule_error
from tournament.web.help_calls import help_request_context
from tournament.web.phone.own_ticket import check_in_code
from tournament.web.phone.table_link import private_link_required
from tournament.web.reauthentication import require_reauthentication
from tournament.web.requests import PageRequest, SignedInRequest
from tournament.web.sse import with_time

PARTICIPANT = PrivateLink.Kind.PARTICIPANT
#: Links that the desk neither sees nor revokes.
_MAILED_ONLY = (PrivateLink.Kind.OWN, PrivateLink.Kind.REQUEST)


def _entry(link: PrivateLink) -> Entry:
    """Return the entry of a participant's link. Errors: Http404 where it was deleted."""
    if link.entry is None:
        raise Http404
    return link.entry


def _is_expected(entry: Entry) -> bool:
    """Return whether the desk will check the player in: registered for an event that is played."""
    return entry.state == Entry.State.REGISTERED and entry.event.state != Event.State.VOID


@private_link_required(PARTICIPANT)
@require_safe
def player_phone(request: PageRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Show the complete page; to an htmx request return the changed fragment, or 204 if the version is unchanged."""
    # The digest is read before the data, so that a change in between makes the page stale.
    event_digest = event_digests.peek(link.event_id)
    day = participant_page(_entry(link))
    if request.htmx and request.GET.get("v") == day.version:
        return with_time(HttpResponse(status=204))
    template = "web/phone/player_part.html" if request.htmx else "web/phone/player.html"
    context = {
        "day": day,
        "event": day.event,
        "token": token,
        "link": link,
        # Read only where the name is not shown.
        "needs_guardian": partial(needs_guardian, day.entry.person, day.entry.event.first_day),
        "known": event_digest.for_participant(day.entry.pk) if event_digest else "",
        "news": participant_announcements(day),
        "code": check_in_code(link) if _is_expected(day.entry) else "",
        "may_withdraw": OwnEntry(day.entry, None).may_withdraw,
    }
    return with_time(render(request, template, context))


def _done(request: HttpRequest, token: str, act: Callable[[], object], words: str) -> HttpResponse:
    try:
        act()
    except Refused as refusal:
        show_rule_error(request, refusal)
    else:
        messages.success(request, words)
    return redirect("player_phone", token)


@private_link_required(PARTICIPANT)
@require_POST
def consent(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Set whether this event's pages show the name (art. 1.6, AMB-19); it takes effect at once.

    A link that the desk can print proves no identity: the choice for the Ranking needs a link mailed to the person.
    """
    choice, entry = request.POST.get("consent"), _entry(link)
    if choice == "mail":
        message = _("A mail is on its way to your address: decide with the link in it.")
        return _done(request, token, lambda: own_link_mail(person=entry.person, by=None), message)
    if choice not in ("yes", "no"):
        messages.error(request, _("Choose whether the name is shown: nothing has changed."))
        return redirect("player_phone", token)
    message = (
        _("From now on this event’s pages show your name.")
        if choice == "yes"
        else _("From now on this event’s pages do not show your name.")
    )

    def act() -> None:
        consent_for_event(entry=entry, consent=choice == "yes", source=Consent.Source.LINK, by=None)

    return _done(request, token, act, message)


@private_link_required(PARTICIPANT)
@require_POST
def leave(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Record or withdraw the wish to leave after this round."""
    entry = _entry(link)
    if "undo" in request.POST:
        return _done(request, token, lambda: leave_wish_undo(entry=entry, by=None), _("Good: you stay in the event."))
    return _done(
        request, token, lambda: leave_wish(entry=entry, by=None), _("The desk knows that you leave. Your results stay.")
    )


@private_link_required(PARTICIPANT)
@require_POST
def confirm(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Confirm the sheet of the table where the player sits."""
    entry, version = _entry(link), request.POST.get("version", "")

    def act() -> None:
        seat = participant_page(entry).now
        if seat is None:
            raise LinkRefused("NO_TABLE_NOW", player=str(entry))
        seat_confirm(table=seat.table, entry=entry, version=whole_number(version), link=link, by=None)

    return _done(request, token, act, _("You confirmed the sheet of your table."))


@private_link_required(PARTICIPANT)
@require_POST
def help_wanted(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Call a referee to the player's table."""
    entry = _entry(link)

    def act() -> None:
        seat = participant_page(entry).now
        if seat is None:
            raise LinkRefused("NO_TABLE_NOW", player=str(entry))
        help_call(table=seat.table, caller=str(entry), words=request.POST.get("words", ""), by=None)

    return _done(request, token, act, _("Done: someone is on the way to your table."))


@require_safe
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the participants with their links: made, mailed, used."""
    event = get_event_or_404(request, slug)
    rows = participant_links(event)
    context = {
        "event": event,
        "rows": rows,
        "made": sum(link is not None for _entry, link in rows),
        "to_mail": sum(bool(entry.person.email) and not (link and link.mailed_at) for entry, link in rows),
    }
    return render_or_export(
        request, "web/phone/links.html", context, Export("link", LINKS, rows), proof=require_reauthentication
    )


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("player_links", slug))
def links_print(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create the missing links and return a PDF of their QR codes to be cut; with ``entry`` only that entry's."""
    event = get_event_or_404(request, slug)
    entry_key = request.POST.get("entry")
    entry = get_object_or_404(event.entries, pk=whole_number(entry_key)) if entry_key is not None else None
    printed_links = participant_links_print(event=event, by=request.user, entry=entry.pk if entry else None)
    response = HttpResponse(participants_sheet(event, printed_links), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slug}-link.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


def _mailed_text(players: int) -> str:
    """Return to how many players a link was mailed."""
    return ngettext("Mailed to %(players)s player", "Mailed to %(players)s players", players) % {"players": players}


def _without_text(players: int) -> str:
    """Return how many players left no address."""
    return ngettext("%(players)s left no address", "%(players)s left no address", players) % {"players": players}


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("player_links", slug))
def links_mail(request: SignedInRequest, slug: str) -> HttpResponse:
    """Mail the link to every participant with an address who has not been mailed yet."""
    event = get_event_or_404(request, slug)
    mail_counts = participant_links_mail(event=event, by=request.user)
    messages.success(request, f"{_mailed_text(mail_counts.mailed)}; {_without_text(mail_counts.without)}.")
    return redirect("player_links", slug)


@require_POST
@redirect_on_rule_error(lambda slug, **_more: ("player_links", slug))
def link_renew(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Replace a participant's link, after a confirmation; the old one stops working at once."""
    event = get_event_or_404(request, slug)
    entry = get_object_or_404(event.entries.select_related("person"), pk=pk)
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Make a new link for %(player)s?") % {"player": entry},
            detail=_("The one that was printed or mailed stops working at once: the new one has to be handed over."),
            label=_("Make a new link"),
            back_url=reverse("player_links", args=[slug]),
        )
    participant_link_renew(entry=entry, by=request.user)
    messages.success(request, _("%(player)s has a new link; the old one no longer works.") % {"player": entry})
    return redirect("player_links", slug)


@require_POST
def revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a link of the event, a participant's or a table's, after a confirmation."""
    event = get_event_or_404(request, slug)
    link = get_object_or_404(
        PrivateLink.objects.exclude(kind__in=_MAILED_ONLY).select_related("entry__person", "table"),
        pk=pk,
        event=event,
    )
    page = "player_links" if link.entry else "table_links"
    if "confirmed" not in request.POST:
        return render_confirmation(
            request,
            question=_("Revoke the link of %(player)s?") % {"player": link.entry}
            if link.entry
            else _("Revoke the link of table %(table)s?") % {"table": link.table.number if link.table else ""},
            detail=_("It no longer opens anything, even where it is printed or was mailed. A new one can be made."),
            label=_("Revoke the link"),
            back_url=reverse(page, args=[slug]),
        )
    link_revoke(link=link, by=request.user)
    messages.success(request, _("The link is revoked: it no longer opens anything."))
    return redirect(page, slug)


@require_safe
def table_links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the active links of the tables, so that they can be revoked."""
    event = get_event_or_404(request, slug)
    live = PrivateLink.objects.filter(event=event, kind=PrivateLink.Kind.TABLE, revoked_at=None)
    rows = live.select_related("table__round").order_by("-table__round__number", "table__number")
    context = {"event": event, "rows": rows}
    return render_or_export(request, "web/phone/table_links.html", context, Export("link-tavoli", TABLE_LINKS, rows))


@require_POST
def call_close(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Close a help request."""
    event = get_event_or_404(request, slug, "tournament.enter_sheet")
    call = get_object_or_404(HelpCall, pk=pk, table__round__event=event)
    help_close(call=call, by=request.user)
    if request.htmx:
        return render(request, "web/phone/calls.html", {"event": event, **help_request_context(event)})
    runs_it = request.user.has_perm("tournament.run_event", event)
    return redirect("desk", slug) if runs_it else redirect("referee_home")
