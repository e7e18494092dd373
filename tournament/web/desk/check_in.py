"""The door: a participant's code is scanned or typed, and its holder is present. Open to organisers and referees."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.numbers import whole_number
from tournament.entries.check_in import code_check_in
from tournament.entries.services import entry_undo_check_in
from tournament.models import Entry, Event
from tournament.regulation.errors import RuleError
from tournament.web.common import own_event, refusal_words

#: The site's policy with the camera for its own scripts: this page alone needs it.
PERMISSIONS = "camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()"


@dataclass(frozen=True, slots=True)
class Said:
    """What the page answers to a code: ``kind`` is in, again, undone or refused; the entry where one was found."""

    kind: str
    words: str
    entry: Entry | None = None


def _scanned(request: HttpRequest, event: Event) -> Said:
    try:
        done = code_check_in(event=event, text=request.POST.get("code", ""), by=request.user)
    except RuleError as refusal:
        return Said("refused", refusal_words(refusal))
    words = _("Was present already: scanned twice, counted once.") if done.again else _("Is present.")
    return Said("again" if done.again else "in", words, done.entry)


def _undone(request: HttpRequest, event: Event) -> Said:
    wanted = request.POST["undo"]
    entries = Entry.objects.select_related("person")
    entry = get_object_or_404(entries, pk=whole_number(wanted), event=event)
    try:
        fresh = entry_undo_check_in(entry=entry, by=request.user)
    except RuleError as refusal:
        return Said("refused", refusal_words(refusal))
    return Said("undone", _("Is no longer present."), fresh)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a code sent checks its holder in, ``undo`` takes an entry's presence back."""
    event = own_event(request, slug, "tournament.enter_sheet")
    said = None
    if request.method == "POST":
        said = _undone(request, event) if "undo" in request.POST else _scanned(request, event)
    states = list(Entry.objects.filter(event=event).values_list("state", flat=True))
    context = {
        "event": event,
        "said": said,
        "total": len(states),
        "present": sum(state in (Entry.State.CHECKED_IN, Entry.State.PLAYING) for state in states),
        "runs_it": request.user.has_perm("tournament.run_event", event),
    }
    if request.htmx:
        return render(request, "web/desk/check_in_said.html", context)
    answer = render(request, "web/desk/check_in.html", context, status=422 if said and said.kind == "refused" else 200)
    answer["Permissions-Policy"] = PERMISSIONS
    return answer
