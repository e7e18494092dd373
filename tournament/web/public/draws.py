"""The public pages of the draws: in plain words, with everything needed to make them again."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games import registry
from tournament.core.messages import findings_for_page
from tournament.draws import selectors
from tournament.draws.trail import agreed_words, draw_marks
from tournament.models import Draw, Event
from tournament.pages.event import edition, shown_name
from tournament.pages.export_columns import DRAWS
from tournament.pages.exports import PageList, with_lists
from tournament.people.selectors import player_id
from tournament.web.common import my_person_id, public_event, sees_names


@login_not_required
@require_safe
def draws(request: HttpRequest, slug: str) -> HttpResponse:
    """All draws of an event: those made, those only committed to, those annulled."""
    event = public_event(request, slug)
    made = list(selectors.event_draws(event))
    rows = [{"draw": draw, "title": selectors.draw_title(draw)} for draw in made]
    context = {"event": event, "rows": rows, "marks": draw_marks(made)}
    return with_lists(request, "web/public/draws.html", context, PageList("sorteggi", DRAWS, rows))


def _draw(request: HttpRequest, pk: int) -> Draw:
    """The draw; that of an event which is a draft exists only for those who run it."""
    draw = get_object_or_404(Draw.objects.select_related("event", "season"), pk=pk)
    event = draw.event
    is_draft = event is not None and event.state == Event.State.DRAFT
    if is_draft and not request.user.has_perm("tournament.run_event", event):
        raise Http404
    return draw


def _labels(request: HttpRequest, draw: Draw) -> dict[str, str]:
    """From the code of what was drawn to what the visitor reads: a card's or a player's name."""
    codes = {str(code) for code in draw.inputs or ()}
    if draw.event is None:
        return {}
    if draw.purpose == Draw.Purpose.KINGDOM:
        cards = registry.get(draw.event.game).display.setup_cards({"drawn": sorted(codes)}, edition(draw.event))
        return {card.code: card.name for card in cards}
    may, me = sees_names(request, draw.event), my_person_id(request)
    entries = draw.event.entries.select_related("person").order_by("number")
    return {code: shown_name(entry, sees_names=may, me=me) for entry in entries if (code := player_id(entry)) in codes}


def _outcome_rows(draw: Draw, labels: dict[str, str]) -> list[str]:
    outcome = draw.outcome or []
    codes = outcome["drawn"] if isinstance(outcome, dict) else outcome
    return [labels.get(str(code), str(code)) for code in codes]


@login_not_required
@require_safe
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """One draw: what was promised, what came out, and the same sum in the visitor's browser."""
    found = _draw(request, pk)
    labels = _labels(request, found)
    record: dict[str, Any] | None = None
    if found.drawn_at and not found.by_hand:
        made = selectors.as_record(found)
        record = {
            "purpose": made.purpose,
            "scope": made.scope,
            "inputs": list(made.inputs),
            "outcome": list(made.outcome),
            "rejected": list(made.rejected),
            "seed": made.seed,
            "word": made.word,
            "commitment": made.commitment,
            "labels": labels,
        }
    findings = selectors.draw_findings(found)
    context = {
        "draw": found,
        "event": found.event,
        "title": selectors.draw_title(found),
        "record": record,
        "rows": _outcome_rows(found, labels),
        "hand_agreed": agreed_words(found.hand_agreed),
        "annulled_agreed": agreed_words(found.annulled_agreed),
        "items": findings_for_page(findings, found.event) if findings else [],
    }
    return render(request, "web/public/draw.html", context)


@login_not_required
@require_safe
def draw_json(request: HttpRequest, pk: int) -> JsonResponse:
    """The draw's record for other programs; a seed is never there before the draw."""
    return JsonResponse(selectors.public_facts(_draw(request, pk)), json_dumps_params={"indent": 1})
