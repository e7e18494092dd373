"""Filter of the Ranking (django-filter)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ranking.national.rank_history import CountedEvent
from ranking.national.selectors import Standing, cities_shown, people_who_played
from tournament.core.collation import collation_key
from tournament.events.regions import CITIES, is_near, region_of
from tournament.models import Person
from tournament.regulation.names import folded, name_words

_SELECTED = SafeString(" selected")


class LongSelect(forms.Select):
    """A choice among cities or clubs: Django's own renders three templates an option, a sixth of the page's time."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the element with its options, grouped where the choices are."""
        chosen = "" if value is None else str(value)

        def options(choices: Iterable[tuple[Any, Any]]) -> SafeString:
            return SafeString(
                "".join(
                    format_html('<optgroup label="{}">{}</optgroup>', key, options(label))
                    if isinstance(label, list | tuple)
                    else format_html(
                        '<option value="{}"{}>{}</option>', key, _SELECTED if str(key) == chosen else "", label
                    )
                    for key, label in choices
                )
            )

        of_element = flatatt(self.build_attrs({**self.attrs, "name": name}, attrs))
        return format_html("<select{}>{}</select>", of_element, options(self.choices))


class RankingFilter(django_filters.FilterSet):
    """Filter by name, city or region, and club, among the players whose name the user may see.

    Hidden names cannot be found out.

    Arguments:
        queryset: the people whose name the user may see.
        events: those that count in the season.
    """

    q = django_filters.CharFilter(method="matching_words", label=_("Player"))
    city = django_filters.ChoiceFilter(
        method="near", label=_("City or region"), empty_label=_("all"), widget=LongSelect
    )
    club = django_filters.ChoiceFilter(
        method="of_club", label=_("Played at"), empty_label=_("all the clubs"), widget=LongSelect
    )

    class Meta:
        model = Person
        fields = ("q", "city", "club")

    def __init__(
        self, data: Any, queryset: QuerySet[Person], *, standing: Standing, events: Sequence[CountedEvent]
    ) -> None:
        super().__init__(data, queryset)
        self.standing, self.events = standing, events
        self.filters["city"].extra["choices"] = _city_choices(cities_shown(standing, queryset))
        clubs = {event.organiser: event.organiser_name for event in events}
        self.filters["club"].extra["choices"] = sorted(
            ((str(pk), name) for pk, name in clubs.items()), key=lambda club: collation_key(club[1])
        )

    def matching_words(self, people: QuerySet[Person], _name: str, value: str) -> QuerySet[Person]:
        """Keep the people whose name has every word, without regard to accents, which not every database ignores."""
        words = name_words(value)
        matching = [pk for pk, key in people.values_list("pk", "name_key") if all(word in key for word in words)]
        return people.filter(pk__in=self._ranked(matching))

    def near(self, people: QuerySet[Person], _name: str, value: str) -> QuerySet[Person]:
        """Keep the people of a city, or of the cities of a region."""
        if value not in CITIES:
            return people.filter(city=value)
        nearby = [pk for pk, city in people.exclude(city="").values_list("pk", "city") if is_near(city, value)]
        return people.filter(pk__in=self._ranked(nearby))

    def of_club(self, people: QuerySet[Person], _name: str, value: str) -> QuerySet[Person]:
        """Keep the people who played an event of a club that counts in this season."""
        events = [event.pk for event in self.events if str(event.organiser) == value]
        return people.filter(pk__in=people_who_played(self.standing, events))

    def _ranked(self, people: Sequence[int]) -> list[int]:
        return [pk for pk in people if pk in self.standing.totals.sums]

    @property
    def chosen(self) -> list[str]:
        """Return what the user restricted the list to, one label for each filter that is in use."""
        if not self.form.is_valid():
            return []
        values = self.form.cleaned_data
        labels = dict(self.filters["club"].extra["choices"])
        return [
            *([f"“{values['q']}”"] if values.get("q") else []),
            *([values["city"]] if values.get("city") else []),
            *([labels[values["club"]]] if values.get("club") else []),
        ]


def _city_choices(cities: Sequence[str]) -> list[tuple[Any, Any]]:
    """Return the cities as choices, and before them the regions that at least one of them is in."""
    named, plain = {region_of(city) for city in cities}, [folded(city) for city in cities]
    regions = [region for region in CITIES if region in named or any(folded(region) in city for city in plain)]
    groups: list[tuple[Any, Any]] = []
    if regions:
        groups.append((_("Regions"), [(region, region) for region in regions]))
    groups.append((_("Cities"), [(city, city) for city in cities]))
    return groups
