"""The next regular step of an event, as commands."""

from __future__ import annotations

from collections.abc import Iterator

from tests.integration.concurrency.commands import REASON, WORD, Command, Hands
from tests.integration.concurrency.world import World
from tests.reporting import FORUM
from tournament.models import Event, Round, Table

State = Event.State


def next_step(hands: Hands, order: int) -> Iterator[Command | None]:  # noqa: C901  # a branch per state
    """Yield the commands of the next step, each created after the previous one was executed.

    Arguments:
        order: varies the winner and the Referent's decision.
    """
    world = hands.world
    state = world.state
    if state == State.DRAFT:
        yield hands.announce()
    elif state == State.ANNOUNCED:
        yield hands.decide("authorise", REASON, "")
    elif state == State.AUTHORISED:
        yield hands.open_check_in()
    elif state == State.CHECK_IN:
        for _missing in range(len(world.entries()), 12 if world.event.is_official else 3):
            yield hands.walk_in("Ada")
        for who in range(len(world.entries())):
            yield hands.entry("entry_check_in", who)
        yield hands.draw(WORD)
    elif state == State.RUNNING:
        yield from _play(hands, world, order)
    elif state == State.CONCLUDED:
        yield hands.photo(order)
        yield hands.forum(FORUM)
        yield hands.send(1, "")
    elif state == State.REPORTED:
        yield hands.decide("homologate", REASON, "")
    elif state == State.HOMOLOGATED and order > 12:
        yield hands.decide("revoke", REASON, "")
    elif state in (State.NOT_HOMOLOGATED, State.INVALIDATED):
        yield hands.decide("reopen", REASON, "")


def _play(hands: Hands, world: World, order: int) -> Iterator[Command | None]:
    last = world.last()
    if last is None or last.state == Round.State.CLOSED:
        if last is not None and order > 9:
            yield hands.correct(order, "right", order, REASON, True, WORD)
        if world.may_conclude():
            yield hands.conclude()
        elif world.may_draw_final():
            yield hands.draw_final(WORD)
        elif world.may_draw():
            yield hands.draw(WORD)
        else:
            yield hands.stop(REASON)
    else:
        for at in range(last.tables.count()):
            if world.tables()[-1 - at].state != Table.State.CONFIRMED:
                yield hands.submit(at, "right", order + at, "", order)
                yield from _confirm(hands, world, at)
        yield hands.close(0, WORD)


def _confirm(hands: Hands, world: World, at: int) -> Iterator[Command | None]:
    table = world.tables()[-1 - at]
    sheets = world.sheets()
    latest_sheet = max(
        (sheet for sheet in sheets if sheet.table_id == table.pk), key=lambda sheet: sheet.version, default=None
    )
    if latest_sheet is not None:
        place = [sheet.pk for sheet in reversed(sheets)].index(latest_sheet.pk)
        yield hands.confirm(place, True, "", 2)
