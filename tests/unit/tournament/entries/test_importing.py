"""Test lists of players: what happens to each row is shown first, then all rows are entered or none."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from tests import factories
from tests.refusals import refuses
from tournament.entries.importing import PlayersPreview, players_import, players_preview
from tournament.entries.refusals import EntriesChanged
from tournament.events.waiting_list import requests_in
from tournament.models import EntryRequest, Event, Person
from tournament.people.selectors import people_matching

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parents[3] / "data" / "lists"
LIST = (
    "Cognome;Nome;Città;Data di nascita;Tessera;Consenso\n"
    "Riva;Ada;Forlì;03/05/1990;A-17;sì\n"
    "Sala;Ivo;;;;no\n"
    ";;;;;\n"
    "Conti;Lea;Pisa;1988-12-01;;x\n"
)


def _event(**facts: Any) -> Event:
    return factories.check_in_event(players=0, **facts)


def _preview(text: str | bytes, event: Event | None = None, **options: Any) -> PlayersPreview:
    content = text.encode() if isinstance(text, str) else text
    return players_preview(content=content, event=event or _event(), **{"by": None, **options})


def _import(text: str | bytes, event: Event, **options: Any) -> PlayersPreview:
    content = text.encode() if isinstance(text, str) else text
    seen = {"by": None, "entries_seen": event.entries.count()}
    return players_import(content=content, event=event, **{**seen, **options})


def _names(event: Event) -> list[str]:
    return [str(entry.person) for entry in event.entries.order_by("number")]


def test_players_import_stores_what_the_rows_say() -> None:
    event = _event()
    result = _import(LIST, event)
    assert [(row.number, row.state) for row in result.rows] == [(2, "new"), (3, "new"), (5, "new")]
    assert _names(event) == ["Ada Riva", "Ivo Sala", "Lea Conti"]
    ada = Person.objects.get(first_name="Ada")
    assert (ada.city, ada.birth_date, ada.card_number) == ("Forlì", date(1990, 5, 3), "A-17")
    assert ada.history.get().history_verb == "players_import"
    # The consent of a list is valid for an event only: it never changes the national consent (art. 1.6).
    assert [entry.shows_name for entry in event.entries.order_by("number")] == [True, False, True]
    assert not Person.objects.filter(consent=True).exists()


def test_players_preview_saves_nothing() -> None:
    event = _event()
    before = Person.objects.count()
    result = _preview(LIST, event)
    assert (result.count("new"), result.wrong, result.read.not_read) == (3, [], [])
    assert (Person.objects.count(), event.entries.count()) == (before, 0)


def test_players_preview_queries_do_not_grow_with_the_rows(django_assert_max_num_queries: Any) -> None:
    event = _event()
    rows = "".join(f"Riva{number};Ada\n" for number in range(300))
    with django_assert_max_num_queries(14):
        assert _preview(f"Cognome;Nome\n{rows}", event).count("new") == 300


def test_players_import_sent_twice_is_imported_once() -> None:
    event = _event()
    _import(LIST, event)
    with pytest.raises(EntriesChanged):
        _import(LIST, event, entries_seen=0)
    again = _preview(LIST, event, match_names=True)
    assert [(row.state, row.entered) for row in again.rows] == [("known", True)] * 3
    assert len(_names(event)) == 3


@pytest.mark.rule("AMB-25")
def test_amb_25_known_card_is_the_person_and_a_known_name_is_asked() -> None:
    ada = factories.make_person(first_name="Ada", last_name="Riva", card_number="A-17")
    ivo = factories.make_person(first_name="ivo", last_name="SALA")
    result = _preview(LIST)
    assert [row.state for row in result.rows] == ["known", "new", "new"]
    assert (result.rows[0].person, result.rows[1].same_name) == (ada, (ivo,))
    joined = _preview(LIST, match_names=True)
    assert (joined.rows[1].state, joined.rows[1].person) == ("known", ivo)


@pytest.mark.rule("AMB-25")
def test_amb_25_card_of_another_name_is_refused_and_tells_nothing() -> None:
    factories.make_person(first_name="Segreta", last_name="Nascosta", card_number="A-17")
    row = _preview(LIST).rows[0]
    assert row.state == "wrong"
    assert "Segreta" not in " ".join(row.problems)


@pytest.mark.rule("AMB-25")
def test_amb_25_near_names_of_known_people_are_offered_and_never_joined() -> None:
    event = _event()
    before = factories.check_in_event(players=0, organiser=event.organiser, season=event.season)
    _import("Nome;Cognome\nNiccolò;Ferri\n", before)
    row = _preview("Nome;Cognome\nNicolò;Ferri\n", event, match_names=True).rows[0]
    assert (row.state, row.same_name, [str(person) for person in row.near]) == ("new", (), ["Niccolò Ferri"])


def test_four_spellings_of_one_name_are_one_entry_where_the_address_is_the_same() -> None:
    event = _event()
    content = (CASES / "names-accents.csv").read_bytes()
    preview = _preview(content, event)
    assert [(row.state, row.repeats) for row in preview.rows] == [
        ("new", None),
        ("repeat", 2),
        ("repeat", 2),
        ("repeat", 2),
    ]
    _import(content, event)
    assert _names(event) == ["Niccolò Ferri"]


def test_equal_names_without_a_proof_are_asked_once_and_answered_for_all() -> None:
    text = "Nome;Cognome\nNiccolò;D’Angelo\nNiccolo';D' Angelo\nD’ANGELO;NICCOLÒ\n"
    asked = _preview(text)
    assert [(row.state, row.repeats) for row in asked.rows] == [("new", None), ("new", 2), ("new", 2)]
    answered = _preview(text, match_names=True)
    assert [row.state for row in answered.rows] == ["new", "repeat", "repeat"]


def test_father_and_son_of_one_name_and_address_are_two_by_their_dates_of_birth() -> None:
    text = "Nome;Cognome;Email;Nato il\nUgo;Verdi;v@example.org;1/2/1960\nUgo;Verdi;v@example.org;1/2/1990\n"
    assert [row.state for row in _preview(text, match_names=True).rows] == ["new", "new"]


def test_spelling_of_a_joined_record_is_recognised() -> None:
    kept = factories.make_person(first_name="Niccolò", last_name="Ferri")
    old = factories.make_person(first_name="Nico", last_name="Ferri")
    old.merged_into = kept
    old.save()
    row = _preview("Nome;Cognome\nNICO;FERRI\n").rows[0]
    assert row.same_name == (kept,)
    assert kept in people_matching("nico")


@pytest.mark.parametrize(
    "row",
    [
        "Riva;;;;;",
        ";Ada;;;;",
        "Riva;Ada;;31/02/1990;;",
        "Riva;Ada;;domani;;",
        "Riva;Ada;;;;forse",
        f"Riva;{'A' * 81};;;;",
        "Riva;Ada;;03/05/2090;;",
        "Riva;Ada;;03/05/1890;;",
    ],
    ids=["no first name", "no surname", "no such day", "no day", "perhaps", "too long", "not born", "too old"],
)
def test_list_with_one_wrong_row_saves_nothing(row: str) -> None:
    event = _event()
    text = f"{LIST}{row}\n"
    result = _preview(text, event)
    assert [(row_shown.number, len(row_shown.problems)) for row_shown in result.wrong] == [(6, 1)]
    with refuses("PLAYERS_ROWS_WRONG") as refused:
        _import(text, event)
    assert (refused.value.params["count"], refused.value.params["rows"]) == (1, "6")
    assert not Person.objects.exists()


def test_wrong_row_says_what_is_wrong_in_the_language() -> None:
    with override("it"):
        wrong = _preview(f"{LIST}Riva;Bruno;;31/02/1990;;\n").wrong
    assert any("«31/02/1990» non è un giorno del calendario" in problem for problem in wrong[0].problems)


def test_wrong_mail_address_is_named() -> None:
    assert "chiocciola" in " ".join(_preview("Nome;Cognome;Email\nAda;Riva;chiocciola\n").rows[0].problems)


def test_repeated_card_is_one_person() -> None:
    event = _event()
    _import("Cognome;Nome;Tessera\nRiva;Ada;A-17\nRiva;Ada;A-17\n", event)
    assert (Person.objects.count(), len(_names(event))) == (1, 1)


def test_headings_of_forms_bring_mail_birth_date_and_card() -> None:
    event = _event()
    _import((CASES / "headings-of-forms.csv").read_bytes(), event)
    people = Person.objects.order_by("pk").values_list("email", "birth_date", "card_number")
    assert list(people) == [
        ("ada@example.org", date(1990, 5, 3), "D-0001"),
        ("ugo@example.org", date(1988, 1, 31), "D-0002"),
    ]


def test_child_in_a_list_keeps_the_name_hidden_whatever_the_list_says() -> None:
    event = _event()
    preview = _import((CASES / "child-in-a-list.csv").read_bytes(), event)
    assert [(row.minor, row.consent) for row in preview.rows] == [(True, False), (True, False)]
    assert not any(entry.shows_name for entry in event.entries.all())


def test_full_event_queues_the_rest_of_the_list_in_its_order() -> None:
    event = _event(capacity=3)
    rows = "".join(f"Riva;Ada{number};a{number}@example.org\n" for number in range(5))
    preview = _preview(f"Cognome;Nome;Email\n{rows}", event)
    assert [row.waits for row in preview.rows] == [False, False, False, True, True]
    _import(f"Cognome;Nome;Email\n{rows}", event)
    assert _names(event) == ["Ada0 Riva", "Ada1 Riva", "Ada2 Riva"]
    waiting = requests_in(event, EntryRequest.State.WAITING)
    assert [str(request) for request in waiting] == ["Ada3 Riva", "Ada4 Riva"]


def test_row_of_somebody_entered_with_the_same_address_is_registered_already() -> None:
    event = _event()
    _import("Nome;Cognome;Email\nAda;Riva;ada@example.org\n", event)
    row = _preview("Nome;Cognome;Email\nRiva;Ada;ADA@example.org\n", event).rows[0]
    assert (row.state, row.entered) == ("known", True)
