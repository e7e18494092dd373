"""Import of a list of players: read, ask what is unclear, show what happens to each row, then all rows or none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from tournament.core.lists.headings import NAMES, PLAYER
from tournament.core.lists.reading import ListUnclear
from tournament.core.lists.tables import MOST_BYTES
from tournament.core.numbers import whole_number
from tournament.entries.importing import PlayersPreview, players_import, players_preview
from tournament.entries.player_lists import PLAYERS
from tournament.entries.refusals import EntriesChanged
from tournament.models import Event
from tournament.regulation.refused import Refused
from tournament.web.budgets import throttled, within_budget
from tournament.web.common import add_rule_error, get_event_or_404
from tournament.web.list_budget import need_names
from tournament.web.lists import ACCEPTED, LayoutForm, SentList, posted_list
from tournament.web.requests import SignedInRequest

#: Order of the preview's rows: wrong ones first, then those with a question.
_ORDER = {"wrong": 0, "repeat": 1, "new": 2, "known": 3}


class ListForm(forms.Form):
    """Upload a list with one player per row."""

    file = forms.FileField(
        label=gettext_lazy("The list"),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text=gettext_lazy("CSV, text or XLSX, at most 5 MB. Nothing is saved before you have seen it."),
    )


def _page(request: HttpRequest, event: Event, form: ListForm | None = None, **context: Any) -> HttpResponse:
    form = form or ListForm()
    context |= {"event": event, "form": form, **_bars(), "columns": [each for each in PLAYER if each not in NAMES]}
    status = 422 if form.errors or context.get("wrong") or context.get("refused") else 200
    return render(request, "web/desk/import.html", context, status=status)


def _bars() -> dict[str, dict[str, str]]:
    """Return the facts of the progress bars of the page's forms.

    They have no measure: a list is entered in one transaction, all rows or none, so nothing is counted before its end.
    """
    read = _("Reading the list")
    write = _("Registering the players: all of them or none")
    facts = {"choosing": read, "reading": read, "writing": write}
    return {name: {"id": name, "label": label, "state": "running"} for name, label in facts.items()}


def _refused(request: HttpRequest, event: Event, refusal: Refused) -> HttpResponse:
    return _page(request, event, _form_with_error(event, refusal))


def _form_with_error(event: Event, refusal: Refused) -> ListForm:
    """Return an empty form with a rule error at its file."""
    form = ListForm({})
    form.errors.clear()
    add_rule_error(form, refusal, "file", event=event)
    return form


def _ask(request: HttpRequest, event: Event, sent: SentList, form: LayoutForm, asked: ListUnclear) -> HttpResponse:
    """Ask what the file does not say; asked again after an answer, it did not say where the names are."""
    refused = form.is_bound or bool(sent.layout.columns)
    return _page(request, event, question=form, asked=asked, sent=sent.fields(), refused=refused)


def _preview(request: SignedInRequest, event: Event, sent: SentList, form: ListForm | None = None) -> HttpResponse:
    """Show what the list does, or ask what the file does not say for sure."""
    match_names = request.POST.get("match_names") == "1"
    try:
        preview = players_preview(
            content=sent.content, event=event, by=request.user, layout=sent.layout, match_names=match_names
        )
        known = set() if _knows_all(request) else need_names(request, event, preview)
    except ListUnclear as asked:
        return _ask(request, event, sent, LayoutForm(asked, PLAYERS), asked)
    except Refused as refusal:
        return _refused(request, event, refusal)
    return _shown(request, event, replace(sent, layout=preview.read.layout), preview, known=known, form=form)


def _knows_all(request: SignedInRequest) -> bool:
    return request.user.has_perm("tournament.manage_people")


def _shown(
    request: SignedInRequest, event: Event, sent: SentList, preview: PlayersPreview, *, known: set[int], form: Any
) -> HttpResponse:
    rows = sorted(preview.rows, key=lambda row: (_ORDER[row.state], not row.same_name and not row.near, row.number))
    context = {
        "preview": preview,
        "rows": rows,
        "knows_all": _knows_all(request),
        "known": known,
        "wrong": len(preview.wrong),
        "doubtful": sum(row.state == "new" and bool(row.same_name or row.repeats) for row in rows),
        "to_enter": sum(row.is_entered_now and not row.waits for row in rows),
        "to_queue": sum(row.is_entered_now and row.waits for row in rows),
        "minors": sum(row.minor for row in rows),
        "entries_seen": event.entries.count(),
        "sent": sent.fields(),
        "match_names": request.POST.get("match_names") == "1",
        "again": LayoutForm(ListUnclear(sent.layout, columns=preview.read.columns), PLAYERS),
    }
    return _page(request, event, form, **context)


def _confirm(request: SignedInRequest, event: Event, sent: SentList) -> HttpResponse:
    """Import the previewed list; it is read and planned again. Only this counts as a list."""
    limited = throttled(request, "list_import")
    if limited is not None:
        return limited
    try:
        imported = players_import(
            content=sent.content,
            event=event,
            by=request.user,
            layout=sent.layout,
            match_names=request.POST.get("match_names") == "1",
            consent=request.POST.get("consent_of_all") == "yes",
            entries_seen=whole_number(request.POST.get("entries_seen", ""), missing=-1),
        )
    except EntriesChanged as news:
        return _preview(request, event, sent, _form_with_error(event, news))
    except ListUnclear:
        return _preview(request, event, sent)
    except Refused as refusal:
        return _refused(request, event, refusal)
    entered = sum(row.is_entered_now and not row.waits for row in imported.rows)
    queued = sum(row.is_entered_now and row.waits for row in imported.rows)
    if entered or not queued:
        done = ngettext("%(n)s player is registered.", "%(n)s players are registered.", entered) % {"n": entered}
        messages.success(request, done)
    if queued:
        waits = ngettext("%(n)s player waits for a place.", "%(n)s players wait for a place.", queued) % {"n": queued}
        messages.success(request, waits)
    return redirect("entries", event.slug)


def _answered(request: SignedInRequest, event: Event, sent: SentList) -> HttpResponse:
    """Read the list again with what somebody said of it."""
    try:
        asked = sent.question(PLAYERS)
    except Refused as refusal:
        return _refused(request, event, refusal)
    form = LayoutForm(asked, PLAYERS, request.POST)
    if not form.is_valid():
        return _ask(request, event, sent, form, asked)
    return _preview(request, event, replace(sent, layout=form.layout()))


@within_budget("list_read")
@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Read a list, preview each row's effect, and import it once confirmed."""
    event = get_event_or_404(request, slug)
    if request.method != "POST":
        return _page(request, event)
    if "content" not in request.POST:
        form = ListForm(request.POST, request.FILES)
        if not form.is_valid():
            return _page(request, event, form)
        return _preview(request, event, SentList(form.cleaned_data["file"].read(MOST_BYTES + 1)))
    sent = posted_list(request, PLAYERS)
    if sent is None:
        messages.error(request, _("The list did not arrive complete: choose the file again."))
        return redirect("entries_import", event.slug)
    if "confirm" in request.POST:
        return _confirm(request, event, sent)
    return _answered(request, event, sent) if "answer" in request.POST else _preview(request, event, sent)
