"""Two different actions concurrently: in either order, the second succeeds or is refused, and the invariants hold."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.models import LedgerEntry
from tests import factories as make
from tests import reporting
from tests.at_once import refused, together
from tests.integration.concurrency.invariants import broken
from tournament.access import roles
from tournament.entries import services as entries
from tournament.models import Entry, Event, EventRole, Person, Round, Sheet, Table
from tournament.records import joining
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 2
#: Timeout in seconds for waiting on another thread.
LATE = 30.0


@pytest.fixture(autouse=True)
def _media(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def _corrected(table: Table, order: list[int]) -> Callable[[], Sheet]:
    data = make.simple_sheet(table, order)
    return partial(
        sheets.sheet_correct,
        table=table,
        data=data,
        by=None,
        reason="riletto",
        consequences_accepted=True,
        word=make.WORD,
    )


def _assert_invariants(event: Event) -> None:
    assert broken(event) == []


@pytest.mark.parametrize("order", [[4, 3, 2, 1], [2, 1, 3, 4]])
def test_correction_while_round_closes(order: list[int]) -> None:
    """Art. 1.5: the standings are those of the sheets that count, whether the correction came before or after."""
    event = make.drawn_event()
    round_ = make.play_round(event, close=False)
    table = make.tables_of(round_)[0]
    results = together(
        partial(rounds.round_close, round=round_, word=make.WORD, by=None), *[_corrected(table, order)] * 2
    )
    assert refused(results) == ["NOTHING_CHANGED"]
    assert Round.objects.get(pk=round_.pk).state == Round.State.CLOSED
    assert table.sheets.count() == 2
    _assert_invariants(event)


def test_next_round_drawn_during_correction() -> None:
    """Art. 1.5: tables follow the standings; a later correction is recorded on the round as such."""
    event = make.played_event()
    table = make.tables_of(make.last_round(event))[0]
    draw = partial(make.draw_round, event)
    results = together(draw, _corrected(table, [4, 3, 2, 1]), draw)
    assert refused(results) == ["ROUND_ALREADY_DRAWN"]
    _assert_invariants(event)


def test_homologation_during_correction() -> None:
    """Art. 1.4: results are frozen by the homologation, and an outdated report is not homologated (AMB-17)."""
    came_first = set()
    for _ in range(TIMES):
        event = reporting.reported_event()
        table = make.tables_of(make.last_round(event))[0]
        homologated, corrected = together(
            partial(homologation_services.event_homologate, event=event, by=None, reason="a posto"),
            _corrected(table, [3, 2, 1, 4]),
        )
        codes = refused([homologated, corrected])
        assert codes in (["HOMOLOGATION_REFUSED"], ["EVENT_FROZEN"])
        frozen = codes == ["EVENT_FROZEN"]
        assert Event.objects.get(pk=event.pk).state == ("homologated" if frozen else "reported")
        assert LedgerEntry.objects.filter(event=event).count() == (12 if frozen else 0)
        came_first.add(frozen)
        _assert_invariants(event)
    assert came_first


def test_homologation_and_revocation_once() -> None:
    """Art. 1.4, 1.6: every result is once in the ledger, and revoked once (REQ-608, AMB-18)."""
    event = reporting.reported_event()
    results = together(*[partial(homologation_services.event_homologate, event=event, by=None, reason="a posto")] * 4)
    assert refused(results) == ["EVENT_STATE_WRONG"] * 3
    assert LedgerEntry.objects.filter(event=event).count() == 12
    results = together(*[partial(homologation_services.homologation_revoke, event=event, by=None, reason="errore")] * 4)
    assert refused(results) == ["EVENT_STATE_WRONG"] * 3
    assert LedgerEntry.objects.filter(event=event).count() == 24
    _assert_invariants(event)


def test_ledger_rebuild_during_homologation() -> None:
    """Art. 1.6: no deadlock, and nothing counts twice."""
    season = make.make_season()
    event = reporting.reported_event(season=season)
    other = reporting.homologated_event(season=season)
    repair = partial(ledger.ledger_repair, season=season, by=None, reason="controllo")
    results = together(
        partial(homologation_services.event_homologate, event=event, by=None, reason="a posto"),
        repair,
        partial(homologation_services.homologation_revoke, event=other, by=None, reason="errore"),
        repair,
    )
    assert refused(results) == []
    assert ledger.ledger_check(season) == []
    _assert_invariants(event)


def test_disqualification_during_decisions() -> None:
    """Art. 1.4: events homologated before stand, none is homologated after (AMB-18, REQ-607)."""
    for _ in range(TIMES):
        event = reporting.reported_event()
        results = together(
            partial(homologation_services.event_homologate, event=event, by=None, reason="a posto"),
            partial(homologation_services.organiser_disqualify, organiser=event.organiser, by=None, reason="truffa"),
        )
        state = Event.objects.get(pk=event.pk).state
        expected_codes = {
            "homologated": [],
            "not_homologated": ["EVENT_STATE_WRONG"],
            "reported": ["ORGANISER_DISQUALIFIED"],
        }
        assert refused(results) in (expected_codes[state], ["ORGANISER_DISQUALIFIED"])
        assert (state == "homologated") == (refused(results) == [])
        event.organiser.refresh_from_db()
        assert event.organiser.disqualified_at is not None
        _assert_invariants(event)


def test_same_sheet_under_two_keys_two_versions() -> None:
    """No version is lost: each acknowledged key has its own, and both give one result (art. 1.5)."""
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    data = make.simple_sheet(table)
    posts = [partial(sheets.sheet_submit, table=table, data=data, by=None, key=key) for key in ("a", "b", "a", "b")]
    results = together(*posts)
    assert refused(results) == []
    assert sorted({sheet.key: sheet.version for sheet in results}.items()) in (
        [("a", 1), ("b", 2)],
        [("a", 2), ("b", 1)],
    )
    assert Sheet.objects.filter(table=table).count() == 2
    _assert_invariants(event)


def test_key_at_two_tables_accepted_once() -> None:
    """A key identifies one sheet: the second table's is refused, whichever event it is of."""
    tables = [make.tables_of(make.last_round(make.drawn_event()))[0] for _ in range(2)]
    results = together(
        *[
            partial(sheets.sheet_submit, table=table, data=make.simple_sheet(table), by=None, key="uno")
            for table in tables
        ]
    )
    assert refused(results) == ["SHEET_KEY_REUSED"]
    assert Sheet.objects.filter(key="uno").count() == 1


