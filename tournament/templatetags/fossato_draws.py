"""Template tag of the desk's pages: the draw that is open."""

from __future__ import annotations

from django import template
from django.template import Context

from tournament.draws.selectors import open_press
from tournament.models import DrawPress, Event

register = template.Library()


@register.simple_tag(takes_context=True)
def open_draw(context: Context, event: Event) -> DrawPress | None:
    """Return the open draw of an event on its day; no query on other days, and where the view has looked. One query."""
    if "open_draw" in context or event.state not in (Event.State.CHECK_IN, Event.State.RUNNING):
        return context.get("open_draw")
    return open_press(event)
