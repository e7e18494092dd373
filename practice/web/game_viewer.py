"""Recorded games of the three games, step by step: examples and uploaded records."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import record, registry, runner
from games.game import GameError
from practice.tables.watching import moment
from tournament.web.budgets import refused_read, within_budget
from tournament.web.requests import PageRequest

EXAMPLES = tuple(sorted((Path(registry.__file__).parent).glob("*/examples/*.json")))
#: Bytes; a game record has a few kilobytes.
LARGEST = 300_000
#: A record with more choices is none of a game: the longest of the three have about 2,000.
MOST_CHOICES = 6_000
#: Choices that count once in the budget of pages that play a record again.
CHOICES_OF_A_UNIT = 300
#: Games of which a process keeps the steps.
KEPT_GAMES = 8
#: Session key of an uploaded record.
SESSION_KEY = "practice_record"
#: Titles of the bundled example games; other games are titled after their file name.
_TITLES: dict[str, Any] = {
    "first-game": gettext_lazy("A first game"),
    "moat-against-militia-and-witch": gettext_lazy("Moat against Militia and Witch"),
    "throne-room-on-throne-room": gettext_lazy("Throne Room on Throne Room"),
    "throne-room-on-thief": gettext_lazy("Throne Room on Thief"),
    "three-players": gettext_lazy("Twelve rounds, three players"),
    "four-players": gettext_lazy("Four players, one looks ahead"),
    "two-kingdoms": gettext_lazy("Two kingdoms and the market"),
    "alone-against-the-shadow": gettext_lazy("Alone against the shadow realm"),
}


@cache
def examples() -> dict[str, record.Record]:
    """Return the bundled example games by name."""
    return {path.stem: record.load(path) for path in EXAMPLES}


@login_not_required
@within_budget("practice")
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """List the example games, with a form to upload a record."""
    problem = ""
    if request.method == "POST":
        try:
            request.session[SESSION_KEY] = _read_upload(request)
            return redirect("practice_own", 0)
        except GameError as wrong:
            message = _("This record does not follow the rules of its game. The program says: %(problem)s")
            problem = message % {"problem": wrong}
        except ValueError as wrong:
            problem = str(wrong)
    rows = [
        {"name": name, "title": _title(name), "game": _game_name(game_record), "players": game_record.players}
        for name, game_record in examples().items()
    ]
    context = {"examples": rows, "problem": problem, "has_own": SESSION_KEY in request.session}
    return render(request, "practice/watch_list.html", context, status=422 if problem else 200)


def _read_upload(request: HttpRequest) -> str:
    """Return the text of an uploaded record.

    Raises ValueError if there is no file or it is too large, and GameError if the record breaks the rules of its game.
    """
    file = request.FILES.get("record")
    if file is None or (file.size or 0) > LARGEST:
        raise ValueError(_("Choose the file of a game (JSON), under 300 kB."))
    text = bytes(file.read()).decode("utf-8", "strict")
    uploaded = record.loads(text)
    if len(uploaded.choices) > MOST_CHOICES:
        raise ValueError(_("This record has more choices than a game can have."))
    runner.resume(uploaded)
    if registry.get(uploaded.game).transcript is None:
        message = _("Every choice follows the rules; games of %(game)s cannot be looked at step by step yet.")
        raise ValueError(message % {"game": _game_name(uploaded)})
    return text


def _title(name: str) -> str:
    name_part = name.partition("-")[2]
    return str(_TITLES.get(name_part) or name_part.replace("-", " ").capitalize())


def _game_name(game_record: record.Record) -> str:
    return registry.get(game_record.game).names[(get_language() or "it")[:2]]


def _translate_seat_names(game_record: record.Record) -> record.Record:
    """Replace default player names ("Seat 1" and so on) by their translation."""
    names = [_("Seat %(number)s") % {"number": seat_number} for seat_number in range(1, len(game_record.players) + 1)]
    unnamed = all(name == f"Seat {seat_number}" for seat_number, name in enumerate(game_record.players, start=1))
    return replace(game_record, players=tuple(names)) if unnamed else game_record


@lru_cache(maxsize=KEPT_GAMES)
def _steps(text: str) -> Sequence[Any]:
    """Return the steps of a record, kept for who goes on through the same game."""
    game_record = record.loads(text)
    transcript = registry.get(game_record.game).transcript
    return transcript.steps(game_record) if transcript is not None else ()


def _eyes(request: HttpRequest, players: int) -> int | None:
    """Return the seat whose hand is seen, from 0; None for all."""
    seat = request.GET.get("occhi", "")
    return int(seat) - 1 if seat.isdecimal() and 1 <= int(seat[:2]) <= players else None


def step_page(
    request: PageRequest,
    game_record: record.Record,
    number: int,
    title: str,
    plain: Callable[[int], str],
    fields: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Answer with the page of one step, with its record as a file, or with the step that a field named.

    Each page plays the whole record again, and counts by its length.

    Arguments:
        plain: returns the address of a step. fields: of the query of every such address.
    """
    if request.GET.get("formato") == "json":
        headers = {"Content-Disposition": 'attachment; filename="partita.json"'}
        return HttpResponse(game_record.dumps(), content_type="application/json", headers=headers)
    throttled = refused_read(request, "play", 1 + len(game_record.choices) // CHOICES_OF_A_UNIT)
    if throttled is not None:
        return throttled
    game_record = _translate_seat_names(game_record)
    steps = _steps(game_record.dumps())
    eyes = _eyes(request, len(game_record.players))
    query = dict(fields or {}) | ({} if eyes is None else {"occhi": str(eyes + 1)})

    def address(step: int) -> str:
        return f"{plain(step)}?{urlencode(query)}" if query else plain(step)

    wanted = request.GET.get("passo", "")
    if wanted.isdecimal() and len(wanted) < 6:
        return redirect(address(min(int(wanted), len(steps) - 1)))
    if number >= len(steps):
        raise Http404
    context = moment(game_record, steps, number, eyes, (get_language() or "it")[:2], address)
    here = request.build_absolute_uri(address(number))
    context |= {
        "slug": game_record.game,
        "title": title,
        "game": _game_name(game_record),
        "here": here,
        "query": query,
        "fields": fields or {},
    }
    context["is_kept_here"] = request.resolver_match is not None and request.resolver_match.url_name == "practice_own"
    context["file"] = "?" + urlencode(query | {"formato": "json"})
    return render(request, "practice/watch.html", context | {"base": base_of(request)})


def base_of(request: PageRequest) -> str:
    """Return the template round a table: none where htmx swaps it, the page for all others and for the way back."""
    is_part = request.htmx and not request.htmx.history_restore_request
    return "practice/part_base.html" if is_part else "practice/table_base.html"


@login_not_required
@require_safe
def practice_game(request: PageRequest, name: str, number: int = 0) -> HttpResponse:
    """Show one step of an example game."""
    example = examples().get(name)
    if example is None:
        raise Http404
    return step_page(request, example, number, _title(name), lambda step: reverse("practice_game", args=[name, step]))


@login_not_required
@require_safe
def practice_own(request: PageRequest, number: int = 0) -> HttpResponse:
    """Show one step of the record that the user uploaded."""
    text = request.session.get(SESSION_KEY)
    if not text:
        return redirect("practice")
    own = record.from_dict(json.loads(text))
    return step_page(request, own, number, _("Your record"), lambda step: reverse("practice_own", args=[step]))
