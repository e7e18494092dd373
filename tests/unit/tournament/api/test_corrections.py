"""Test lots and corrections through the API: same rules as the pages, every request repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests import factories as make
from tests.unit.tournament.api.conftest import Program, table_path
from tournament.events import lifecycle
from tournament.models import Draw, Event, Person, Seat, Sheet, Table
from tournament.sheets.services import sheet_submit

pytestmark = pytest.mark.django_db

WHY = "Le righe erano scambiate"
REVERSED = [4, 3, 2, 1]


def _lots(who: Program, table: Table, word: Any = make.WORD, key: str = "") -> Any:
    """Draw the lots of a table; unlike corrections, lots ignore the key."""
    path = table_path(table.round.event, table.round.number, table.number, "/lots")
    return who.post(path, {"word": word}, Idempotency_Key=key)


def _correct(who: Program, table: Table, order: Any = (2, 1, 3, 4), key: str = "chiave-1", **content: Any) -> Any:
    body = {"version": 1, "sheet": make.simple_sheet(table, order), "reason": WHY, **content}
    path = table_path(table.round.event, table.round.number, table.number, "/correct")
    return who.post(path, body, Idempotency_Key=key)


def _refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def _places(table: Table) -> list[int]:
    return list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True))


def _tied(table: Table) -> Sheet:
    return sheet_submit(table=table, data=make.tied_sheet(table), by=None)


def test_lots_api_draws_lots_with_which_the_table_is_confirmed(referee: Program, table: Table) -> None:
    """Art. 1.5 e."""
    _tied(table)
    answer = _lots(referee, table)
    assert answer.status_code == 201
    sheet = answer.json()
    assert (sheet["version"], sheet["state"], sheet["findings"]) == (2, "submitted", [])
    assert sorted(row["lot"] for row in sheet["sheet"]["seats"][:2]) == [1, 2]
    draw = Draw.objects.get(event=table.round.event, purpose="table_lots", drawn_at__isnull=False)
    assert (draw.word, draw.by_hand) == (make.WORD, False)
    assert Sheet.objects.get(table=table, version=2).entered_by == referee.user
    confirmed = referee.post(table_path(table.round.event, act="/confirm"), {"version": 2})
    assert confirmed.status_code == 200
    assert sorted(_places(table)) == [1, 2, 3, 4]


def test_lots_api_repeated_request_returns_the_drawn_lots(referee: Program, table: Table) -> None:
    _tied(table)
    first, again = _lots(referee, table), _lots(referee, table, "un’altra")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert table.sheets.count() == 2
    assert Draw.objects.filter(purpose="table_lots", drawn_at__isnull=False).count() == 1


def test_lots_api_without_a_tie_is_refused(referee: Program, table: Table) -> None:
    assert _refused(_lots(referee, table)) == (409, "NO_TIE")
    sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    assert _refused(_lots(referee, table)) == (409, "NO_TIE")


def test_lots_api_closed_table_is_refused(referee: Program, table: Table) -> None:
    make.report(table, make.tied_sheet(table))
    assert _refused(_lots(referee, table)) == (409, "TABLE_CLOSED")


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("", "WORD_MISSING"),
        ("  ", "WORD_MISSING"),
        ("lu\x07na", "BAD_WORD"),
        ("\u0958" * 33, "BAD_WORD"),
        ("x" * 65, "FIELDS_WRONG"),
        (7, "FIELDS_WRONG"),
        ("lu\0na", "FIELDS_WRONG"),
    ],
)
def test_lots_api_invalid_word_is_refused(referee: Program, table: Table, word: Any, code: str) -> None:
    """The fourth word has 33 letters that Unicode normalisation writes as 66."""
    _tied(table)
    assert _refused(_lots(referee, table, word)) == (422, code)
    assert (table.sheets.count(), Draw.objects.filter(purpose="table_lots", drawn_at__isnull=False).count()) == (1, 0)


def test_correct_api_creates_a_confirmed_version_with_its_places(referee: Program, table: Table) -> None:
    make.report(table)
    answer = _correct(referee, table)
    assert answer.status_code == 201
    sheet = answer.json()
    assert (sheet["version"], sheet["state"], sheet["reason"]) == (2, "confirmed", WHY)
    assert sheet["confirmed_at"]
    assert _places(table) == [2, 1, 3, 4]
    corrected = Sheet.objects.get(table=table, version=2)
    assert (corrected.entered_by, corrected.confirmed_by, corrected.data) == (
        referee.user,
        referee.user,
        sheet["sheet"],
    )
    assert Sheet.objects.get(table=table, version=1).state == "superseded"
    assert Table.objects.get(pk=table.pk).state == Table.State.CONFIRMED


def test_correct_api_repeated_key_returns_the_same_version(referee: Program, table: Table) -> None:
    make.report(table)
    first, again = _correct(referee, table), _correct(referee, table)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = _correct(referee, table, REVERSED, key="chiave-2", version=2)
    assert (other.status_code, other.json()["version"]) == (201, 3)
    last = _correct(referee, table)
    assert (last.status_code, last.json()["version"], last.json()["state"]) == (200, 2, "superseded")
    assert _places(table) == REVERSED


def test_correct_api_key_used_elsewhere_is_refused(referee: Program, event: Event, table: Table) -> None:
    other = make.tables_of(make.last_round(event))[1]
    sheet_submit(table=other, data=make.simple_sheet(other), by=None, key="altrove")
    make.report(table)
    Sheet.objects.filter(table=table).update(key="qui")
    assert _refused(_correct(referee, table, key="altrove")) == (409, "SHEET_KEY_REUSED")
    assert _refused(_correct(referee, table, key="qui")) == (409, "SHEET_KEY_REUSED")
    assert _places(table) == [1, 2, 3, 4]


def test_correct_api_outdated_version_is_refused(referee: Program, table: Table) -> None:
    make.report(table)
    assert _correct(referee, table).status_code == 201
    refused = _correct(referee, table, REVERSED, key="chiave-2", version=1)
    assert _refused(refused) == (409, "SHEET_OUTDATED")
    assert "2" in refused.json()["message"]
    assert _refused(_correct(referee, table, REVERSED, key="chiave-2", version=3)) == (404, "NOT_FOUND")
    assert _places(table) == [2, 1, 3, 4]


@pytest.mark.parametrize("key", ["", "x" * 41, "con spazi"])
def test_correct_api_without_a_valid_key_is_refused(referee: Program, table: Table, key: str) -> None:
    make.report(table)
    answer = _correct(referee, table, key=key)
    assert _refused(answer) == (422, "FIELDS_WRONG")
    assert [field["path"] for field in answer.json()["fields"]] == ["Idempotency-Key"]


def test_correct_api_without_a_reason_is_refused(referee: Program, table: Table) -> None:
    make.report(table)
    assert _refused(_correct(referee, table, reason="  ")) == (422, "DECISION_REASON_MISSING")
    path = table_path(table.round.event, act="/correct")
    missing = referee.post(path, {"version": 1, "sheet": {}}, Idempotency_Key="chiave-1").json()
    assert [(field["path"], field["code"]) for field in missing["fields"]] == [("reason", "missing")]
    assert table.sheets.count() == 1


def test_correct_api_open_table_or_unchanged_numbers_are_refused(referee: Program, table: Table) -> None:
    sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    assert _refused(_correct(referee, table)) == (409, "TABLE_NOT_CLOSED")
    make.report(table)
    same = _correct(referee, table, [1, 2, 3, 4], version=2)
    assert _refused(same) == (409, "NOTHING_CHANGED")


def test_correct_api_errors_need_a_reason_and_warnings_an_acceptance(referee: Program, table: Table) -> None:
    make.report(table)
    wrong = make.simple_sheet(table, [2, 1, 3, 4])
    wrong["seats"][0]["coins"] = 1
    refused = _correct(referee, table, sheet=wrong)
    assert _refused(refused) == (422, "SHEET_HAS_ERRORS")
    assert refused.json()["findings"][0]["sentence"]
    assert _correct(referee, table, sheet=wrong, forced_reason="Contato due volte").status_code == 201
    assert Sheet.objects.get(table=table, version=2).forced_reason == "Contato due volte"
    long = make.simple_sheet(table, REVERSED, turns=50)
    unlikely = {"sheet": long, "version": 2, "key": "chiave-2"}
    assert _refused(_correct(referee, table, **unlikely)) == (422, "SHEET_HAS_WARNINGS")
    assert _correct(referee, table, **unlikely, accept_warnings=True).status_code == 201


def test_correct_api_new_tie_needs_a_word(referee: Program, table: Table) -> None:
    """Art. 1.5 e: lots already drawn stay valid, and only seats without one draw."""
    make.report(table)
    equal = {"sheet": make.tied_sheet(table)}
    assert _refused(_correct(referee, table, **equal)) == (422, "LOT_MISSING")
    answer = _correct(referee, table, **equal, word=make.WORD)
    assert answer.status_code == 201
    assert sorted(row["lot"] for row in answer.json()["sheet"]["seats"][:2]) == [1, 2]
    assert sorted(_places(table)) == [1, 2, 3, 4]


def test_req_1205_correct_api_only_an_organiser_accepts_changed_tables(program: Callable[..., Program]) -> None:
    event = make.played_event()
    make.draw_round(event)
    table = Table.objects.select_related("round__event").get(round__event=event, round__number=1, number=1)
    referee, organiser = program("referee", event), program("organiser", event)
    accepted = {"accept_consequences": True, "accept_warnings": True}
    refused = _correct(organiser, table, REVERSED, accept_warnings=True)
    assert _refused(refused) == (409, "CORRECTION_CHANGES_TABLES")
    consequences = refused.json()["consequences"]
    assert {consequence["code"] for consequence in consequences if consequence["must_be_accepted"]} == {
        "CONSEQUENCE_TABLES"
    }
    assert {consequence["code"] for consequence in consequences} >= {"CONSEQUENCE_PLACE", "CONSEQUENCE_STANDINGS"}
    assert _refused(_correct(referee, table, REVERSED, **accepted)) == (409, "CORRECTION_CHANGES_TABLES")
    assert _places(table) == [1, 2, 3, 4]
    assert _correct(organiser, table, REVERSED, **accepted).status_code == 201
    assert _places(table) == REVERSED


def test_correct_api_consequences_hide_names_without_consent(program: Callable[..., Program]) -> None:
    """Art. 1.6: the API shows no more names than the public pages."""
    event = make.played_event()
    make.draw_round(event)
    table = Table.objects.select_related("round__event").get(round__event=event, round__number=1, number=1)
    hidden, named = (seat.entry for seat in table.seats.select_related("entry__person").order_by("position")[:2])
    Person.objects.filter(pk=hidden.person_id).update(consent=False)
    Person.objects.filter(pk=named.person_id).update(consent=True)
    answer = program("organiser", event).post(
        table_path(event, act="/correct"),
        {"version": 1, "sheet": make.simple_sheet(table, REVERSED), "reason": WHY, "accept_warnings": True},
        Idempotency_Key="chiave-1",
        Accept_Language="it",
    )
    places = [
        consequence for consequence in answer.json()["consequences"] if consequence["code"] == "CONSEQUENCE_PLACE"
    ]
    messages = {consequence["params"]["player"][0]: consequence["message"] for consequence in places}
    assert str(hidden.person) not in answer.content.decode()
    assert messages[hidden.number] == f"Tavolo 1: Iscritto n. {hidden.number} passa dal 1º al 4º posto."
    assert str(named.person) in messages[named.number]
    assert places[0]["params"] | {"player": []} == {"table": 1, "player": [], "before": 1, "after": 4}
    english = program("organiser", event).post(
        table_path(event, act="/correct"),
        {"version": 1, "sheet": make.simple_sheet(table, REVERSED), "reason": WHY, "accept_warnings": True},
        Idempotency_Key="chiave-2",
        Accept_Language="en",
    )
    assert [consequence["code"] for consequence in english.json()["consequences"]] == [
        consequence["code"] for consequence in answer.json()["consequences"]
    ]
    assert english.json()["consequences"][0]["message"] != answer.json()["consequences"][0]["message"]


def test_correct_api_homologated_event_is_frozen(program: Callable[..., Program]) -> None:
    event = make.concluded_event()
    table = Table.objects.select_related("round__event").get(round__event=event, round__number=1, number=1)
    who = program("organiser", event)
    assert _correct(who, table, accept_consequences=True, accept_warnings=True).status_code == 201
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    assert _refused(_correct(who, table, REVERSED, key="chiave-2", version=2)) == (409, "EVENT_FROZEN")
    assert _correct(who, table).status_code == 200


def test_lots_and_correct_api_void_event_is_refused(
    program: Callable[..., Program], event: Event, table: Table
) -> None:
    _tied(table)
    lifecycle.event_void(event=event, reason="La sala è chiusa", by=None)
    who = program("organiser", event)
    assert _refused(_lots(who, table)) == (409, "EVENT_STATE_WRONG")
    assert _refused(_correct(who, table)) == (409, "EVENT_FROZEN")


@pytest.mark.parametrize("act", [_lots, _correct], ids=["lots", "correct"])
def test_lots_and_correct_api_follow_the_roles_of_the_user(
    program: Callable[..., Program], event: Event, table: Table, act: Callable[..., Any]
) -> None:
    """Checks the rows ``table_lots`` and ``sheet`` of docs/access.md."""
    for who in (program(), program("organiser", make.make_event())):
        assert _refused(act(who, table)) == (404, "NOT_FOUND")
    tables = make.tables_of(make.last_round(event))
    for role, role_table in zip(("referee", "organiser", "referent"), tables, strict=True):
        sheet_submit(table=role_table, data=make.tied_sheet(role_table), by=None) if act is _lots else make.report(
            role_table
        )
        assert act(program(role, event), role_table, key=f"di-{role}").status_code == 201
    assert _refused(act(Program(), table)) == (401, "TOKEN_NEEDED")


@pytest.mark.parametrize("game", ["megalomania", "era_of_kingdoms"])
def test_correct_api_accepts_the_other_games(program: Callable[..., Program], game: str) -> None:
    event = make.drawn_event(game=game)
    table = make.tables_of(make.last_round(event))[0]
    make.report(table, make.real_sheet(table))
    other = make.real_sheet(table, "un’altra partita")
    answer = _correct(program("referee", event), table, sheet=other, accept_warnings=True)
    assert answer.status_code == 201
    assert answer.json()["version"] == 2
