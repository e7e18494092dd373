"""Filter of the Ranking (django-filter)."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.models import Person


class RankingFilter(django_filters.FilterSet):
    """Filter by name and city among the players whose name the user may see.

    Hidden names cannot be found out.
    """

    q = django_filters.CharFilter(method="words", label=_("Player"))
    city = django_filters.ChoiceFilter(label=_("City"), empty_label=_("all"))

    class Meta:
        model = Person
        fields = ("q", "city")

    def __init__(self, *args: Any, cities: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters["city"].extra["choices"] = [(city, city) for city in cities]

    def words(self, people: QuerySet[Person], name: str, value: str) -> QuerySet[Person]:
        for word in value.split():
            people = people.filter(Q(first_name__icontains=word) | Q(last_name__icontains=word))
        return people

    @property
    def chosen(self) -> bool:
        """Return whether the user restricted the list."""
        return self.form.is_valid() and any(self.form.cleaned_data.get(name) for name in ("q", "city"))
