"""The public pages of the draws: in plain words, with everything needed to make them again."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games import registry
from tournament.list_columns import DRAWS
from tournament.lists import PageList, with_lists
from tournament.messages import findings_for_page
from tournament.models import Draw, Event
from tournament.selectors import draws as selectors
from tournament.selectors.pages import edition, shown_name
from tournament.selectors.people import player_id
from tournament.views.common import my_person_id, public_event, sees_names


@login_not_required
@require_safe
def draws(request: HttpRequest, slug: str) -> HttpResponse:
    """All draws of an event: those made, those only committed to, those annulled."""
    event = public_event(request, slug)
    scopes = _draft_scopes(request, event)
    rows = [
        {"draw": draw, "title": selectors.draw_title(draw), "made": draw.drawn_at and draw.scope not in scopes}
        for draw in selectors.event_draws(event)
    ]
    return with_lists(request, "public/draws.html", {"event": event, "rows": rows}, PageList("sorteggi", DRAWS, rows))


def _draft_scopes(request: HttpRequest, event: Event) -> set[str]:
    """The scopes whose outcome is not for the visitor yet."""
    return set() if request.user.has_perm("tournament.run_event", event) else selectors.hidden_scopes(event)


def _draw(request: HttpRequest, pk: int) -> Draw:
    """The draw as the visitor may see it: until the round is published, only its commitment. Never saved."""
    draw = get_object_or_404(Draw.objects.select_related("event", "season"), pk=pk)
    if draw.event is not None:
        if draw.event.state == Event.State.DRAFT and not request.user.has_perm("tournament.run_event", draw.event):
            raise Http404
        return selectors.as_seen(draw, _draft_scopes(request, draw.event))
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
        "items": findings_for_page(findings, found.event) if findings else [],
    }
    return render(request, "public/draw.html", context)


@login_not_required
@require_safe
def draw_json(request: HttpRequest, pk: int) -> JsonResponse:
    """The draw's record for other programs; a seed is never there before the draw."""
    return JsonResponse(selectors.public_facts(_draw(request, pk)), json_dumps_params={"indent": 1})
