"""Papers for all visitors: the poster of an event, blank forms, the set-up of a table; and what an event needs."""

from __future__ import annotations

from collections import Counter

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_safe

from games import registry
from games.dominion.display import cards_in_a_game
from games.registry import slugs
from tournament.models.season import game_name
from tournament.printing.blank_papers import blank_form, setup_sheet
from tournament.printing.event_poster import event_poster
from tournament.regulation.materials import Materials, materials
from tournament.regulation.parameters import TABLE_SIZE
from tournament.regulation.refused import Refused
from tournament.regulation_versions.selectors import version_in_force
from tournament.web.common import add_rule_error, pdf_response, public_event
from tournament.web.shared import shared


class MaterialsForm(forms.Form):
    """Number of players, and their game."""

    giocatori = forms.IntegerField(label=gettext_lazy("Players"), min_value=3, max_value=999, initial=24)
    gioco = forms.ChoiceField(label=gettext_lazy("Game"), choices=lambda: [(slug, game_name(slug)) for slug in slugs()])


@login_not_required
@require_safe
@shared
def materials_page(request: HttpRequest) -> HttpResponse:
    """Show what an event of a number of players needs (art. 1.5), with the blank papers."""
    initial = {"giocatori": "24", "gioco": slugs()[0]}
    form = MaterialsForm({name: request.GET.get(name, value) for name, value in initial.items()})
    needed = _needed(form) if form.is_valid() else None
    game = form.cleaned_data.get("gioco", slugs()[0])
    papers = [(slug, game_name(slug), [n for n in registry.get(slug).players if 2 < n < 5]) for slug in slugs()]
    context = {"form": form, "needed": needed, "game": game, "papers": papers, "tables": _tables(needed)}
    return render(request, "web/public/information/materials.html", context, status=422 if form.errors else 200)


def _needed(form: MaterialsForm) -> Materials | None:
    """Return what the form asks for; None for a number of players that no tables can be made of, which it then says."""
    version, game = version_in_force(), form.cleaned_data["gioco"]
    cards = cards_in_a_game(TABLE_SIZE) if game == "dominion" else None
    try:
        return materials(form.cleaned_data["giocatori"], cards_of_a_game=cards, regulation=version)
    except Refused as refusal:
        add_rule_error(form, refusal, "giocatori")
        return None


def _tables(needed: Materials | None) -> list[tuple[int, int]]:
    """Return how many tables there are of each size, the larger ones first."""
    return sorted(Counter(needed.tables).items(), reverse=True) if needed is not None else []


@login_not_required
@require_safe
def form_of(request: HttpRequest, game: str, players: int) -> HttpResponse:
    """Return the blank score form of a game for a number of players, in the visitor's language."""
    if game not in slugs() or players not in registry.get(game).players:
        raise Http404
    return pdf_response(blank_form(game, players, _language()), f"modulo-{game}-{players}")


@login_not_required
@require_safe
def setup(request: HttpRequest) -> HttpResponse:
    """Return the set-up of a table of Dominion, in the visitor's language."""
    return pdf_response(setup_sheet(version_in_force(), _language()), "preparazione-tavolo")


def _language() -> str:
    return (get_language() or "it")[:2]


@login_not_required
@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the poster of an event; ``?bianco`` is the one that saves ink."""
    event = public_event(request, slug)
    return pdf_response(event_poster(event, is_plain="bianco" in request.GET), f"{slug}-locandina")
