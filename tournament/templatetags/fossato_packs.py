"""Tags for the card pack that results are validated against."""

from __future__ import annotations

from django import template

from tournament.card_packs import selectors as packs
from tournament.card_packs.selectors import PackSummary
from tournament.models import Event, Round, Table

register = template.Library()


@register.simple_tag
def event_pack(event: Event) -> PackSummary | None:
    """Return the version that the event's next round is validated against; None for a game without packs."""
    return packs.pack_of_event(event)


@register.simple_tag
def round_pack(game_round: Round) -> PackSummary | None:
    """Return the version that a round's sheets are validated against."""
    return packs.pack_of_round(game_round)


@register.simple_tag
def table_pack(table: Table) -> PackSummary | None:
    """Return the version that a table's confirmed sheet was validated against, else that of its round."""
    return packs.pack_of_table(table)
