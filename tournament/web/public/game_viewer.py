"""Step-by-step replay of recorded games, for practice and for reviewing a disputed game."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache as memory
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import record, registry, runner
from games.game import GameError
from tournament.web.requests import PageRequest

EXAMPLES = Path(registry.__file__).parent / "dominion" / "examples"
#: Bytes; a game record has a few kilobytes.
LARGEST = 300_000
#: Session key of an uploaded record.
SESSION_KEY = "practice_record"
_KEPT_SECONDS = 600
#: Titles of the bundled example games; other games are titled after their file name.
_TITLES: dict[str, Any] = {
    "first-game": gettext_lazy("A first game"),
    "moat-against-militia-and-witch": gettext_lazy("Moat against Militia and Witch"),
    "throne-room-on-throne-room": gettext_lazy("Throne Room on Throne Room"),
    "throne-room-on-thief": gettext_lazy("Throne Room on Thief"),
}


@cache
def examples() -> dict[str, record.Record]:
    """Return the bundled example games by name."""
    return {path.stem: record.load(path) for path in sorted(EXAMPLES.glob("*.json"))}


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """List the example games, with a form to upload a record."""
    problem = ""
    if request.method == "POST":
        try:
            request.session[SESSION_KEY] = _read_upload(request)
            return redirect("practice_own", 0)
        except GameError as wrong:
            message = _("This is no record that the rules of its game can follow. The program says: %(problem)s")
            problem = message % {"problem": wrong}
        except ValueError as wrong:
            problem = str(wrong)
    example_rows = [{"name": name, "title": _title(name), "players": game.players} for name, game in examples().items()]
    context = {"examples": example_rows, "problem": problem}
    return render(request, "web/public/practice/list.html", context, status=422 if problem else 200)


def _read_upload(request: HttpRequest) -> str:
    """Return the text of an uploaded record.

    Raises ValueError if there is no file, it is too large or its game has no step-by-step view, and GameError if the
    record breaks the rules of its game.
    """
    file = request.FILES.get("record")
    if file is None or (file.size or 0) > LARGEST:
        raise ValueError(_("Choose a game record (game-record/1) under 300 kB."))
    text = bytes(file.read()).decode("utf-8", "strict")
    dropped_record = record.loads(text)
    game = registry.get(dropped_record.game)
    if game.transcript is None:
        runner.resume(dropped_record)
        message = _("Every choice follows the rules; games of %(game)s cannot be looked at step by step yet.")
        raise ValueError(message % {"game": game.names[(get_language() or "it")[:2]]})
    game.transcript.steps(dropped_record)
    return text


def _title(name: str) -> str:
    name_part = name.partition("-")[2]
    return str(_TITLES.get(name_part) or name_part.replace("-", " ").capitalize())


def _steps(found: record.Record, key: str, edition: str) -> list[Any]:
    """Return the steps of a record, cached because every page needs all preceding steps."""
    steps: list[Any] | None = memory.get(f"practice:{key}:{edition}")
    transcript = registry.get(found.game).transcript
    if steps is None:
        steps = transcript.steps(found, edition) if transcript is not None else []
        memory.set(f"practice:{key}:{edition}", steps, _KEPT_SECONDS)
    return steps


def _translate_seat_names(found: record.Record) -> record.Record:
    """Replace default player names ("Seat 1" and so on) by their translation."""
    names = [_("Seat %(number)s") % {"number": seat_number} for seat_number in range(1, len(found.players) + 1)]
    unnamed = all(name == f"Seat {seat_number}" for seat_number, name in enumerate(found.players, start=1))
    return replace(found, players=tuple(names)) if unnamed else found


def _step_page(
    request: PageRequest, found: record.Record, key: str, number: int, title: str, name: str
) -> HttpResponse:
    language = (get_language() or "it")[:2]
    display = registry.get(found.game).display
    edition = display.edition_of(language, "regulation")
    steps = _steps(_translate_seat_names(found), f"{key}:{language}", "regulation")
    if number >= len(steps):
        raise Http404
    step = steps[number]
    context = {
        "step": step,
        "number": number,
        "last": len(steps) - 1,
        "title": title,
        "name": name,
        "said": [text[language] for text in step.before],
        "line": step.line[language],
        "seats": [
            {"view": seat, "hand": _cards(display, seat.hand, edition), "active": index == step.active}
            for index, seat in enumerate(step.seats)
        ],
        "supply": _cards(display, step.supply, edition),
        "in_play": _cards(display, step.in_play, edition),
        "trash": _cards(display, step.trash, edition),
        "lines": [
            {"number": at, "words": earlier.line[language]}
            for at, earlier in list(enumerate(steps))[max(0, number - 6) : number]
        ],
    }
    template = "web/public/practice/step_part.html" if request.htmx else "web/public/practice/step.html"
    return render(request, template, context)


def _cards(display: Any, counts: dict[str, int], edition: str) -> list[tuple[str, int]]:
    return [(display.card_name(name, edition), count) for name, count in counts.items() if count >= 0]


@login_not_required
@require_safe
def practice_game(request: PageRequest, name: str, number: int = 0) -> HttpResponse:
    """Show one step of an example game."""
    example = examples().get(name)
    if example is None:
        raise Http404
    return _step_page(request, example, name, number, _title(name), name)


@login_not_required
@require_safe
def practice_own(request: PageRequest, number: int = 0) -> HttpResponse:
    """Show one step of the record that the user uploaded."""
    text = request.session.get(SESSION_KEY)
    if not text:
        return redirect("practice")
    own_record = record.from_dict(json.loads(text))
    return _step_page(request, own_record, sha256(text.encode()).hexdigest(), number, _("Your record"), "")
