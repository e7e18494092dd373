"""Which card pack results are checked against, for the pages that say so."""

from __future__ import annotations

from django import template

from tournament.card_packs import selectors as packs
from tournament.card_packs.selectors import PackLine
from tournament.models import Event, Round, Table

register = template.Library()


@register.simple_tag
def event_pack(event: Event) -> PackLine | None:
    """The version that the event's next round is checked against; None for a game without packs."""
    return packs.pack_of_event(event)


@register.simple_tag
def round_pack(game_round: Round) -> PackLine | None:
    """The version that a round's sheets are checked against."""
    return packs.pack_of_round(game_round)


@register.simple_tag
def table_pack(table: Table) -> PackLine | None:
    """The version that a table's confirmed sheet was checked against, else that of its round."""
    return packs.pack_of_table(table)
