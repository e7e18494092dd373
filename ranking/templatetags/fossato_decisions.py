"""Tags for the decisions of the Referent."""

from __future__ import annotations

from django import template

from ranking.homologation.selectors import Verdict, verdict_of
from tournament.models import Event

register = template.Library()


@register.simple_tag
def event_verdict(event: Event) -> Verdict | None:
    """Return the decision on the event's report that holds, with its day and number; None before one."""
    return verdict_of(event)
