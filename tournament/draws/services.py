"""Make draws: committed to before the inputs are closed, revealed with the outcome, never repeated (art. 1.5).

One permutation of everybody concerned settles all groups of a draw: seats are the relative order of a table's players
in it, lots the relative order of a group of equals. So nothing has to be drawn again after a correction.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record, record_all
from tournament.core.preconditions import require_word
from tournament.draws.refusals import DrawByHandWrong
from tournament.draws.selectors import kingdom_outcome, scope_of
from tournament.models import Draw, Event, Season
from tournament.regulation import draws as rules
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused
from tournament.regulation.validity import draws_kingdom

Purpose = Draw.Purpose


@transaction.atomic
def draw_commit(
    *,
    event: Event | None = None,
    season: Season | None = None,
    purpose: str,
    scope: str,
    now: datetime | None = None,
    by: By = None,
) -> Draw:
    """Choose the seed of a draw and publish its commitment. Idempotent: a second call returns the same draw.

    Arguments:
        event or season: the owner of the draw.
        purpose: one of Draw.Purpose; scope: which draw of that purpose, see ``draws.selectors.scope_of``.
    Returns: the draw, whether already made or not.
    """
    return _committed(event=event, season=season, draws=[(purpose, scope)], now=now, by=by)[0]


def _committed(
    *, draws: Sequence[tuple[str, str]], now: datetime | None, by: By, event: Event | None, season: Season | None = None
) -> list[Draw]:
    """Commit to draws given as purpose and scope, in a number of queries that does not depend on theirs."""
    scopes, owner = {scope for _, scope in draws}, {"event": event} if event is not None else {"season": season}
    live = Draw.objects.filter(**{"event": None, **owner}, annulled_at__isnull=True, scope__in=scopes).order_by("-pk")
    known = {(draw.purpose, draw.scope): draw for draw in live}
    moment = now or timezone.now()
    fresh = [
        _new_draw(event=event, season=season, purpose=purpose, scope=scope, committed_at=moment)
        for purpose, scope in draws
        if (purpose, scope) not in known
    ]
    record_all(fresh, verb="draw_commit", by=by)
    known |= {(draw.purpose, draw.scope): draw for draw in fresh}
    return [known[each] for each in draws]


def _new_draw(*, purpose: str, scope: str, **facts: Any) -> Draw:
    """Return a draw with a new seed, not yet stored."""
    seed = secrets.token_hex(32)
    rules.Stream(seed, "", purpose, scope)
    return Draw(purpose=purpose, scope=scope, seed=seed, commitment=rules.commit(seed), **facts)


def _undrawn(draw: Draw) -> Draw:
    fresh = Draw.objects.select_for_update().get(pk=draw.pk)
    if fresh.annulled_at is not None:
        raise Refused("DRAW_ANNULLED", scope=fresh.scope)
    if fresh.drawn_at is not None:
        raise Refused("DRAW_ALREADY_MADE", scope=fresh.scope)
    return fresh


def _keep(draw: Draw, verb: str, by: By, **changes: Any) -> None:
    """Save a draw made now, unless it was made concurrently."""
    changes |= {"drawn_at": timezone.now(), "drawn_by": by}
    claimed = Draw.objects.filter(pk=draw.pk, drawn_at__isnull=True, annulled_at__isnull=True).update(
        drawn_at=changes["drawn_at"]
    )
    if not claimed:
        raise Refused("DRAW_ALREADY_MADE", scope=draw.scope)
    record(draw, verb=verb, by=by, **changes)


def _stored(drawn: rules.Draw) -> Any:
    """Return the outcome of a draw as it is stored: an order, or a kingdom."""
    if drawn.purpose == Purpose.KINGDOM:
        return kingdom_outcome(drawn.outcome, drawn.rejected)
    return list(drawn.outcome)


@transaction.atomic
def draw_reveal(*, draw: Draw, inputs: Sequence[str], word: str, by: By) -> Any:
    """Make a draw that was committed to, and reveal its seed.

    Arguments:
        inputs: the items drawn from, in order (player ids); for a kingdom always the cards of the pool.
        word: called out by a person present, or the public number of the beacon.
    Returns: the outcome: the drawn order, or for a kingdom ``{"drawn", "rejected", "branch"}``.
    Errors: WORD_MISSING, BadWord, DRAW_ALREADY_MADE, DRAW_ANNULLED.
    """
    fresh = _undrawn(draw)
    drawn_record = rules.make(
        fresh.purpose,
        fresh.scope,
        list(inputs),
        seed=fresh.seed,
        word=require_word(word),
    )
    outcome = _stored(drawn_record)
    _keep(fresh, "draw_reveal", by, inputs=list(drawn_record.inputs), outcome=outcome, word=drawn_record.word)
    return outcome


#: What a draw that was made manually leaves unused.
_BY_HAND: dict[str, Any] = {"by_hand": True, "seed": "", "word": ""}


@transaction.atomic
def draw_by_hand(
    *, draw: Draw, inputs: Sequence[str], outcome: Any, by: By, witnesses: Sequence[Mapping[str, str]] = ()
) -> Any:
    """Record a draw made with cards or slips of paper, after refusing impossible outcomes (REQ-808, REQ-809).

    The seed committed to is not used and stays secret.

    Arguments:
        outcome: the resulting order; for a kingdom the ten cards, or a mapping with ``drawn`` and ``rejected``.
        witnesses: who watched it, as ``Draw.witnesses``.
    Returns: the outcome as draw_reveal gives it.
    Errors: DrawByHandWrong with the findings; DRAW_ALREADY_MADE, DRAW_ANNULLED.
    """
    fresh = _undrawn(draw)
    outcome_data = outcome if isinstance(outcome, Mapping) else {"drawn": outcome}
    drawn, rejected = list(outcome_data.get("drawn", ())), list(outcome_data.get("rejected", ()))
    drawn_record, findings = rules.record_by_hand(fresh.purpose, fresh.scope, list(inputs), drawn, rejected=rejected)
    if findings:
        raise DrawByHandWrong(reasons=tuple(findings), findings=findings)
    stored_outcome = _stored(drawn_record)
    facts: dict[str, Any] = {"inputs": list(drawn_record.inputs), "outcome": stored_outcome} | _BY_HAND
    _keep(fresh, "draw_by_hand", by, witnesses=[dict(witness) for witness in witnesses], **facts)
    return stored_outcome


@transaction.atomic
def draw_annul(*, draw: Draw, reason: str, by: By) -> Draw:
    """Annul a draw: it is kept as evidence, and its scope is free for a new one. Errors: DRAW_ANNULLED."""
    fresh = Draw.objects.select_for_update().get(pk=draw.pk)
    if fresh.annulled_at is not None:
        raise Refused("DRAW_ANNULLED", scope=fresh.scope)
    facts = {"annulled_at": timezone.now(), "annulled_reason": reason, "annulled_by": by}
    record(fresh, verb="draw_annul", by=by, reason=reason, **facts)
    return fresh


def commit_round(*, event: Event, number: int, is_final: bool, now: datetime, by: By) -> list[Draw]:
    """Commit to everything that forms a round: tables (round 1 only), seats, kingdom (if the game has one)."""
    purposes = [Purpose.SEATS]
    if number == 1 and not is_final:
        purposes.insert(0, Purpose.TABLES)
    if draws_kingdom(event.game, number, regulation=regulation.get(event.regulation)):
        purposes.append(Purpose.KINGDOM)
    scope = scope_of(number, is_final=is_final)
    return _committed(event=event, draws=[(purpose, scope) for purpose in purposes], now=now, by=by)


def commit_results(*, event: Event, number: int, is_final: bool, tables: int, now: datetime, by: By) -> None:
    """Commit to the lots that a round may need: one draw per table, and one for the standings.

    A second draw of each is promised too, for lots that must be drawn again.
    """
    wanted = [(Purpose.TABLE_LOTS, scope_of(number, is_final=is_final, table=table + 1)) for table in range(tables)]
    if not is_final:
        wanted.append((Purpose.STANDINGS_LOTS, scope_of(number, is_final=False)))
    both = [(purpose, each) for purpose, scope in wanted for each in (scope, f"{scope}/again-2")]
    _committed(event=event, draws=both, now=now, by=by)


def ranking_lots_commit(season: Season, *, by: By, now: datetime | None = None) -> Draw:
    """Return the lots of a season's Ranking that are promised and not made yet, promised now if there are none.

    They are promised when the season opens, and the next ones when lots are drawn: so before anybody knows who is equal
    across the line of the call-up.
    """
    lots = Draw.objects.filter(season=season, event=None, purpose=Purpose.RANKING_LOTS)
    promised = lots.filter(annulled_at=None, drawn_at=None).order_by("pk").first()
    if promised is not None:
        return promised
    scope = f"call-up/lots-{lots.count() + 1}"
    return draw_commit(season=season, purpose=Purpose.RANKING_LOTS, scope=scope, now=now, by=by)


def drawn_or_by_hand(
    *,
    event: Event,
    purpose: str,
    scope: str,
    inputs: Sequence[str],
    word: str,
    by_hand: Any,
    by: By,
    witnesses: Sequence[Mapping[str, str]] = (),
) -> Any:
    """Return the outcome of a round's draw: revealed with the word, or recorded if it was made manually.

    Arguments:
        by_hand: the outcome of a manual draw; None to draw. witnesses: who watched it.
    """
    draw = draw_commit(event=event, purpose=purpose, scope=scope, by=by)
    if by_hand is not None:
        return draw_by_hand(draw=draw, inputs=inputs, outcome=by_hand, by=by, witnesses=witnesses)
    return draw_reveal(draw=draw, inputs=inputs, word=word, by=by)
