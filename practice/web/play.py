"""Games that visitors play on the site, without an account: the address holds the table and the answers."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.game import GameError
from games.registry import slugs
from practice.tables import playing
from practice.tables.guest_tables import (
    GuestTable,
    Position,
    letters_of,
    open_seal,
    position_of,
    read_answers,
)
from practice.tables.lesson import lesson_table
from practice.tables.lobby import lobby
from practice.tables.rulebook import rulebook
from practice.tables.searching import Thinking
from practice.tables.worker_moves import moves_from_worker
from practice.web.game_viewer import base_of, step_page
from practice.web.play_form import PlayForm, lots_changed
from tournament.web.budgets import refused_read
from tournament.web.requests import PageRequest
from tournament.web.shared import shared

#: Seconds after which the page that waits for a worker asks again.
THINKING_SECONDS = 2
#: Letters of answers that count once in the budget of pages that play a visitor's game again.
LETTERS_OF_A_UNIT = 300


def _language() -> str:
    return (get_language() or "it")[:2]


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Show the form that sets up a game; a valid one leads to its table."""
    changed = lots_changed(request.POST)
    form = PlayForm(changed or request.POST or None, initial=_initial_choices(request))
    if request.method == "POST" and changed is None and form.is_valid():
        return redirect("play_table", form.table().seal())
    is_refused = bool(form.errors) and changed is None
    context = lobby(form, _language()) | {"form": form, "is_refused": is_refused}
    return render(request, "practice/play.html", context, status=422 if is_refused else 200)


def _initial_choices(request: HttpRequest) -> dict[str, str]:
    """Return what a link to the form asks for: a game, or the kingdom of a round."""
    choices = {"game": game} if (game := request.GET.get("gioco")) in slugs() else {}
    played = request.GET.get("turno", "")
    return choices | ({"way": "evento", "round": played} if played else {})


@login_not_required
@require_safe
def play_resume(request: HttpRequest) -> HttpResponse:
    """Lead to the game of a link that a visitor kept; a link of something else leads back to the form."""
    try:
        parts = urlsplit(request.GET.get("link", "").strip())
        seal = resolve(parts.path).kwargs["seal"]
        letters = parse_qs(parts.query).get("m", [""])[0]
        _opened(seal, letters)
    except Thinking:
        return redirect(_address(seal, letters))
    except (ValueError, Resolver404, KeyError, Http404):
        messages.error(request, _("This is not the link of a game that was begun here. Copy the whole link."))
        return redirect("play")
    return redirect(_address(seal, letters))


@login_not_required
@require_safe
def play_lesson(request: HttpRequest, game: str) -> HttpResponse:
    """Lead to the guided first game of one of the three."""
    if game not in slugs():
        raise Http404
    return redirect("play_table", lesson_table(game).seal())


@login_not_required
@require_safe
@shared
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of a game by topic."""
    if game not in slugs():
        raise Http404
    return render(request, "practice/rulebook.html", rulebook(game, _language()))


def _opened(seal: str, letters: str, *, is_patient: bool = False) -> tuple[GuestTable, Position]:
    """Return the table of an address and where it stands.

    Arguments:
        is_patient: wait some seconds where a bot has to search and too many do.

    Raises:
        Http404: the address was changed. Thinking: too many bots search, and this call does not wait any longer.
    """
    try:
        table = open_seal(seal)
        return table, position_of(table, read_answers(letters), is_patient=is_patient)
    except GameError as wrong:
        raise Http404(str(wrong)) from wrong


def _address(seal: str, letters: str, **more: Any) -> str:
    return reverse("play_table", args=[seal]) + "?" + urlencode({"m": letters} | more)


def _undone(letters: str) -> str:
    """Return the letters of an address without the last answer."""
    answers = read_answers(letters)
    return "".join(letters_of(answer) for answer in answers[:-1])


@login_not_required
@require_safe
def play_table(request: PageRequest, seal: str) -> HttpResponse:
    """Show a table: the open question of a person, the page that passes the screen on, or the end."""
    letters = request.GET.get("m", "")
    throttled = refused_read(request, "play", 1 + len(letters) // LETTERS_OF_A_UNIT)
    if throttled is not None:
        return throttled
    try:
        table, position = _opened(seal, letters)
    except Thinking:
        # A worker that has finished left the moves in the cache; if they are lost there, this request finds them.
        if not moves_from_worker(seal, letters):
            return _thinking(request)
        try:
            table, position = _opened(seal, letters, is_patient=True)
        except Thinking:
            return _thinking(request)
    here = request.build_absolute_uri(_address(seal, letters))
    common = {"seal": seal, "letters": letters, "here": here, "game": registry.get(table.game).names[_language()]}
    common["slug"] = table.game
    if position.decision is None:
        return _rendered(request, "play_end", common | playing.end(table, position, _language()))
    seat = position.decision.player
    if len(table.people) > 1 and request.GET.get("p") != str(seat + 1):
        name = position.record.players[seat]
        return _rendered(request, "play_pass", common | {"name": name, "seat": seat + 1})
    wants_hint = "aiuto" in request.GET
    throttled = refused_read(request, "play_hint") if wants_hint else None
    if throttled is not None:
        return throttled
    context = playing.open_question(table, position, letters, _language(), wants_hint=wants_hint)
    alone = len(table.people) == 1
    context |= common | {"shown_seat": "" if alone else str(seat + 1)}
    context["undo"] = _address(seal, _undone(letters)) if alone and letters else ""
    person = {} if alone else {"p": seat + 1}
    context["hint_address"] = _address(seal, letters, **(person if wants_hint else {"aiuto": 1} | person))
    return _rendered(request, "play_table", context)


def _thinking(request: PageRequest) -> HttpResponse:
    """Return the page that waits for a worker to find the bots' moves, and asks again."""
    return _rendered(request, "play_thinking", {"seconds": THINKING_SECONDS})


def _rendered(request: PageRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """Return a page of a table, or its part to the script that swaps it; no cache and no search engine keeps it."""
    response = render(request, f"practice/{name}.html", context | {"base": base_of(request)})
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@login_not_required
@require_safe
def play_watch(request: PageRequest, seal: str, number: int) -> HttpResponse:
    """Show one step of a game played here, once it is over: until then the record would show every hand."""
    letters = request.GET.get("m", "")
    throttled = refused_read(request, "play", 1 + len(letters) // LETTERS_OF_A_UNIT)
    if throttled is not None:
        return throttled
    try:
        _sealed, position = _opened(seal, letters)
    except Thinking:
        return redirect(_address(seal, letters))
    if position.outcome is None:
        return redirect(_address(seal, letters))

    def address(step: int) -> str:
        return reverse("play_watch", args=[seal, step])

    return step_page(request, position.record, number, "", address, {"m": letters})
