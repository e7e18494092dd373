"""Enter an infraction with its effect on the event, note an appeal against it, and decide on the appeal."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, erase, record, require_reason
from tournament.core.errors import FieldWrong
from tournament.core.locks import locked, locked_entry
from tournament.core.preconditions import require_event_state
from tournament.models import Entry, Event, Infraction, Round, Table
from tournament.rounds.confirmations import leave_wish
from tournament.sanctions.errors import AppealDecided, InfractionStands, NoAppeal, SanctionsOff
from tournament.sanctions.selectors import has_sanctions
from tournament.sheets.services import table_abandon

Kind, Appeal = Infraction.Kind, Infraction.Appeal
#: Sanctions that take the player out of the event.
WITH_EFFECT = (Kind.GAME_LOSS, Kind.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class InfractionFacts:
    """The referee's statements about an infraction.

    Arguments:
        kind: a value of ``Infraction.Kind``. table: number of a table of the round drawn last.
        minute: of the game.
    """

    kind: str
    what: str
    table: int | None = None
    minute: int | None = None


@transaction.atomic
def infraction_record(*, entry: Entry, facts: InfractionFacts, by: By) -> Infraction:
    """Enter an infraction of a player of a running event.

    The loss of the game puts the player last at the table, as who drops out of a game (AMB-35). A disqualified player
    leaves the event: at once between two rounds, else when the round closes. Cautions and warnings have no effect.

    Errors: SanctionsOff, EventStateWrong; FieldWrong; those of ``table_abandon`` and ``leave_wish``.
    """
    fresh = locked_entry(entry)
    if not has_sanctions(fresh.event):
        raise SanctionsOff(version=fresh.event.regulation)
    require_event_state(fresh.event, Event.State.RUNNING)
    what = " ".join(facts.what.split())
    if not what or len(what) > 500:
        raise FieldWrong(field=_("What happened"), value=what[:60], right=_("from 1 to 500 characters"))
    last = Round.objects.last_round(fresh.event)
    table = _table(fresh, last, facts.table)
    infraction = Infraction(entry=fresh, kind=facts.kind, what=what, minute=facts.minute, made_by=by)
    infraction.round_number = last.number if last is not None else None
    infraction.table_number = table.number if table is not None else None
    record(infraction, verb="infraction_record", by=by)
    if facts.kind == Kind.GAME_LOSS:
        if table is None:
            raise FieldWrong(field=_("Table"), value="", right=_("the table where the player sits"))
        table_abandon(table=table, entry=fresh, by=by, reason=what)
    if facts.kind == Kind.DISQUALIFIED and fresh.state == Entry.State.PLAYING:
        leave_wish(entry=fresh, by=by)
    return infraction


def _table(entry: Entry, last: Round | None, number: int | None) -> Table | None:
    """Return the player's table of the round drawn last, if it has this number. Errors: FieldWrong."""
    if number is None:
        return None
    table = Table.objects.select_related("round__event").filter(round=last, number=number, seats__entry=entry).first()
    if table is None:
        raise FieldWrong(field=_("Table"), value=str(number), right=_("the table where the player sits"))
    return table


def _locked_infraction(infraction: Infraction) -> Infraction:
    locked(infraction.entry.event_id)
    return Infraction.objects.select_related("entry__person", "entry__event").get(pk=infraction.pk)


@transaction.atomic
def infraction_delete(*, infraction: Infraction, reason: str, by: By) -> None:
    """Delete an infraction that was entered by mistake, with a reason; the history of the event keeps it.

    Errors: ReasonMissing; EventStateWrong once the event is concluded; InfractionStands for one with an effect or an
    appeal.
    """
    why = require_reason(reason)
    fresh = _locked_infraction(infraction)
    require_event_state(fresh.entry.event, Event.State.RUNNING)
    if not fresh.can_be_deleted:
        raise InfractionStands(player=str(fresh.entry))
    erase(fresh, verb="infraction_delete", by=by, reason=why)


@transaction.atomic
def appeal_note(*, infraction: Infraction, words: str, by: By) -> Infraction:
    """Note the player's appeal. Errors: ReasonMissing; AppealDecided for a second one."""
    text = require_reason(words)
    fresh = _locked_infraction(infraction)
    if fresh.appeal != Appeal.NONE:
        raise AppealDecided(player=str(fresh.entry))
    record(fresh, verb="appeal_note", by=by, appeal=Appeal.OPEN, appeal_words=text[:500])
    return fresh


@transaction.atomic
def appeal_decide(*, infraction: Infraction, is_granted: bool, reason: str, by: By) -> Infraction:
    """Decide on an appeal, with a reason.

    A granted appeal ends the sanction; the player comes back into the event, or the place at the table is mended, by
    the acts for that. Errors: ReasonMissing; NoAppeal.
    """
    why = require_reason(reason)
    fresh = _locked_infraction(infraction)
    if fresh.appeal != Appeal.OPEN:
        raise NoAppeal(player=str(fresh.entry))
    decision = Appeal.GRANTED if is_granted else Appeal.REJECTED
    record(
        fresh,
        verb="appeal_decide",
        by=by,
        appeal=decision,
        decision_reason=why[:500],
        decided_at=timezone.now(),
        decided_by=by,
    )
    return fresh
