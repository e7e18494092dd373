"""Filters of the event lists (django-filter)."""

from __future__ import annotations

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Season
from tournament.models.season import game_choices

#: Values of the filter ``phase``, each with the event states that it stands for.
PHASES = {
    "coming": [Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN],
    "running": [Event.State.RUNNING],
    "played": [Event.State.CONCLUDED, Event.State.REPORTED, Event.State.HOMOLOGATED],
    "off": [Event.State.INVALIDATED, Event.State.NOT_HOMOLOGATED, Event.State.VOID],
}


class EventFilter(django_filters.FilterSet):
    """Filter events by free text, season, game, phase and fascia."""

    q = django_filters.CharFilter(method="words", label=_("Name or city"))
    season = django_filters.ModelChoiceFilter(queryset=Season.objects.all(), label=_("Season"), empty_label=_("all"))
    game = django_filters.ChoiceFilter(label=_("Game"), empty_label=_("all"), choices=game_choices)
    phase = django_filters.ChoiceFilter(
        method="in_phase",
        label=_("State"),
        empty_label=_("all"),
        choices=[
            ("coming", _("to come")),
            ("running", _("in progress")),
            ("played", _("played")),
            ("off", _("not valid")),
        ],
    )
    fascia = django_filters.ChoiceFilter(
        field_name="fascia_effective", label=_("Fascia"), empty_label=_("all"), choices=Event.Fascia.choices
    )

    class Meta:
        model = Event
        fields = ("q", "season", "game", "phase", "fascia")

    def words(self, events: QuerySet[Event], name: str, value: str) -> QuerySet[Event]:
        for word in value.split():
            club = Q(organiser__name__icontains=word)
            events = events.filter(Q(name__icontains=word) | Q(city__icontains=word) | Q(venue__icontains=word) | club)
        return events

    def in_phase(self, events: QuerySet[Event], name: str, value: str) -> QuerySet[Event]:
        return events.filter(state__in=PHASES[value])
