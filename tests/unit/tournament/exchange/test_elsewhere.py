"""An event leaves as a file, is played as a copy, and its result is taken in as a claim, or refused whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from ranking.homologation.services import event_homologate
from tests import elsewhere, reporting
from tests import factories as make
from tests.refusals import refuses
from tests.unit.tournament.printing import papers
from tournament.core.preconditions import regulation_of
from tournament.events.draw_preview import draw_preview
from tournament.events.lifecycle import event_open_check_in
from tournament.exchange.copies import event_open, event_to_copy
from tournament.exchange.export import event_to_file, open_file
from tournament.exchange.refusals import FileRefused
from tournament.exchange.results import result_read, result_take
from tournament.models import Consent, Draw, DrawPress, Entry, Event, FinalPlace, Person, PrivateLink, Round, Sheet
from tournament.printing import documents
from tournament.regulation.refusal_codes import Code
from tournament.regulation.refusals import BadEventFile
from tournament.reports.recompute import report_recompute

pytestmark = pytest.mark.django_db

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def _rows() -> dict[str, list[Any]]:
    """Return every row of every table."""
    return {
        model._meta.label: sorted(map(repr, model._default_manager.order_by().values_list()))
        for model in apps.get_models(include_auto_created=True)
    }


def _codes(event: Event, data: bytes) -> set[str]:
    with pytest.raises(FileRefused) as refused:
        result_take(event=event, data=data, by=None)
    return {finding.code for finding in refused.value.findings if finding.is_error}


def test_file_of_an_authorised_event_has_numbers_and_names_and_nothing_else() -> None:
    event = elsewhere.home_event()
    make.grant(event, make.make_user("arbitro", first_name="Rita", last_name="Bianchi"), "referee")
    content = event_to_copy(event)
    assert content["event"]["entries"][0] == {"number": 1, "first_name": "Ada", "last_name": "Di Casa"}
    assert len(content["event"]["entries"]) == len(elsewhere.NAMES)
    assert content["event"]["home"].endswith(event.get_absolute_url())
    assert (content["players"], content["rounds"], content["final_places"]) == ([], [], [])
    assert "Bianchi" not in json.dumps(content)


def test_file_leaves_only_before_round_1_and_for_the_ranking() -> None:
    with refuses("EVENT_STATE_WRONG"):
        event_to_copy(make.announced_event())
    with refuses("EVENT_STATE_WRONG"):
        event_to_copy(make.drawn_event())
    with refuses("ELSEWHERE_ONLY_OFFICIAL"):
        event_to_copy(make.check_in_event(is_practice=False, is_national_final=True, players=8))


def test_opened_file_is_a_copy_in_its_check_in_with_the_same_numbers_and_no_consent() -> None:
    event = elsewhere.home_event()
    user = make.make_user("sala")
    copy = event_open(data=json.dumps(event_to_copy(event)).encode(), by=user)
    assert (copy.state, copy.is_practice, copy.is_official) == (Event.State.CHECK_IN, True, False)
    assert copy.home_address.endswith(event.get_absolute_url())
    assert copy.roles.get().user == user
    names = [(entry.number, str(entry.person), entry.state) for entry in copy.entries.order_by("number")]
    assert names == [(n, f"{name} Di Casa", "registered") for n, name in enumerate(elsewhere.NAMES, start=1)]
    assert not Consent.objects.exists()
    assert not PrivateLink.objects.filter(event=copy).exists()
    with refuses("COPY_ALREADY_HERE"):
        event_open(data=json.dumps(event_to_copy(event)).encode(), by=user)


def test_copy_keeps_to_the_least_number_of_players() -> None:
    copy = event_open(data=json.dumps(event_to_copy(elsewhere.home_event())).encode(), by=None)
    assert draw_preview(copy).minimum == regulation_of(copy).least_players > 0
    practice = make.make_event(is_practice=True)
    assert not practice.needs_least_players


def test_other_event_files_are_not_opened() -> None:
    with refuses("FILE_NOT_OF_EVENT"):
        event_open(data=elsewhere.result_file(), by=None)
    with refuses("FILE_TOO_LARGE"):
        event_open(data=elsewhere.many_megabytes(), by=None)
    with pytest.raises(BadEventFile):
        event_open(data=b"[]", by=None)


def test_result_is_stored_as_a_live_event_stores_it_and_marked() -> None:
    event = elsewhere.home_event()
    people = Person.objects.count()
    link_count = PrivateLink.objects.count()
    taken = result_take(event=event, data=elsewhere.result_file(), by=None)
    taken.refresh_from_db()
    assert (taken.state, taken.rounds) == (Event.State.CONCLUDED, 2)
    assert taken.played_elsewhere_at is not None
    assert taken.home_address == ""
    rounds = Round.objects.filter(event=taken)
    assert {(one.number, one.is_final, one.state) for one in rounds} == {
        (1, False, "closed"),
        (2, False, "closed"),
        (3, True, "closed"),
    }
    assert set(Sheet.objects.filter(table__round__event=taken).values_list("version", "state")) == {(1, "confirmed")}
    assert FinalPlace.objects.filter(event=taken).count() == 13
    new = Entry.objects.get(event=taken, number=14)
    assert (str(new.person), new.consent, new.person.consent, new.state) == ("Piero Porta", None, False, "playing")
    assert not Consent.objects.filter(person=new.person).exists()
    assert Entry.objects.get(event=taken, number=13).state == Entry.State.ABSENT
    assert (Person.objects.count(), PrivateLink.objects.count()) == (people + 1, link_count)
    played = json.loads(elsewhere.result_file())
    here = event_to_file(taken)
    assert here["final_places"] == played["final_places"]
    assert here["event"]["played_elsewhere"] is True
    assert "entries" not in here["event"]
    assert [info["standings"] for info in here["rounds"][:2]] == [info["standings"] for info in played["rounds"][:2]]


def test_result_before_the_press_shows_who_is_new_and_who_did_not_come_and_stores_nothing() -> None:
    event = elsewhere.home_event()
    before = _rows()
    result = result_read(event=event, data=elsewhere.result_file())
    assert [(one.number, one.first_name, one.last_name) for one in result.new] == [(14, *elsewhere.WALK_IN)]
    assert [one.number for one in result.absent] == [13]
    assert result.errors == []
    assert _rows() == before


def test_result_annuls_the_draws_promised_here() -> None:
    event = event_open_check_in(event=elsewhere.home_event(), by=None, early=True)
    promised = list(Draw.objects.filter(event=event).values_list("pk", flat=True))
    result_take(event=event, data=elsewhere.result_file(), by=None)
    assert promised
    assert not Draw.objects.filter(pk__in=promised, annulled_at=None).exists()
    assert not Draw.objects.filter(event=event, drawn_at=None, annulled_at=None).exists()


def test_result_is_not_taken_while_a_draw_is_open_here() -> None:
    event = event_open_check_in(event=elsewhere.home_event(), by=None, early=True)
    now = timezone.now()
    DrawPress.objects.create(event=event, step="round-1", key="0", round_number=1, until=now, asked_at=now)
    before = _rows()
    with refuses("DRAW_OPEN"):
        result_take(event=event, data=elsewhere.result_file(), by=None)
    assert _rows() == before


def test_result_is_reported_and_homologated_and_the_referent_reads_where_it_was_played() -> None:
    event = result_take(event=elsewhere.home_event(), data=elsewhere.result_file(), by=None)
    report = reporting.submit(event)
    findings = report_recompute(report)
    assert "EVENT_PLAYED_ELSEWHERE" in {finding.code for finding in findings}
    assert [finding for finding in findings if finding.is_error] == []
    assert "Giocato su un portatile" in papers.words(documents.report(event))
    event_homologate(event=Event.objects.get(pk=event.pk), by=None, reason="Va bene")
    assert Event.objects.get(pk=event.pk).state == Event.State.HOMOLOGATED


def _number_swapped(content: dict[str, Any]) -> None:
    first, second = content["event"]["entries"][:2]
    first["number"], second["number"] = second["number"], first["number"]


def _entry_missing(content: dict[str, Any]) -> None:
    del content["event"]["entries"][12]


def _new_entry_twice(content: dict[str, Any]) -> None:
    content["event"]["entries"].append(content["event"]["entries"][-1])


def _name_of_lines(content: dict[str, Any]) -> None:
    for row in (content["event"]["entries"][-1], content["players"][-1]):
        row["first_name"] = "Piero\nPorta"


def _player_of_no_entry(content: dict[str, Any]) -> None:
    content["players"][-1]["last_name"] = "Finestra"


def _other_day(content: dict[str, Any]) -> None:
    content["event"]["first_day"] = "2009-07-03"


def _no_rounds(content: dict[str, Any]) -> None:
    content["rounds"], content["players"], content["final_places"] = [], [], []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (elsewhere.entry_renamed, "RESULT_ENTRY_RENAMED"),
        (elsewhere.result_changed, "EVENT_PLACE"),
        (elsewhere.of_another_event, "RESULT_OTHER_EVENT"),
        (_number_swapped, "RESULT_ENTRY_RENUMBERED"),
        (_entry_missing, "RESULT_ENTRY_MISSING"),
        (_new_entry_twice, "RESULT_ENTRY_WRONG"),
        (_name_of_lines, "RESULT_ENTRY_WRONG"),
        (_player_of_no_entry, "RESULT_PLAYER_UNKNOWN"),
        (_other_day, "RESULT_OTHER_EVENT"),
        (_no_rounds, "EVENT_ROUNDS"),
    ],
)
def test_forged_result_is_refused_and_nothing_changes(change: Change, code: str) -> None:
    event = elsewhere.home_event()
    data = elsewhere.result_file(change)
    before = _rows()
    assert code in _codes(event, data)
    assert _rows() == before


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (lambda: elsewhere.result_file(elsewhere.links_added), "BAD_EVENT_FILE"),
        (elsewhere.many_megabytes, "FILE_TOO_LARGE"),
        (lambda: json.dumps({"rounds": [0] * 501}).encode(), "FILE_TOO_MANY_ITEMS"),
        (lambda: b"[" * 100_000, "BAD_EVENT_FILE"),
    ],
)
def test_file_that_is_no_result_is_refused_and_nothing_changes(data: Callable[[], bytes], error: Code) -> None:
    event = elsewhere.home_event()
    before = _rows()
    with refuses(error):
        result_take(event=event, data=data(), by=None)
    assert _rows() == before


def test_result_is_taken_once_and_not_after_round_1_is_drawn_here() -> None:
    event = result_take(event=elsewhere.home_event(), data=elsewhere.result_file(), by=None)
    with refuses("EVENT_STATE_WRONG"):
        result_take(event=event, data=elsewhere.result_file(), by=None)
    with refuses("EVENT_STATE_WRONG"):
        result_take(event=make.drawn_event(), data=elsewhere.result_file(), by=None)


def test_public_file_of_a_copy_names_nobody_who_gave_no_consent() -> None:
    copy = event_open(data=json.dumps(event_to_copy(elsewhere.home_event())).encode(), by=None)
    elsewhere.play_copy(copy)
    text = json.dumps(open_file(Event.objects.get(pk=copy.pk)))
    assert "Di Casa" not in text
    assert "Piero" in text
