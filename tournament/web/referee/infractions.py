"""The register of infractions of an event: enter one on the phone, note an appeal, decide on it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.numbers import whole_number
from tournament.infractions.selectors import infractions_of
from tournament.infractions.services import (
    WITH_EFFECT,
    InfractionFacts,
    appeal_decide,
    appeal_note,
    infraction_delete,
    infraction_record,
)
from tournament.models import Entry, Event, Infraction
from tournament.regulation.errors import RuleError
from tournament.sanctions.selectors import has_sanctions
from tournament.web.common import add_rule_error, get_event_or_404, redirect_on_rule_error, render_confirmation
from tournament.web.requests import SignedInRequest


class InfractionForm(forms.Form):
    """An infraction as the referee sees it."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=gettext_lazy("Player"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Sanction"),
        choices=Infraction.Kind.choices,
        widget=forms.RadioSelect,
        initial=Infraction.Kind.CAUTION,
        help_text=gettext_lazy(
            "The loss of the game puts the player last at the table. Both that and a disqualification take the player "
            "out of the event."
        ),
    )
    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=999, required=False)
    minute = forms.IntegerField(label=gettext_lazy("Minute of the game"), min_value=0, max_value=999, required=False)
    what = forms.CharField(label=gettext_lazy("What happened"), max_length=500, widget=forms.Textarea({"rows": 3}))

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = Entry.objects.filter(event=event, state__in=(Entry.State.PLAYING, Entry.State.LEFT))
        choice = self.fields["entry"]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = players.select_related("person").order_by("person__last_name", "person__first_name")


def _event(request: SignedInRequest, slug: str) -> Event:
    """Return an event whose version has a register, for its referees and organisers; 404 otherwise."""
    event = get_event_or_404(request, slug, "tournament.enter_sheet")
    if not has_sanctions(event):
        raise Http404
    return event


@require_http_methods(["GET", "HEAD", "POST"])
def infractions(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter an infraction with table and minute; list those of the event. ``?tavolo=`` proposes a table.

    A sanction that takes the player out of the event is confirmed first.
    """
    event = _event(request, slug)
    is_running = event.state == Event.State.RUNNING
    initial = {"table": whole_number(request.GET.get("tavolo", "")) or None}
    form = InfractionForm(event, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        if said["kind"] in WITH_EFFECT and "confirmed" not in request.POST:
            return _confirmation(request, event, said)
        facts = InfractionFacts(said["kind"], said["what"], said["table"], said["minute"])
        try:
            infraction_record(entry=said["entry"], facts=facts, by=request.user)
        except RuleError as refusal:
            add_rule_error(form, refusal)
        else:
            messages.success(request, _("The infraction of %(player)s is entered.") % {"player": said["entry"]})
            return redirect("infractions", slug)
    context = {
        "event": event,
        "form": form if is_running else None,
        "infractions": infractions_of(event),
        "may_decide": request.user.has_perm("tournament.run_event", event),
    }
    return render(request, "web/referee/infractions.html", context, status=422 if form.errors else 200)


def _confirmation(request: SignedInRequest, event: Event, said: dict[str, Any]) -> HttpResponse:
    """Ask before a sanction that takes the player out of the event."""
    kind = Infraction.Kind(said["kind"])
    if kind == Infraction.Kind.GAME_LOSS:
        detail = _("The player is put last at the table and leaves the event. The register keeps it.")
    else:
        detail = _("The player leaves the event and comes back only by a granted appeal. The register keeps it.")
    return render_confirmation(
        request,
        question=_("%(player)s: %(sanction)s?") % {"player": said["entry"], "sanction": kind.label},
        detail=detail,
        label=_("Enter it"),
        back_url=reverse("infractions", args=[event.slug]),
    )


@require_POST
@redirect_on_rule_error(lambda slug, pk: ("infractions", slug))
def appeal(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Note an appeal; who runs the event decides on it: the button ``grant`` or ``reject`` names the decision.

    With ``delete`` an infraction that was entered by mistake is deleted.
    """
    event = _event(request, slug)
    infraction = get_object_or_404(Infraction.objects.select_related("entry"), pk=pk, entry__event=event)
    words = request.POST.get("words", "")
    if "delete" in request.POST:
        infraction_delete(infraction=infraction, reason=words, by=request.user)
        messages.success(request, _("The infraction is deleted; the history of the event keeps it."))
        return redirect("infractions", slug)
    if "grant" not in request.POST and "reject" not in request.POST:
        appeal_note(infraction=infraction, words=words, by=request.user)
        return redirect("infractions", slug)
    if not request.user.has_perm("tournament.run_event", event):
        raise Http404
    appeal_decide(infraction=infraction, is_granted="grant" in request.POST, reason=words, by=request.user)
    return redirect("infractions", slug)
