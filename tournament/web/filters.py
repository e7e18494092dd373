"""The filter of the event lists."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Season
from tournament.models.season import game_choices

#: Values of the field ``phase``, each with the event states that it stands for.
PHASES = {
    "coming": [Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN],
    "running": [Event.State.RUNNING],
    "played": [Event.State.CONCLUDED, Event.State.REPORTED, Event.State.HOMOLOGATED],
    "off": [Event.State.INVALIDATED, Event.State.NOT_HOMOLOGATED, Event.State.VOID],
}


def _all_or(choices: Any) -> list[tuple[Any, Any]]:
    return [("", _("all")), *choices]


class EventFilterForm(forms.Form):
    """Free text, season, game, phase and fascia; all may be left out."""

    q = forms.CharField(required=False, label=_("Name or city"))
    season = forms.ModelChoiceField(Season.objects.all(), required=False, label=_("Season"), empty_label=_("all"))
    game = forms.ChoiceField(required=False, label=_("Game"), choices=lambda: _all_or(game_choices()))
    phase = forms.ChoiceField(
        required=False,
        label=_("State"),
        choices=_all_or(
            [
                ("coming", _("to come")),
                ("running", _("in progress")),
                ("played", _("played")),
                ("off", _("not valid")),
            ]
        ),
    )
    fascia = forms.ChoiceField(required=False, label=_("Fascia"), choices=_all_or(Event.Fascia.choices))


class EventFilter:
    """The events of a list that a visitor asked for; a field that makes no sense restricts nothing.

    Arguments:
        data: the query of the request.
        queryset: the events that the visitor may see.
    """

    def __init__(self, data: Any, queryset: QuerySet[Event]) -> None:
        self.form = EventFilterForm(data)
        self._events = queryset

    @cached_property
    def qs(self) -> QuerySet[Event]:
        """Return the events that remain."""
        self.form.full_clean()
        asked, events = self.form.cleaned_data, self._events
        for word in asked.get("q", "").split():
            club = Q(organiser__name__icontains=word)
            events = events.filter(Q(name__icontains=word) | Q(city__icontains=word) | Q(venue__icontains=word) | club)
        if asked.get("season"):
            events = events.filter(season=asked["season"])
        if asked.get("game"):
            events = events.filter(game=asked["game"])
        if asked.get("phase"):
            events = events.filter(state__in=PHASES[asked["phase"]])
        if asked.get("fascia"):
            events = events.filter(fascia_effective=asked["fascia"])
        return events