def test_round_undone_or_has_sheet() -> None:
    """Art. 1.5: the draw can be undone only while there is no result."""
    for _ in range(TIMES):
        event = make.drawn_event()
        round_ = make.last_round(event)
        table = make.tables_of(round_)[0]
        results = together(
            partial(rounds.round_undo, round=round_, reason="errore", by=None),
            partial(sheets.sheet_submit, table=table, data=make.simple_sheet(table), by=None),
            partial(rounds.clock_pause, round=round_, by=None),
        )
        undone = not Round.objects.filter(pk=round_.pk).exists()
        assert "ROUND_UNDONE" in refused(results) if undone else "ROUND_HAS_SHEETS" in refused(results)
        assert Sheet.objects.filter(table__round__event=event).exists() != undone
        _assert_invariants(event)


def test_merge_of_records_during_entry() -> None:
    """Art. 1.5: a person is in an event once, under the surviving record (AMB-25)."""
    for _ in range(TIMES):
        event = make.authorised_event()
        keep, merge = make.make_people(2)
        together(
            partial(joining.person_merge, keep=keep, merge=merge, by=None, reason="la stessa"),
            partial(entries.entry_add, event=event, person=merge, by=None),
            partial(entries.entry_add, event=event, person=keep, by=None),
        )
        merged = Person.objects.get(pk=merge.pk).merged_into_id is not None
        entered = set(Entry.objects.filter(event=event).values_list("person_id", flat=True))
        assert entered == {keep.pk} if merged else entered == {keep.pk, merge.pk}


def test_revoked_role_writes_nothing() -> None:
    """Art. 1.5: sheets accepted before stand; sheets sent after the revocation are refused."""
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    referee = make.make_user()
    role = make.grant(event, referee, EventRole.Role.REFEREE)
    address = f"/arbitro/{event.slug}/1/{table.number}/"
    numbers = {f"p{seat}_points": "20" for seat in range(1, 5)}

    def send_until_refused() -> list[int]:
        client = Client()
        client.force_login(referee)
        answers: list[int] = []
        while len(answers) < 200 and 404 not in answers:
            form = {**numbers, "deliver": "anyway", "key": f"invio-{len(answers)}-di-prova"}
            answers.append(client.post(address, form, headers={"accept": "application/json"}).status_code)
        return answers

    def revoke_after_some() -> int:
        deadline = time.monotonic() + LATE
        while Sheet.objects.filter(table=table).count() < 2:
            assert time.monotonic() < deadline, "no sheet came"
        roles.role_revoke(event=event, user=referee, role=role.role, by=None)
        return Sheet.objects.filter(table=table).count()

    answers, at_revocation = together(send_until_refused, revoke_after_some)
    assert set(answers) == {200, 404}
    stored = Sheet.objects.filter(table=table).count()
    assert stored == answers.count(200)
    # The request in progress had been authorised before.
    assert stored - at_revocation in (0, 1)
    _assert_invariants(event)
