"""Report the irregular draws of an event: undone and repeated, or made manually."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.draws.ceremonies import failed_attempts
from tournament.draws.selectors import draw_title, step_title
from tournament.models import Draw, Event

#: Purpose of the draw that every round has, in every game: one is made each time a round is drawn.
EACH_TIME = Draw.Purpose.SEATS


@dataclass(frozen=True, slots=True)
class Mark:
    """A draw of a round that was undone, or one made manually.

    Arguments:
        title: what was drawn, as text; times: how often a draw of this round was undone, this one included.
        at: when it was undone or recorded; reason: as written; agreed: who agreed, as text.
    """

    by_hand: bool
    title: str
    at: datetime
    reason: str
    agreed: str
    times: int = 0


def agreed_words(who: Mapping[str, list[str]]) -> str:
    """Return who agreed, as text: "another account: referee", "2 players"."""
    accounts, players = who.get("accounts", []), len(who.get("players", []))
    parts = []
    if accounts:
        labels = {"organiser": _("organiser"), "referee": _("referee"), "referent": _("National Referent")}
        names = ", ".join(str(labels.get(account, account)) for account in accounts)
        parts.append(_("another account (%(part)s)") % {"part": names})
    if players:
        parts.append(ngettext("%(players)s player", "%(players)s players", players) % {"players": players})
    return ", ".join(parts) or _("nobody")


def draw_marks(draws: Iterable[Draw]) -> list[Mark]:
    """Return the marks of an event's draws, in chronological order.

    Arguments:
        draws: all of them, annulled ones included, e.g. from ``event_draws``.
    """
    marks, times = [], dict[str, int]()
    made_draws = [draw for draw in draws if draw.drawn_at is not None]
    for draw in sorted(made_draws, key=lambda candidate: (candidate.annulled_at or candidate.drawn_at, candidate.pk)):
        if draw.annulled_at is not None and draw.purpose == EACH_TIME:
            times[draw.scope] = times.get(draw.scope, 0) + 1
            agreed = agreed_words(draw.annulled_agreed)
            facts: dict[str, Any] = {"at": draw.annulled_at, "reason": draw.annulled_reason, "agreed": agreed}
            marks.append(Mark(by_hand=False, title=step_title(draw.scope), times=times[draw.scope], **facts))
        elif draw.annulled_at is None and is_marked_by_hand(draw):
            facts = {"at": draw.drawn_at, "reason": draw.hand_reason, "agreed": agreed_words(draw.hand_agreed)}
            marks.append(Mark(by_hand=True, title=draw_title(draw), **facts))
    return marks


def is_marked_by_hand(draw: Draw) -> bool:
    """Return whether a draw was recorded manually here; a draw imported without that information was not."""
    return draw.by_hand and bool(draw.drawn_by_id or draw.hand_reason or draw.hand_agreed)


def file_facts(
    event: Event, made_draws: Iterable[Draw], scopes: Sequence[str]
) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Return the fields of an event's rounds about irregular draws, by scope.

    They are ``repeated_draws``, ``draws_by_hand`` and ``failed_draws``; those without a value are left out. One query.

    Arguments:
        made_draws: every draw of the event that was made, annulled ones included.
        scopes: of the event's rounds; attempts of a step that was never formed stand with the last of them.
    """
    facts_by_scope: dict[str, dict[str, list[dict[str, Any]]]] = {}
    in_order = sorted(made_draws, key=lambda draw: (draw.annulled_at or draw.drawn_at, draw.drawn_at, draw.pk))
    for draw in in_order:
        if draw.annulled_at is not None:
            name, reason, agreed = "repeated_draws", draw.annulled_reason, draw.annulled_agreed
        elif is_marked_by_hand(draw):
            name, reason, agreed = "draws_by_hand", draw.hand_reason, draw.hand_agreed
        else:
            continue
        written: dict[str, Any] = {"purpose": draw.purpose, "scope": draw.scope}
        confirmed_by = [*agreed.get("accounts", []), *agreed.get("players", [])]
        written |= {key: value for key, value in (("reason", reason), ("confirmed_by", confirmed_by)) if value}
        facts_by_scope.setdefault(draw.scope.split("/")[0], {}).setdefault(name, []).append(written)
    for attempt in failed_attempts(event):
        scope = attempt.step if attempt.step in scopes else scopes[-1]
        written = {"step": attempt.step, "number": attempt.number, "root": attempt.root, "missing": attempt.missing}
        facts_by_scope.setdefault(scope, {}).setdefault("failed_draws", []).append(written)
    return facts_by_scope


def event_marks(event: Event) -> list[Mark]:
    """Return the marks of an event. One query."""
    return draw_marks(Draw.objects.filter(event=event, drawn_at__isnull=False))
