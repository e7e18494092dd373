"""Read draws, verify them, and prepare them for public pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.dominion.kingdom import branch_of
from games.findings import Finding
from tournament.models import Draw, DrawPress, Event, Round, Season
from tournament.regulation import draws as rules
from tournament.regulation.beacon import Beacon
from tournament.regulation.draws import Guarantee
from tournament.regulation.refused import Refused

#: Step of a press that only closes a round, whose lots need a word.
CLOSING = "lots"
#: Scope of the draws of the final.
FINAL = "final"


def scope_of(number: int, *, is_final: bool, table: int | None = None) -> str:
    """Return the scope of a round's draw: ``round-2``, ``round-2/table-3``, ``final``, ``final/table-1``."""
    stem = FINAL if is_final else f"round-{number}"
    return stem if table is None else f"{stem}/table-{table}"


def round_scope(round_: Round, table: int | None = None) -> str:
    """Return :func:`scope_of` a round, or of one of its tables."""
    return scope_of(round_.number, is_final=round_.is_final, table=table)


def step_title(step: str) -> str:
    """Return the title of a step of the day: "round 2", "final", "lots"."""
    if step == CLOSING:
        return _("lots of the standings")
    return _("final") if step == FINAL else _("round %(number)s") % {"number": step.rpartition("-")[2]}


def draw_title(draw: Draw) -> str:
    """Return the title of a draw: "seats, round 2", "lots at a table, round 2, table 5, drawn again"."""
    # Not get_purpose_display, which lists every purpose anew.
    parts = [str(Draw.Purpose(draw.purpose).label)]
    for part in draw.scope.split("/"):
        kind, _sep, number = part.rpartition("-")
        if part == "final":
            parts.append(_("final"))
        elif kind == "round" and draw.purpose == Draw.Purpose.TABLES:
            continue
        elif kind == "round":
            parts.append(_("round %(number)s") % {"number": number})
        elif kind == "table":
            parts.append(_("table %(number)s") % {"number": number})
        elif kind == "again":
            parts.append(_("drawn again"))
        else:
            parts.append(part)
    return ", ".join(parts)


def relative_order(groups: Iterable[Sequence[str]], order: Sequence[str]) -> list[list[str]]:
    """Return each group in the order in which its members come in one drawn order of them all.

    A drawn permutation of everybody settles every group in it: within a group each order is equally likely, and
    independent of the other groups.
    """
    position_of = {member: index for index, member in enumerate(order)}
    return [sorted(group, key=lambda member: position_of[member]) for group in groups]


def lots_of(groups: Iterable[Sequence[str]], order: Sequence[str]) -> dict[str, int]:
    """Art. 1.5 e: return the lots of groups of equals, 1 first in each, from one drawn order of all their members."""
    lots: dict[str, int] = {}
    for group in relative_order(groups, order):
        lots |= rules.lots_by_order(group)
    return lots


def kingdom_outcome(drawn: Sequence[str], rejected: Sequence[str] = ()) -> dict[str, Any]:
    """Return a kingdom as stored in ``Draw.outcome`` and ``Round.setup`` (REQ-809)."""
    return {"drawn": list(drawn), "rejected": list(rejected), "branch": branch_of(list(drawn)[:9])}


def as_record(draw: Draw) -> rules.Draw:
    """Return a drawn draw as the regulation's own record, ready for ``tournament.regulation.draws.verify``."""
    outcome: Any = draw.outcome
    kingdom = isinstance(outcome, Mapping)
    return rules.Draw(
        purpose=draw.purpose,
        scope=draw.scope,
        inputs=tuple(draw.inputs or ()),
        outcome=tuple(outcome["drawn"] if kingdom else outcome or ()),
        rejected=tuple(outcome["rejected"]) if kingdom else (),
        seed=draw.seed,
        word=draw.word,
        commitment=draw.commitment if not draw.by_hand else "",
        by_hand=draw.by_hand,
        by_phones=draw.by_phones,
        beacon=beacon_of(draw.press),
    )


def open_press(event: Event) -> DrawPress | None:
    """Return the draw of an event that is open, if any. One query."""
    return DrawPress.objects.filter(event=event, state=DrawPress.State.WAITING).first()


def require_no_open_draw(event: Event) -> None:
    """Require that no draw of an event is open: its outcome may be known to whoever holds the database.

    Errors: DRAW_OPEN.
    """
    if open_press(event) is not None:
        raise Refused("DRAW_OPEN")


def beacon_of(press: DrawPress | None) -> Beacon | None:
    """Return the round of the beacon that a press named; None if it named none."""
    return None if press is None else Beacon(press.key, press.round_number, press.signature)


def draw_findings(draw: Draw) -> list[Finding]:
    """Art. 1.5: recompute a drawn draw and return the findings; none for a correct draw, or for one not drawn yet."""
    if draw.drawn_at is None:
        return []
    return rules.verify(as_record(draw))


def guarantee_sentence(draw: rules.Draw, witnesses: str, event: Event | None) -> str:
    """Return who can have chosen the outcome of a draw, in one sentence.

    Arguments:
        witnesses: who watched a draw made by hand, as text.
        event: that it belongs to, if any: what was drawn on a laptop is its holder's word.
    """
    if event is not None and event.played_elsewhere_at is not None:
        return _("Whoever held the laptop could have chosen it.")
    sentences = {
        Guarantee.BEACON: _("Nobody could choose it: the number came from a public source after the draw had begun."),
        Guarantee.WORD_AFTER_BEACON: _(
            "Whoever ran the computer and chose the word could have chosen it, because the public number did not come."
        ),
        Guarantee.WORD: _("Whoever ran the computer and chose the word could have chosen it."),
        Guarantee.HAND: _("By hand, on the word of those who watched it: %(people)s.")
        % {"people": witnesses or _("nobody is named")},
        Guarantee.PHONES: _("Made with the phones of those present, by an earlier version: it cannot be made again."),
    }
    return sentences[draw.guarantee()]


def live(event: Event, purpose: str, scope: str) -> Draw | None:
    """Return the draw of that purpose and scope that is in force, drawn or only committed to."""
    return Draw.objects.filter(event=event, purpose=purpose, scope=scope, annulled_at__isnull=True).first()


def promised_lots(season: Season) -> str:
    """Return the commitment of the lots of a season's Ranking that come next; empty if none is promised. One query."""
    lots = Draw.objects.filter(season=season, event=None, purpose=Draw.Purpose.RANKING_LOTS, annulled_at=None)
    return lots.filter(drawn_at=None).order_by("pk").values_list("commitment", flat=True).first() or ""


def event_draws(event: Event) -> QuerySet[Draw]:
    """Return every draw of an event, annulled ones included, oldest first. One query.

    The seed of a draw not made yet is never shown: pages use :func:`public_facts`.
    """
    return event.draws.select_related("drawn_by", "annulled_by", "press").order_by("committed_at", "pk")


def public_facts(draw: Draw) -> dict[str, Any]:
    """Return the public data of a draw; the seed only once it is drawn."""
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
        "beacon": asdict(beacon) if drawn and (beacon := beacon_of(draw.press)) else None,
        "by_hand": draw.by_hand,
        "by_phones": draw.by_phones,
        "annulled_at": draw.annulled_at,
        "annulled_reason": draw.annulled_reason,
    }
