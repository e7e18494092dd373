"""Tags for the card pack that results are validated against."""

from __future__ import annotations

from django import template
from django.utils.translation import get_language

from tournament.card_packs import selectors as packs
from tournament.card_packs.options import option_sentences
from tournament.card_packs.selectors import PackSummary
from tournament.models import Event, Round, Table

register = template.Library()


@register.simple_tag
def event_pack(event: Event) -> PackSummary | None:
    """Return the version that the event's next round is validated against; None for a game without packs."""
    return packs.pack_of_event(event)


@register.simple_tag
def event_options(event: Event) -> list[str]:
    """Return a sentence for each option of its game that an event chooses other than the usual one."""
    return option_sentences(event.game, event.game_options, (get_language() or "it")[:2])


@register.simple_tag
def round_options(game_round: Round) -> list[str]:
    """Return the sentences of :func:`event_options` as they were when a round was drawn: its sheets follow them."""
    return option_sentences(game_round.event.game, game_round.setup, (get_language() or "it")[:2])


@register.simple_tag
def round_pack(game_round: Round) -> PackSummary | None:
    """Return the version that a round's sheets are validated against."""
    return packs.pack_of_round(game_round)


@register.simple_tag
def table_pack(table: Table) -> PackSummary | None:
    """Return the version that a table's confirmed sheet was validated against, else that of its round."""
    return packs.pack_of_table(table)
