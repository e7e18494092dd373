"""Record a draw made with cards or slips of paper: at once, by the organiser, with two witnesses (art. 1.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction

from tournament.core.audit import By
from tournament.core.locks import locked
from tournament.core.preconditions import regulation_of
from tournament.draws.beacon import has_beacon
from tournament.models import DrawPress, Entry, Event, Round
from tournament.people.selectors import player_id
from tournament.regulation.names import clean_name, name_key
from tournament.regulation.refused import Refused
from tournament.regulation.validity import draws_kingdom
from tournament.rounds.presses import draw_press, step_draw

#: People who watch a draw by hand.
WITNESSES: Final = 2
_LONGEST: Final = 120


@transaction.atomic
def hand_draw(
    *,
    event: Event,
    by: By,
    witnesses: Sequence[str],
    seats: Sequence[Sequence[Entry]] | None = None,
    kingdom: Mapping[str, Any] | None = None,
    word: str = "",
    dates_reason: str = "",
    final: bool | None = None,
) -> Round | DrawPress:
    """Record what was drawn by hand, and draw the rest with the beacon or a word.

    Arguments:
        witnesses: names as written; of a player who is present, that player's. A practice event needs none.
        seats: per table, its players in playing order; kingdom: the ten cards as drawn, and those rejected.
        word: called out, for what was not drawn manually on a site without a beacon.
        dates_reason: why it is drawn outside the event's days. final: as ``step_draw``.
    Returns: the round; or the open draw, if the rest waits for the beacon.
    Errors: WITNESSES_MISSING; those of ``rounds.services`` and ``rounds.presses``.
    """
    fresh = locked(event)
    by_hand: dict[str, Any] = {"witnesses": _named(fresh, witnesses)}
    if seats is not None:
        by_hand["seats"] = [[entry.pk for entry in table] for table in seats]
    if kingdom is not None:
        by_hand["kingdom"] = dict(kingdom)
    options: dict[str, Any] = {"event": fresh, "by": by, "dates_reason": dates_reason, "by_hand": by_hand}
    options["final"] = final
    number = Round.objects.filter(event=fresh).count() + 1
    draws_cards = draws_kingdom(fresh.game, number, regulation=regulation_of(fresh))
    needs_word = seats is None or (kingdom is None and draws_cards)
    if needs_word and not word.strip() and has_beacon():
        press = draw_press(**options)
        assert press is not None
        return press
    return step_draw(**options, word=word)


def _named(event: Event, names: Sequence[str]) -> list[dict[str, str]]:
    """Return the witnesses as they are stored. Errors: WITNESSES_MISSING unless they are two different people."""
    written = [clean_name(name)[:_LONGEST] for name in names]
    if len({name_key(name) for name in written if name}) < WITNESSES and not event.is_practice:
        raise Refused("WITNESSES_MISSING")
    present = Entry.objects.filter(event=event, state__in=(Entry.State.CHECKED_IN, Entry.State.PLAYING))
    players = {name_key(str(entry)): player_id(entry) for entry in present.select_related("person")}
    return [
        {"player": players[name_key(name)]} if name_key(name) in players else {"name": name} for name in written if name
    ]
