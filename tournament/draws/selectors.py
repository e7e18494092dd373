"""Draws as anybody can see and recompute them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.dominion.kingdom import branch_of
from games.findings import Finding
from tournament.models import Draw, Event, Round
from tournament.regulation import draws as rules


def scope_of(number: int, *, is_final: bool, table: int | None = None) -> str:
    """What a draw of a round is called: ``round-2``, ``round-2/table-3``, ``final``, ``final/table-1``."""
    stem = "final" if is_final else f"round-{number}"
    return stem if table is None else f"{stem}/table-{table}"


def round_scope(round_: Round, table: int | None = None) -> str:
    """:func:`scope_of` a round, or of one of its tables."""
    return scope_of(round_.number, is_final=round_.is_final, table=table)


def draw_title(draw: Draw) -> str:
    """What was drawn, in words: "seats, round 2", "lots at a table, round 2, table 5, drawn again"."""
    words = [str(draw.get_purpose_display())]
    for part in draw.scope.split("/"):
        kind, _sep, number = part.rpartition("-")
        if part == "final":
            words.append(_("final"))
        elif kind == "round" and draw.purpose == Draw.Purpose.TABLES:
            continue
        elif kind == "round":
            words.append(_("round %(number)s") % {"number": number})
        elif kind == "table":
            words.append(_("table %(number)s") % {"number": number})
        elif kind == "again":
            words.append(_("drawn again"))
        else:
            words.append(part)
    return ", ".join(words)


def relative_order(groups: Iterable[Sequence[str]], order: Sequence[str]) -> list[list[str]]:
    """Each group in the order in which its members come in one drawn order of them all.

    A drawn permutation of everybody settles every group in it: within a group each order is equally likely, and
    independent of the other groups.
    """
    at = {one: index for index, one in enumerate(order)}
    return [sorted(group, key=lambda one: at[one]) for group in groups]


def lots_of(groups: Iterable[Sequence[str]], order: Sequence[str]) -> dict[str, int]:
    """Art. 1.5 e: the lots of groups of equals, 1 first in each, from one drawn order of all their members."""
    return {one: lot for group in relative_order(groups, order) for lot, one in enumerate(group, start=1)}


def kingdom_outcome(drawn: Sequence[str], rejected: Sequence[str] = ()) -> dict[str, Any]:
    """A kingdom as stored in ``Draw.outcome`` and ``Round.setup`` (REQ-809)."""
    return {"drawn": list(drawn), "rejected": list(rejected), "branch": branch_of(list(drawn)[:9])}


def as_record(draw: Draw) -> rules.Draw:
    """A drawn draw as the regulation's own record, ready for ``tournament.regulation.draws.verify``."""
    kingdom = isinstance(draw.outcome, Mapping)
    return rules.Draw(
        purpose=draw.purpose,
        scope=draw.scope,
        inputs=tuple(draw.inputs or ()),
        outcome=tuple(draw.outcome["drawn"] if kingdom else draw.outcome or ()),
        rejected=tuple(draw.outcome["rejected"]) if kingdom else (),
        seed=draw.seed,
        word=draw.word,
        commitment=draw.commitment if not draw.by_hand else "",
        by_hand=draw.by_hand,
    )


def draw_findings(draw: Draw) -> list[Finding]:
    """Art. 1.5: recomputes a drawn draw; no finding for a true one, none either for one not drawn yet."""
    return rules.verify(as_record(draw)) if draw.drawn_at is not None else []


def live(event: Event, purpose: str, scope: str) -> Draw | None:
    """The draw of that purpose and scope that counts, drawn or only committed to."""
    return Draw.objects.filter(event=event, purpose=purpose, scope=scope, annulled_at__isnull=True).first()


def event_draws(event: Event) -> QuerySet[Draw]:
    """Every draw of an event, annulled ones included, oldest first: one query.

    The seed of a draw not made yet is never shown: pages use :func:`public_facts`.
    """
    return Draw.objects.filter(event=event).select_related("drawn_by").order_by("committed_at", "pk")


def public_facts(draw: Draw) -> dict[str, Any]:
    """What everybody may know of a draw; the seed only once it is drawn."""
    drawn = draw.drawn_at is not None
    return {
        "purpose": draw.purpose,
        "scope": draw.scope,
        "commitment": draw.commitment,
        "committed_at": draw.committed_at,
        "drawn": drawn,
        "drawn_at": draw.drawn_at,
        "seed": draw.seed if drawn and not draw.by_hand else "",
        "word": draw.word,
        "inputs": draw.inputs,
        "outcome": draw.outcome,
        "by_hand": draw.by_hand,
        "annulled_at": draw.annulled_at,
        "annulled_reason": draw.annulled_reason,
    }
