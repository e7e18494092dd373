"""The filter of the Ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.utils import flatatt
from django.utils.functional import cached_property
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


class RankingFilterForm(forms.Form):
    """Name, city or region, and club; all may be left out.

    Arguments:
        cities: those that the list shows.
        clubs: key and name of those whose events count in the season.
    """

    q = forms.CharField(required=False, label=_("Player"))
    city = forms.ChoiceField(required=False, label=_("City or region"), widget=LongSelect)
    club = forms.ChoiceField(required=False, label=_("Played at"), widget=LongSelect)

    def __init__(self, data: Any, *, cities: Sequence[str], clubs: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        choices_by_field: dict[str, list[Any]] = {
            "city": [("", _("all")), *_city_choices(cities)],
            "club": [("", _("all the clubs")), *clubs],
        }
        for name, choices in choices_by_field.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices


class RankingFilter:
    """The players of the Ranking that a visitor asked for, among those whose name the visitor may see.

    Hidden names cannot be found out. A field that makes no sense restricts nothing.

    Arguments:
        data: the query of the request.
        queryset: the people whose name the visitor may see.
        events: those that count in the season.
    """

    def __init__(
        self, data: Any, queryset: QuerySet[Person], *, standing: Standing, events: Sequence[CountedEvent]
    ) -> None:
        self._people, self.standing, self.events = queryset, standing, events
        names = {str(event.organiser): event.organiser_name for event in events}
        self._clubs = sorted(names.items(), key=lambda club: collation_key(club[1]))
        self.form = RankingFilterForm(data, cities=cities_shown(standing, queryset), clubs=self._clubs)

    @cached_property
    def qs(self) -> QuerySet[Person]:
        """Return the people that remain."""
        self.form.full_clean()
        asked, people = self.form.cleaned_data, self._people
        if asked.get("q"):
            people = self._matching_words(people, asked["q"])
        if asked.get("city"):
            people = self._near(people, asked["city"])
        if asked.get("club"):
            held = [event.pk for event in self.events if str(event.organiser) == asked["club"]]
            people = people.filter(pk__in=people_who_played(self.standing, held))
        return people

    def _matching_words(self, people: QuerySet[Person], value: str) -> QuerySet[Person]:
        """Keep the people whose name has every word, without regard to accents, which not every database ignores."""
        words = name_words(value)
        matching = [pk for pk, key in people.values_list("pk", "name_key") if all(word in key for word in words)]
        return people.filter(pk__in=self._ranked(matching))

    def _near(self, people: QuerySet[Person], value: str) -> QuerySet[Person]:
        """Keep the people of a city, or of the cities of a region."""
        if value not in CITIES:
            return people.filter(city=value)
        nearby = [pk for pk, city in people.exclude(city="").values_list("pk", "city") if is_near(city, value)]
        return people.filter(pk__in=self._ranked(nearby))

    def _ranked(self, people: Sequence[int]) -> list[int]:
        return [pk for pk in people if pk in self.standing.totals.sums]

    @property
    def chosen(self) -> list[str]:
        """Return what the user restricted the list to, one label for each filter that is in use."""
        if not self.form.is_valid():
            return []
        values = self.form.cleaned_data
        labels = dict(self._clubs)
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
