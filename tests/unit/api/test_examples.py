"""The requests of docs/api.md, each executed as written there."""

from __future__ import annotations

import json
import re
import shlex
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config.api import schema
from tests import factories as make
from tests import reporting
from tournament.access.api_tokens import token_issue
from tournament.models import EntryRequest, EventRole
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
COMMANDS = [
    command.strip()
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S)
    for command in re.split(r"\n(?=curl )", block.replace("\\\n", " "))
]
#: Of requests that make something: their answer is 201.
MAKES = (
    *("Idempotency-Key", "/lots", "/drafts", "/entries/card", "/entries/bulk", "/photos", "/invitations"),
    *("https://example.org/fossato", "first_day", "Circolo nuovo"),
)
MADE_AT = ('entries"', '/rounds"')


def _facts() -> dict[str, str]:
    event, running, referee = reporting.homologated_event(), make.drawn_event(), make.make_user()
    make.grant(running, referee, EventRole.Role.REFEREE)
    table, tied = make.tables_of(make.last_round(running))[:2]
    sheets.sheet_submit(table=tied, data=make.tied_sheet(tied), by=referee)
    day = timezone.localdate()
    return _desk_facts() | {
        "CURRENT": make.make_season(first_day=day - timedelta(days=30), last_day=day + timedelta(days=30)).slug,
        "SITE": "",
        "SEASON": event.season.slug,
        "EVENT": event.slug,
        "RUNNING": running.slug,
        "DRAW": str(event.draws.earliest("pk").pk),
        "PERSON": str(event.final_places.get(place=1).entry.person_id),
        "PACK": "eok-assumed-1",
        "TOKEN": token_issue(user=referee, name="prova", days=30)[1],
        "KEY": "prova-1",
        "SHEET": json.dumps(make.simple_sheet(table)),
        "CORRECTION": "prova-2",
        "CORRECTED": json.dumps(make.simple_sheet(table, [2, 1, 3, 4])),
        "ETAG": Client().get(f"/api/v1/events/{event.slug}")["ETag"],
    }


def _desk_facts() -> dict[str, str]:
    """Return the facts of the part about running an event: an event in each of its states, of one club."""
    club = make.make_organiser(user=make.make_user())
    facts = {**make.around_today(), "organiser": club, "by": club.user}
    card = make.make_person(card_number="IT-7")
    played = make.final_event(**facts)
    make.play_round(played)
    confirmed = make.drawn_event(**facts)
    make.play_round(confirmed, close=False)
    day = timezone.localdate()
    authorised = make.authorised_event(**facts)
    asked = EntryRequest.objects.create(event=authorised, person=make.make_person(), state="pending")
    tokens = {"DESK": (club.user, ["desk"]), "REFERENT": (make.make_user(referent=True), ["decisions"])}
    return {
        **{
            name: token_issue(user=user, name=name, days=30, scopes=scopes)[1]
            for name, (user, scopes) in tokens.items()
        },
        "DAY": str(day),
        "EARLIER": str(day - timedelta(days=20)),
        "DRAFT": make.make_event(**facts).slug,
        "ANNOUNCED": make.announced_event(**facts).slug,
        "AUTHORISED": authorised.slug,
        "LEAVING": make.check_in_event(**facts).slug,
        "REQUEST": str(asked.pk),
        "PRESENT": make.check_in_event(**facts).slug,
        "BETWEEN": make.played_event(**facts).slug,
        "CONFIRMED": confirmed.slug,
        "PLAYED": played.slug,
        "CARD": card.card_number,
        "FIRST": card.first_name,
        "LAST": card.last_name,
    }


def _carried_out(command: str, facts: dict[str, str]) -> Any:
    """Execute a curl command in process; supports the options of the page: -X, -H, -d and an address."""
    words = shlex.split(command)
    assert words.pop(0) == "curl"
    method, body, address, headers = "GET", b"", "", {}
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _sep, value = _filled(words.pop(0), facts).partition(": ")
            headers[name] = value
        elif word == "--data-binary":
            assert words.pop(0) == "@photo.jpg"
            body = reporting.picture(kind="JPEG").getvalue()
        elif word == "-d":
            body = _filled(words.pop(0), facts).encode()
        else:
            address = _filled(word, facts)
    kind = headers.pop("Content-Type", "application/octet-stream")
    return Client().generic(method, address, body, content_type=kind, headers=headers)


def _filled(word: str, facts: dict[str, str]) -> str:
    return re.sub(r"\$([A-Z]+)", lambda found: facts[found[1]], word)


def test_examples_answered_as_documented() -> None:
    facts, statuses = _facts(), {}
    for command in COMMANDS:
        answer = _carried_out(command, facts)
        statuses[command] = answer.status_code
        makes = any(act in command for act in MAKES) or command.endswith(MADE_AT)
        expected = 304 if "If-None-Match" in command else 201 if makes else 204 if "-X DELETE" in command else 200
        assert answer.status_code == expected, (command, answer.content)
    assert len(statuses) == len(COMMANDS) == 46


def test_every_operation_has_example() -> None:
    documented = set()
    for command in COMMANDS:
        address = shlex.split(command)[-1].partition("$SITE")[2].partition("?")[0]
        documented.add((shlex.split(command)[2] if "-X" in command else "GET", _shape(address)))
    operations = {(method.upper(), _shape(path)) for path, methods in schema()["paths"].items() for method in methods}
    # A draw is open only where the site asks a beacon: ``test_open_draws`` starts one.
    assert operations - documented == {("GET", "/api/v1/seasons/*"), ("GET", "/api/v1/events/*/open-draws/*")}
    assert documented <= operations


def _shape(path: str) -> str:
    """Replace every variable and number of a path by a star."""
    return re.sub(r"\$[A-Z]+|\{\w*\}|(?<=/)\d+", "*", path)


def test_documented_errors_match_description() -> None:
    rows = {int(status) for row in re.findall(r"^\| ([\d, ]+) \|", PAGE, re.M) for status in row.split(",")}
    described = {
        int(status)
        for methods in schema()["paths"].values()
        for facts in methods.values()
        for status in facts["responses"]
    }
    assert {status for status in described if status >= 400} <= rows
