"""Public pages of the draws, with the data needed to verify them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import registry
from tournament.core.messages import findings_for_page
from tournament.draws import selectors
from tournament.draws.trail import EACH_TIME, draw_marks, person_name, witness_words
from tournament.models import Draw, Entry, Event, Round
from tournament.pages.event import edition, public_rounds, setup_cards, shown_name
from tournament.pages.export_columns import DRAWS
from tournament.pages.exports import Export, render_or_export
from tournament.people.selectors import player_id
from tournament.regulation.draws import Guarantee, by_beacon
from tournament.regulation.event_file.parse import write_draw
from tournament.web.common import my_person_id, public_event, sees_names
from tournament.web.shared import shared


@login_not_required
@require_safe
@shared
def draws(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all draws of an event: completed, committed to, and annulled."""
    event = public_event(request, slug)
    event_draws = list(selectors.event_draws(event))
    rows: list[dict[str, Any]] = [{"draw": draw, "title": selectors.draw_title(draw)} for draw in event_draws]
    may_see_names = sees_names(request, event)
    presses = event.draw_presses.select_related("asked_by")
    context = {
        "event": event,
        "rows": rows,
        "marks": draw_marks(event_draws, presses, _player_names(request, event), sees_names=may_see_names),
        "open_draw": (open_draw := selectors.open_press(event)),
        "open_title": selectors.step_title(open_draw.step) if open_draw is not None else "",
        "steps": [(step, selectors.step_title(step)) for step in _drawn_steps(event_draws)],
        "shown": [row for row in rows if not _is_reserve(row["draw"])],
        "reserve": [row for row in rows if _is_reserve(row["draw"])],
    }
    return render_or_export(request, "web/public/draws.html", context, Export("sorteggi", DRAWS, rows))


def _drawn_steps(event_draws: Sequence[Draw]) -> list[str]:
    """Return the steps of the day that were drawn, in their order."""
    made = (draw for draw in event_draws if draw.drawn_at is not None and draw.purpose == EACH_TIME)
    return list(dict.fromkeys(draw.scope for draw in made))


def _player_names(request: HttpRequest, event: Event) -> dict[str, str]:
    """Return the names of the players that the visitor may see, by the players' ids. One query."""
    may_see_names, me = sees_names(request, event), my_person_id(request)
    entries = event.entries.select_related("person")
    seen = [entry for entry in entries if may_see_names or entry.shows_name or entry.person_id == me]
    return {player_id(entry): shown_name(entry, sees_names=may_see_names, me=me) for entry in seen}


def _is_reserve(draw: Draw) -> bool:
    """Return whether a draw is promised for lots that may have to be drawn again."""
    return draw.drawn_at is None and draw.annulled_at is None and "/again-" in draw.scope


def _draw(request: HttpRequest, pk: int) -> Draw:
    """Return the draw.

    Raises Http404 if its event is a draft that the user does not run.
    """
    draw = get_object_or_404(Draw.objects.select_related("event", "season", "press", "annulled_by"), pk=pk)
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


@login_not_required
@require_safe
def draw_step(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """Show the draw of a round: what came out, whether it was undone or made by hand, and why it can be trusted."""
    event = public_event(request, slug)
    all_draws = [draw for draw in selectors.event_draws(event) if draw.scope == step]
    made = [draw for draw in all_draws if draw.drawn_at is not None and draw.annulled_at is None]
    presses = [press for press in event.draw_presses.select_related("asked_by") if press.step == step]
    names, may_see_names, me = _player_names(request, event), sees_names(request, event), my_person_id(request)
    marks = draw_marks(all_draws, presses, names, sees_names=may_see_names)
    if not made and not marks:
        raise Http404
    game_round = next((one for one in public_rounds(event) if selectors.round_scope(one) == step), None)
    records = [selectors.as_record(draw) for draw in made]
    people = {draw.pk: witness_words(draw.witnesses, names, sees_names=may_see_names) for draw in made if draw.by_hand}
    sentences = [
        selectors.guarantee_sentence(record, people.get(draw.pk, ""), event)
        for draw, record in zip(made, records, strict=True)
    ]
    open_records = [write_draw(record) for record in records if not (record.by_hand or record.by_phones)]
    is_final = step == selectors.FINAL
    words = {record.word for record in records if record.word and record.guarantee() is not Guarantee.BEACON}
    tables = _seating(game_round, lambda entry: shown_name(entry, sees_names=may_see_names, me=me))
    context = {
        "event": event,
        "title": _("Draw of the final") if is_final else _("Draw of %(step)s") % {"step": selectors.step_title(step)},
        "is_final": is_final,
        "is_by_hand": any(draw.by_hand for draw in made),
        "drawn_at": game_round.drawn_at if game_round is not None else None,
        "tables": tables,
        "players": sum(len(names_at_table) for _number, names_at_table in tables),
        "cards": setup_cards(event, game_round.setup) if game_round is not None else [],
        "marks": marks,
        "sentences": list(dict.fromkeys(sentences)),
        "draws": [{"draw": draw, "title": draw.get_purpose_display()} for draw in made],
        "records": open_records,
        "press": next((draw.press for draw in made if draw.press is not None), None),
        "word": ", ".join(sorted(words)),
    }
    return render(request, "web/public/draw_step.html", context)


def _seating(game_round: Round | None, names: Callable[[Entry], str]) -> list[tuple[int, list[str]]]:
    """Return number and names in playing order of each table of a round; empty without one."""
    if game_round is None:
        return []
    return [(table.number, [names(seat.entry) for seat in table.seats.all()]) for table in game_round.tables.all()]


@login_not_required
@require_safe
@shared
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one draw: commitment, outcome, and the data with which the browser recomputes it."""
    shown_draw = _draw(request, pk)
    event, labels = shown_draw.event, _labels(request, shown_draw)
    draw_record, witnesses = selectors.as_record(shown_draw), ""
    if event is not None and shown_draw.by_hand:
        names, may_see_names = _player_names(request, event), sees_names(request, event)
        witnesses = witness_words(shown_draw.witnesses, names, sees_names=may_see_names)
    record: dict[str, Any] | None = None
    if shown_draw.drawn_at and not (shown_draw.by_hand or shown_draw.by_phones):
        record = write_draw(draw_record) | {"labels": labels}
    findings = selectors.draw_findings(shown_draw)
    context = {
        "draw": shown_draw,
        "event": event,
        "title": selectors.draw_title(shown_draw),
        "record": record,
        "rows": _outcome_rows(shown_draw, labels),
        "witnesses": witnesses,
        "guarantee": selectors.guarantee_sentence(draw_record, witnesses, event) if shown_draw.drawn_at else "",
        "is_by_beacon": draw_record.guarantee() is Guarantee.BEACON,
        "by_beacon": [labels.get(code, code) for code in by_beacon(draw_record)] if record else [],
        "annulled_by": person_name(shown_draw.annulled_by),
        "items": findings_for_page(findings, event) if findings and event else [],
    }
    return render(request, "web/public/draw.html", context)


@login_not_required
@require_safe
@shared
def draw_json(request: HttpRequest, pk: int) -> JsonResponse:
    """Return the public record of a draw as JSON; the seed is left out before the draw is made."""
    return JsonResponse(selectors.public_facts(_draw(request, pk)), json_dumps_params={"indent": 1})
