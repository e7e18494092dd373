"""Test the table of transitions of an event: one writer, every row made by a service, and its page in docs."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from ranking.homologation import services as homologation_services
from tests import elsewhere, reporting
from tests import factories as make
from tests.refusals import refuses
from tournament.core.transitions import event_transition
from tournament.events import lifecycle
from tournament.exchange.copies import event_open, event_to_copy, home_of
from tournament.exchange.importing import event_from_file
from tournament.exchange.results import result_take
from tournament.models import Event
from tournament.regulation.lifecycle import STEPS, State
from tournament.reports import services as reports
from tournament.rounds import services as rounds

ROOT = Path(__file__).parents[4]
WHY = "Prova"
#: Functions whose keyword ``state=`` reads rows instead of writing one.
READERS = frozenset({"filter", "exclude", "get", "Q", "count", "check_round_draw"})


def test_states_of_model_and_rules_are_the_same() -> None:
    assert list(Event.State.values) == [str(state) for state in State]


def test_states_page_is_drawn_from_the_table() -> None:
    """To draw it again: ``script/states``."""
    subprocess.run([ROOT / "script" / "states", "--check"], check=True, cwd=ROOT)


def _state_names(tree: ast.Module) -> set[str]:
    """Return the source of every expression that means ``Event.State`` in a module."""
    aliases = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "Event.State"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {"Event.State", *aliases}


def _writes(path: Path) -> Iterator[str]:
    """Yield the places of a module that give a state to an event."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = _state_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets = {ast.unparse(target) for target in node.targets}
            about_event = any(target.endswith("event.state") for target in targets)
            if about_event or (
                any(target.endswith(".state") for target in targets)
                and ast.unparse(node.value).rpartition(".")[0] in names
            ):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] not in READERS:
            for keyword in node.keywords:
                if keyword.arg == "state" and ast.unparse(keyword.value).rpartition(".")[0] in names:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_state_is_written_by_the_transition_only() -> None:
    sources = [
        path
        for package in ("config", "ops", "ranking", "tournament")
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts
    ]
    places = [place for path in sources for place in _writes(path)]
    assert [place for place in places if not place.startswith("tournament/core/transitions.py:")] == []
    assert len(places) == 1


@pytest.mark.django_db
def test_transition_refuses_what_the_table_lacks() -> None:
    event, organiser, referent = make.announced_event(), make.make_user(), make.make_user(referent=True)
    with refuses("TRANSITION_REFUSED"):
        event_transition(event, State.RUNNING, verb="round_draw", by=referent)
    with refuses("TRANSITION_REFUSED"):
        event_transition(event, State.AUTHORISED, verb="event_announce", by=referent)
    with refuses("NOT_REFERENT"):
        event_transition(event, State.AUTHORISED, verb="event_authorise", by=organiser)
    with refuses("REASON_MISSING"):
        event_transition(event, State.VOID, verb="event_void", by=organiser, reason=" ")
    assert (event.state, Event.objects.get(pk=event.pk).state) == (State.ANNOUNCED, State.ANNOUNCED)
    event_transition(event, State.AUTHORISED, verb="event_authorise", by=referent)
    assert Event.objects.get(pk=event.pk).state == State.AUTHORISED


def _make_every_transition() -> None:
    for begin in (make.make_event, make.announced_event, make.authorised_event, make.check_in_event, make.drawn_event):
        lifecycle.event_void(event=begin(), reason=WHY, by=None)
    for begin in (make.announced_event, make.authorised_event):
        lifecycle.event_refuse_authorisation(event=begin(), by=None, reason=WHY)
    for begin in (partial(make.make_event, is_practice=True), make.authorised_event):
        opened = lifecycle.event_open_check_in(event=begin(), by=None)
        lifecycle.event_close_check_in(event=opened, by=None)
    rounds.round_undo(round=make.last_round(make.drawn_event()), reason=WHY, by=None)
    event = reporting.homologated_event()
    for decide in ("homologation_revoke", "event_reopen", "event_refuse", "event_reopen", "event_reopen"):
        getattr(homologation_services, decide)(event=event, by=None, reason=WHY)
    event.refresh_from_db()
    assert event.report_due_at is not None
    reports.reports_sweep(now=event.report_due_at + timedelta(minutes=1))
    homologation_services.event_reopen(event=event, by=None, reason=WHY)
    content = json.loads((ROOT / "tests" / "data" / "event-13-players.json").read_text(encoding="utf-8"))
    event_from_file(content=content, by=None, season=make.make_season())
    for has_check_in in (False, True):
        home = elsewhere.home_event()
        event_open(data=json.dumps(event_to_copy(home)).encode(), by=None)
        if has_check_in:
            lifecycle.event_open_check_in(event=home, by=None)
        result_take(event=home, data=elsewhere.result_file(partial(_belongs_to, home)), by=None)


def _belongs_to(event: Event, content: dict[str, Any]) -> None:
    """Let a played file be of this event: two of the same name have different addresses."""
    content["event"]["home"] = home_of(event)


@pytest.mark.django_db
def test_every_transition_is_made_by_a_service_and_no_other() -> None:
    _make_every_transition()
    transitions: set[tuple[str | None, str, str]] = set()
    history = Event.history.order_by("id", "history_id")
    for _pk, versions in groupby(history, key=lambda version: version.id):
        for before, after in pairwise([None, *versions]):
            if before is None or before.state != after.state:
                transitions.add((before and before.state, after.state, after.history_verb))
    expected = {(state and str(state), str(to), verb) for (state, to), step in STEPS.items() for verb in step.verbs}
    assert transitions == expected
