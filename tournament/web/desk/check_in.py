"""Check-in by scanned or typed participant codes, for organisers and referees."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.numbers import whole_number
from tournament.entries.check_in import code_check_in, code_entry
from tournament.entries.services import accepts_late, entry_undo_check_in
from tournament.models import Entry, Event, Round, Seat
from tournament.regulation.refused import Refused
from tournament.web.common import get_event_or_404, rule_error_message
from tournament.web.requests import SignedInRequest

#: Value of ``Permissions-Policy``: the site's own policy plus the camera, which only this page needs.
PERMISSIONS = "camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()"


@dataclass(frozen=True, slots=True)
class Said:
    """What a code led to: ``kind`` is in, again, undone, seat or refused; ``entry`` is None if none was found."""

    kind: str
    words: str
    entry: Entry | None = None


def _seat(event: Event, text: str) -> Said | None:
    """Return where the holder of a code sits in the round that was drawn last; None if the code can still check in."""
    if event.state != Event.State.RUNNING:
        return None
    entry = code_entry(event=event, text=text)
    if accepts_late(event) and entry.state in (Entry.State.ABSENT, Entry.State.REGISTERED):
        return None
    last = Round.objects.last_round(event)
    seat = Seat.objects.filter(round=last, entry=entry).select_related("table").first()
    if seat is None:
        return Said("seat", _("Does not play in this round."), entry)
    if last is not None and last.is_final:
        return Said("seat", _("Final, seat %(seat)s") % {"seat": seat.position}, entry)
    words = _("Table %(table)s, seat %(seat)s") % {"table": seat.table.number, "seat": seat.position}
    return Said("seat", words, entry)


def _check_in_code(request: SignedInRequest, event: Event) -> Said:
    try:
        seat = _seat(event, request.POST.get("code", ""))
        if seat is not None:
            return seat
        checked_in = code_check_in(event=event, text=request.POST.get("code", ""), by=request.user)
    except Refused as refusal:
        return Said("refused", rule_error_message(refusal))
    message = (
        _("Was present already: scanned twice, counted once.") if checked_in.already_checked_in else _("Is present.")
    )
    return Said("again" if checked_in.already_checked_in else "in", message, checked_in.entry)


def _undone(request: SignedInRequest, event: Event) -> Said:
    entry_key = request.POST["undo"]
    entries = Entry.objects.select_related("person")
    entry = get_object_or_404(entries, pk=whole_number(entry_key), event=event)
    try:
        updated_entry = entry_undo_check_in(entry=entry, by=request.user)
    except Refused as refusal:
        return Said("refused", rule_error_message(refusal))
    return Said("undone", _("Is no longer present."), updated_entry)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: SignedInRequest, slug: str) -> HttpResponse:
    """Check in the entry of a posted code, after the draw say where it sits; ``undo`` reverts a check-in."""
    event = get_event_or_404(request, slug, "tournament.enter_sheet")
    result = None
    if request.method == "POST":
        result = _undone(request, event) if "undo" in request.POST else _check_in_code(request, event)
    states = list(Entry.objects.filter(event=event).values_list("state", flat=True))
    context = {
        "event": event,
        "said": result,
        "total": len(states),
        "present": sum(state in (Entry.State.CHECKED_IN, Entry.State.PLAYING) for state in states),
        "takes_codes": event.state in (Event.State.CHECK_IN, Event.State.RUNNING),
        "runs_it": request.user.has_perm("tournament.run_event", event),
    }
    if request.htmx:
        return render(request, "web/desk/check_in_said.html", context)
    response = render(
        request, "web/desk/check_in.html", context, status=422 if result and result.kind == "refused" else 200
    )
    response["Permissions-Policy"] = PERMISSIONS
    return response
