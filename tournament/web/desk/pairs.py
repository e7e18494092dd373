"""Pairs of an event of Megalomania: the partners, and the players without one."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.collation import by_name
from tournament.entries.pairs import pair_make, pair_undo
from tournament.entries.services import BEFORE_ROUND_1
from tournament.models import Entry
from tournament.people.pairs import without_partner
from tournament.people.selectors import event_entries
from tournament.regulation.errors import RuleError
from tournament.web.common import add_rule_error, get_event_or_404, show_rule_error
from tournament.web.requests import SignedInRequest

_NUMBER = re.compile(r"\s*(\d{1,5})\b")


class _PlayerField(forms.CharField):
    """A player by number, as one of the entries without a partner; the browser searches the names as one types."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput({"list": "alone", "autocomplete": "off"})
        super().__init__(max_length=200, widget=widget, **options)
        self.entries: dict[int, Entry] = {}

    def clean(self, value: Any) -> Entry:
        """Return the entry. Errors: ValidationError."""
        text = super().clean(value)
        match = _NUMBER.match(text)
        entry = self.entries.get(int(match[1])) if match else None
        if entry is None:
            same = [each for each in self.entries.values() if str(each.person).casefold() == text.casefold()]
            entry = same[0] if len(same) == 1 else None
        if entry is None:
            raise forms.ValidationError(_("Choose a player of the list: number and name."))
        return entry


class PairForm(forms.Form):
    """Two players of the event."""

    player = _PlayerField(label=gettext_lazy("Player"))
    partner = _PlayerField(label=gettext_lazy("Partner"))

    def __init__(self, data: Any, entries: list[Entry]) -> None:
        super().__init__(data)
        for name in ("player", "partner"):
            field = self.fields[name]
            assert isinstance(field, _PlayerField)
            field.entries = {entry.number: entry for entry in entries}


@require_http_methods(["GET", "HEAD", "POST"])
def pairs(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the pairs and who has no partner, and make a pair."""
    event = get_event_or_404(request, slug)
    entries = list(event_entries(event))
    form = PairForm(request.POST if request.method == "POST" else None, entries)
    if request.method == "POST" and form.is_valid():
        player, partner = form.cleaned_data["player"], form.cleaned_data["partner"]
        try:
            pair_make(entry=player, partner=partner, by=request.user)
        except RuleError as refusal:
            add_rule_error(form, refusal)
        else:
            said = _("%(player)s and %(partner)s are a pair.") % {"player": player, "partner": partner}
            messages.success(request, said)
            return redirect("pairs", slug)
    by_key = {entry.pk: entry for entry in entries}
    context = {
        "event": event,
        "form": form,
        "pairs": [(by_key[second.plays_with_id], second) for second in entries if second.plays_with_id in by_key],
        "alone": by_name(without_partner(entries)),
        "may_change": event.in_pairs and event.state in BEFORE_ROUND_1,
    }
    return render(request, "web/desk/pairs.html", context, status=422 if form.errors else 200)


@require_POST
def pair_end(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the pair of an entry."""
    event = get_event_or_404(request, slug)
    try:
        pair_undo(entry=get_object_or_404(Entry, pk=pk, event=event), by=request.user)
    except RuleError as refusal:
        show_rule_error(request, refusal)
    return redirect("pairs", slug)
