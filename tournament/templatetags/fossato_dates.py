"""The filter ``date`` for all templates: Django's, with the Italian ordinal for the first day of a month."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.defaultfilters import date as django_date
from django.utils.safestring import SafeString, mark_safe

from tournament.core.dates import elide_articles, pattern_for
from tournament.core.formatting import is_italian

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, pattern: str = "DATE_FORMAT") -> Any:
    """Format a date: ``{{ event.first_day|date:"j F" }}`` is «1º gennaio», «2 gennaio»; in English "1 January"."""
    return django_date(value, pattern_for(value, pattern))


@register.filter(expects_localtime=True, is_safe=False)
def short_day(value: Any) -> str:
    """Return the short names of weekday and month, for a day's large number: «dom nov»; in English "Sun Nov"."""
    label = str(django_date(value, "D M"))
    return label.lower() if is_italian() else label


@register.filter(is_safe=True)
def elide(text: str) -> str:
    """Elide «il» or «dal» before a day: ``{% filter elide %}…{% endfilter %}``."""
    elided_text = elide_articles(str(text))
    return mark_safe(elided_text) if isinstance(text, SafeString) else elided_text
