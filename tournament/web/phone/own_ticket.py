"""The player's own page before the day: see the code for the check-in, withdraw."""

from __future__ import annotations

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.links import link_address
from tournament.core.dates import date_words
from tournament.entries.error_reports import error_report
from tournament.entries.requests import entry_still_comes, entry_withdraw
from tournament.entries.selectors import OwnEntry
from tournament.models import Entry, PrivateLink
from tournament.regulation.refused import Refused
from tournament.reports.photo_privacy import photos_refuse
from tournament.web.common import render_confirmation, render_withdrawal, show_rule_error
from tournament.web.phone.table_link import private_link_required


def check_in_code(link: PrivateLink) -> SafeString:
    """Return the QR code of a player's page as SVG, for the check-in; blank if the link was made with another key."""
    address = link_address(link)
    if address is None:
        return mark_safe("")
    # The markup is segno's own: it holds no text.
    return mark_safe(segno.make(address, error="m").svg_inline(omitsize=True, border=4, light="#fff"))


@private_link_required(PrivateLink.Kind.PARTICIPANT)
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Withdraw the entry, after a question with one button, to which a mail may lead; the link ends with it."""
    entry = get_object_or_404(Entry.objects.select_related("person", "event"), pk=link.entry_id)
    if not OwnEntry(entry, None).may_withdraw:
        show_rule_error(request, Refused("WITHDRAW_AT_DESK"))
        return redirect("player_phone", token)
    if "confirmed" not in request.POST:
        return render_withdrawal(request, link.event, reverse("player_phone", args=[token]))
    try:
        entry_withdraw(entry=entry, by=None)
    except Refused as refusal:
        show_rule_error(request, refusal)
        return redirect("player_phone", token)
    messages.success(request, _("You are off the list of this event."))
    return redirect("event", link.event.slug)


@private_link_required(PrivateLink.Kind.PARTICIPANT)
@require_http_methods(["GET", "HEAD", "POST"])
def still_comes(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Store that the player comes, after a question with one button, to which a mail leads."""
    entry = get_object_or_404(Entry, pk=link.entry_id)
    if request.method != "POST":
        return render_confirmation(
            request,
            question=_("Are you coming to %(event)s?") % {"event": link.event.name},
            detail=f"{date_words(link.event.first_day, 'l j F Y')}, {link.event.venue}, {link.event.city}",
            label=_("I am coming"),
            back_url=reverse("player_phone", args=[token]),
            is_danger=False,
        )
    entry_still_comes(entry=entry, by=None)
    messages.success(request, _("Good: the desk knows that you are coming."))
    return redirect("player_phone", token)


@private_link_required(PrivateLink.Kind.PARTICIPANT)
@require_POST
def report_error(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Store what the player found wrong, for the desk or the Referent."""
    try:
        error_report(entry=get_object_or_404(Entry, pk=link.entry_id), words=request.POST.get("words", ""))
    except Refused as refusal:
        show_rule_error(request, refusal)
    else:
        messages.success(request, _("Your report has arrived: whoever answers for the event reads it."))
    return redirect("player_phone", token)


@private_link_required(PrivateLink.Kind.PARTICIPANT)
@require_POST
def refuse_photos(request: HttpRequest, link: PrivateLink, token: str) -> HttpResponse:
    """Take the photo off the event's page and ask the desk to take down those in which the player is."""
    try:
        photos_refuse(entry=get_object_or_404(Entry, pk=link.entry_id))
    except Refused as refusal:
        show_rule_error(request, refusal)
    else:
        message = _("The event’s page shows no photo now. The desk has been asked to take down those in which you are.")
        messages.success(request, message)
    return redirect("player_phone", token)
