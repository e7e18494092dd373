"""Report the irregular draws of an event: undone and repeated, given up, or made manually."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import ngettext

from tournament.draws.selectors import draw_title, step_title
from tournament.models import Draw, DrawPress, Event
from tournament.models.accounts import account_name
from tournament.people.selectors import by_player_id

#: A witness in a file who is no player of the event.
OTHER = "other"
#: Purpose of the draw that every round has, in every game: one is made each time a round is drawn.
EACH_TIME = Draw.Purpose.SEATS


@dataclass(frozen=True, slots=True)
class Mark:
    """A draw of a round that was undone or given up, or one made manually.

    Arguments:
        kind: "undone", "given_up" or "by_hand".
        title: what was drawn, as text.
        at: when it was undone, given up or recorded; by: who did it, as text; reason: as written.
        who: of a manual draw who watched it, as text.
        times: how often a draw of this round was undone, this one included.
        beacon_round: that a draw which was given up waited for.
    """

    kind: str
    title: str
    at: datetime
    reason: str
    by: str = ""
    who: str = ""
    times: int = 0
    beacon_round: int = 0


def witness_words(witnesses: Iterable[Mapping[str, str]], names: Mapping[str, str], *, sees_names: bool) -> str:
    """Return who watched a draw by hand, as text: names, or "two witnesses" for those that the reader may not see.

    Arguments:
        witnesses: as ``Draw.witnesses``. names: those of players that the reader may see, by the players' ids.
        sees_names: whether the reader sees the names of people who are no players too.
    """
    known = [names.get(witness.get("player", ""), "") or (sees_names and witness.get("name")) for witness in witnesses]
    shown = [str(name) for name in known if name]
    hidden = len(known) - len(shown)
    if hidden:
        shown.append(ngettext("%(n)s witness", "%(n)s witnesses", hidden) % {"n": hidden})
    return ", ".join(shown)


def draw_marks(
    draws: Iterable[Draw], presses: Iterable[DrawPress], names: Mapping[str, str], *, sees_names: bool
) -> list[Mark]:
    """Return the marks of an event's draws, in chronological order.

    Arguments:
        draws: all of them, annulled ones included, e.g. from ``event_draws``. presses: of the event.
        names, sees_names: as :func:`witness_words`.
    """
    marks, times = [], dict[str, int]()
    made_draws = [draw for draw in draws if draw.drawn_at is not None]
    for draw in sorted(made_draws, key=lambda candidate: (candidate.annulled_at or candidate.drawn_at, candidate.pk)):
        if draw.annulled_at is not None and draw.purpose == EACH_TIME:
            times[draw.scope] = times.get(draw.scope, 0) + 1
            facts: dict[str, Any] = {"at": draw.annulled_at, "reason": draw.annulled_reason}
            facts["by"] = person_name(draw.annulled_by)
            marks.append(Mark("undone", step_title(draw.scope), times=times[draw.scope], **facts))
        elif draw.annulled_at is None and is_marked_by_hand(draw):
            facts = {"at": draw.drawn_at, "reason": draw.hand_reason, "by": person_name(draw.drawn_by)}
            who = witness_words(draw.witnesses, names, sees_names=sees_names)
            marks.append(Mark("by_hand", draw_title(draw), who=who, **facts))
    for press in presses:
        if press.state == DrawPress.State.GIVEN_UP and press.ended_at is not None:
            facts = {"at": press.ended_at, "reason": press.given_up_reason, "by": person_name(press.asked_by)}
            marks.append(Mark("given_up", step_title(press.step), beacon_round=press.round_number, **facts))
    return sorted(marks, key=lambda mark: mark.at)


def person_name(account: User | None) -> str:
    """Return the name of an account as it stands beside what it did; empty without one."""
    return account_name(account) if account is not None else ""


def is_marked_by_hand(draw: Draw) -> bool:
    """Return whether a draw was recorded manually here; a draw imported without that information was not."""
    return draw.by_hand and bool(draw.drawn_by_id or draw.hand_reason or draw.witnesses)


def file_facts(
    event: Event, made_draws: Iterable[Draw], scopes: Sequence[str]
) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Return the fields of an event's rounds about irregular draws, by scope.

    They are ``repeated_draws`` and ``draws_by_hand``; those without a value are left out. One query.

    Arguments:
        made_draws: every draw of the event that was made, annulled ones included.
        scopes: of the event's rounds; a step that was never formed stands with the last of them.
    """
    facts_by_scope: dict[str, dict[str, list[dict[str, Any]]]] = {}
    in_order = sorted(made_draws, key=lambda draw: (draw.annulled_at or draw.drawn_at, draw.drawn_at, draw.pk))
    for draw in in_order:
        written: dict[str, Any] = {"purpose": draw.purpose, "scope": draw.scope}
        if draw.annulled_at is not None:
            name, reason = "repeated_draws", draw.annulled_reason
        elif is_marked_by_hand(draw):
            name, reason = "draws_by_hand", draw.hand_reason
            if draw.witnesses:
                written["witnesses"] = [witness.get("player", OTHER) for witness in draw.witnesses]
        else:
            continue
        if reason:
            written["reason"] = reason
        facts_by_scope.setdefault(draw.scope.split("/")[0], {}).setdefault(name, []).append(written)
    for press in DrawPress.objects.filter(event=event, state=DrawPress.State.GIVEN_UP):
        scope = press.step if press.step in scopes else scopes[-1]
        written = {"purpose": EACH_TIME, "scope": press.step, "beacon_round": press.round_number}
        if press.given_up_reason:
            written["reason"] = press.given_up_reason
        facts_by_scope.setdefault(scope, {}).setdefault("repeated_draws", []).append(written)
    return facts_by_scope


def event_marks(event: Event) -> list[Mark]:
    """Return the marks of an event with every name, for those who run or judge it. Four queries."""
    made_draws = Draw.objects.filter(event=event, drawn_at__isnull=False).select_related("drawn_by", "annulled_by")
    presses = DrawPress.objects.filter(event=event).select_related("asked_by")
    entries = event.entries.select_related("person")
    names = {player: str(entry) for player, entry in by_player_id(entries).items()}
    return draw_marks(made_draws, presses, names, sees_names=True)
