"""The chain of an event's draws: a seal after each attempt that ended, each draw without one, and each annulment.

Every seal hashes the one before it (docs/draws.md): one paper with a seal shows if an earlier step is rewritten.
Whoever draws has locked the event.
"""

from __future__ import annotations

from django.utils import timezone

from tournament.draws.errors import CeremonyOpen
from tournament.draws.selectors import as_record
from tournament.models import Draw, DrawCeremony, DrawSeal
from tournament.regulation.ceremony import NOTHING_BEFORE, seal_act
from tournament.regulation.draws import record_hash

Act = DrawSeal.Act


def _append(seal: DrawSeal, last: DrawSeal | None) -> None:
    seal.number, seal.sealed_at = last.number + 1 if last else 1, timezone.now()
    seal.save(force_insert=True)


def _last(event_id: int) -> DrawSeal | None:
    return DrawSeal.objects.filter(event=event_id).order_by("-number").first()


def seal_draw(draw: Draw, act: str) -> None:
    """Seal a draw that was made without a ceremony, or an annulment. Three queries.

    The draws of a ceremony are held by its own seal. Errors: CeremonyOpen while the list of an attempt is fixed: its
    root holds the seal before it, and nothing may come between.
    """
    if draw.event_id is None or (act == Act.DRAWN and draw.ceremony):
        return
    if DrawCeremony.objects.filter(event=draw.event_id, stage=DrawCeremony.Stage.REVEALING).exists():
        raise CeremonyOpen
    last, content = _last(draw.event_id), record_hash(as_record(draw))
    facts = {"event_id": draw.event_id, "purpose": draw.purpose, "scope": draw.scope, "content": content}
    seal = seal_act(last.seal if last else NOTHING_BEFORE, act, content)
    _append(DrawSeal(act=act, seal=seal, **facts), last)


def seal_attempt(ceremony: DrawCeremony) -> None:
    """Append the seal of an attempt that ended. Two queries."""
    act = Act.MADE if ceremony.stage == DrawCeremony.Stage.MADE else Act.FAILED
    facts = {"event_id": ceremony.event_id, "scope": ceremony.step, "content": ceremony.root, "seal": ceremony.seal}
    _append(DrawSeal(act=act, ceremony=ceremony, **facts), _last(ceremony.event_id))
