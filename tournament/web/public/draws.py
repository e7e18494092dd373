"""Public pages of the draws, with the data needed to verify them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games import registry
from tournament.core.messages import findings_for_page
from tournament.draws import selectors
from tournament.draws.ceremonies import day_seals
from tournament.draws.trail import agreed_words, draw_marks
from tournament.models import Draw, DrawChain, DrawSeal, Event
from tournament.pages.ceremony import ceremony_page, failed_draws
from tournament.pages.event import edition, shown_name
from tournament.pages.export_columns import DRAWS
from tournament.pages.exports import Export, render_or_export
from tournament.people.selectors import by_player_id, player_id
from tournament.regulation.draws import Draw as DrawRecord
from tournament.regulation.event_file.parse import write_draw
from tournament.web.common import my_person_id, public_event, sees_names


@login_not_required
@require_safe
def draws(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all draws of an event: completed, committed to, and annulled."""
    event = public_event(request, slug)
    event_draws = list(selectors.event_draws(event))
    rows: list[dict[str, Any]] = [{"draw": draw, "title": selectors.draw_title(draw)} for draw in event_draws]
    may_see_names = sees_names(request, event)
    context = {
        "event": event,
        "rows": rows,
        "marks": draw_marks(event_draws),
        "seals": [{"step": step, "title": _seal_title(step)} for step in day_seals(event)],
        "shown": [row for row in rows if not _is_reserve(row["draw"])],
        "reserve": [row for row in rows if _is_reserve(row["draw"])],
        "anchor": DrawChain.objects.filter(event=event).first(),
        "ceremony": ceremony_page(event, sees_names=may_see_names),
        "failed": failed_draws(event, sees_names=may_see_names),
    }
    return render_or_export(request, "web/public/draws.html", context, Export("sorteggi", DRAWS, rows))


def _seal_title(step: DrawSeal) -> str:
    """Return what a step of the chain of seals is about: "round 2", "seats, round 2"."""
    if step.purpose:
        return selectors.draw_title(Draw(purpose=step.purpose, scope=step.scope))
    return selectors.step_title(step.scope)


def _is_reserve(draw: Draw) -> bool:
    """Return whether a draw is promised for lots that may have to be drawn again."""
    return draw.drawn_at is None and draw.annulled_at is None and "/again-" in draw.scope


def _draw(request: HttpRequest, pk: int) -> Draw:
    """Return the draw.

    Raises Http404 if its event is a draft that the user does not run.
    """
    draw = get_object_or_404(Draw.objects.select_related("event", "season"), pk=pk)
    event = draw.event
    is_draft = event is not None and event.state == Event.State.DRAFT
    if is_draft and not request.user.has_perm("tournament.run_event", event):
        raise Http404
    return draw


def _labels(request: HttpRequest, draw: Draw) -> dict[str, str]:
    """Return the labels of the drawn codes: names of cards or of players, as the user may see them."""
    codes = {str(code) for code in draw.inputs or ()}
    if draw.event is None:
        return {}
    if draw.purpose == Draw.Purpose.KINGDOM:
        cards = registry.get(draw.event.game).display.setup_cards({"drawn": sorted(codes)}, edition(draw.event))
        return {card.code: card.name for card in cards}
    may_see_names, me = sees_names(request, draw.event), my_person_id(request)
    entries = draw.event.entries.select_related("person").order_by("number")
    return {
        code: shown_name(entry, sees_names=may_see_names, me=me)
        for entry in entries
        if (code := player_id(entry)) in codes
    }


def _outcome_rows(draw: Draw, labels: dict[str, str]) -> list[str]:
    outcome = draw.outcome or []
    codes = outcome["drawn"] if isinstance(outcome, dict) else outcome
    return [labels.get(str(code), str(code)) for code in codes]


def _guarantee(request: HttpRequest, draw: Draw, draw_record: DrawRecord, hand_agreed: str) -> str:
    """Return who can have chosen the outcome, with witnesses and those left out by name; empty before the draw."""
    if draw.drawn_at is None:
        return ""
    witnesses = draw_record.ceremony.witnesses if draw_record.ceremony else ()
    left_out = draw_record.left_out()
    names: dict[str, str] = {}
    if (witnesses or left_out) and draw.event is not None:
        may_see_names = sees_names(request, draw.event)
        entries = by_player_id(draw.event.entries.select_related("person"))
        names = {player: shown_name(entry, sees_names=may_see_names) for player, entry in entries.items()}
    if witnesses:
        hand_agreed = ", ".join(names.get(player, player) for player in witnesses)
    out = ", ".join(names.get(player, player) for player in left_out)
    return selectors.guarantee_sentence(draw_record, hand_agreed, out)


@login_not_required
@require_safe
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one draw: commitment, outcome, and the data with which the browser recomputes it."""
    shown_draw = _draw(request, pk)
    labels = _labels(request, shown_draw)
    draw_record, hand_agreed = selectors.as_record(shown_draw), agreed_words(shown_draw.hand_agreed)
    record: dict[str, Any] | None = None
    if shown_draw.drawn_at and not shown_draw.by_hand:
        record = write_draw(draw_record) | {"labels": labels}
    findings = selectors.draw_findings(shown_draw)
    context = {
        "draw": shown_draw,
        "event": shown_draw.event,
        "title": selectors.draw_title(shown_draw),
        "record": record,
        "rows": _outcome_rows(shown_draw, labels),
        "hand_agreed": hand_agreed,
        "guarantee": _guarantee(request, shown_draw, draw_record, hand_agreed),
        "annulled_agreed": agreed_words(shown_draw.annulled_agreed),
        "items": findings_for_page(findings, shown_draw.event) if findings and shown_draw.event else [],
    }
    return render(request, "web/public/draw.html", context)


@login_not_required
@require_safe
def draw_json(request: HttpRequest, pk: int) -> JsonResponse:
    """Return the public record of a draw as JSON; the seed is left out before the draw is made."""
    return JsonResponse(selectors.public_facts(_draw(request, pk)), json_dumps_params={"indent": 1})
