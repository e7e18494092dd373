"""Template tag of the desk's pages: the draw that is open."""

from __future__ import annotations

from django import template

from tournament.draws.selectors import open_press
from tournament.models import DrawPress, Event

register = template.Library()


@register.simple_tag
def open_draw(event: Event) -> DrawPress | None:
    """Return the open draw of an event on its day; no query on other days. One query."""
    return open_press(event) if event.state in (Event.State.CHECK_IN, Event.State.RUNNING) else None
