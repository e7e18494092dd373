"""Test the organiser's page of entries: check-in, walk-ins, leaving and returning."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at, levels
from tournament.access.links import link_token, participant_links_make
from tournament.entries.services import entry_add
from tournament.models import Entry, Person, PrivateLink

pytestmark = pytest.mark.django_db


def test_entry_check_in_works_with_and_without_scripts(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=12, present=0)
    client = organiser(event)
    entry = event.entries.earliest("number")
    address = at("entry_act", event, entry.pk, "presente")
    part = client.post(address, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert text_of(part).lstrip().startswith(f'<li id="entry-{entry.pk}"')
    assert Entry.objects.get(pk=entry.pk).state == "checked_in"
    news = client.post(address, headers={"HX-Request": "true"})
    assert news.status_code == 200
    assert Entry.history.filter(id=entry.pk, state="checked_in").count() == 1
    undone = client.post(at("entry_act", event, entry.pk, "assente"))
    assert (undone.status_code, undone["Location"]) == (302, at("entries", event))
    assert Entry.objects.get(pk=entry.pk).state == "registered"


def test_entry_act_of_another_event_answers_404(organiser: AsOrganiser) -> None:
    event, other = make.check_in_event(), make.check_in_event()
    entry = other.entries.earliest("number")
    assert organiser(event).post(at("entry_act", event, entry.pk, "assente")).status_code == 404
    assert Entry.objects.get(pk=entry.pk).state == "checked_in"


def test_walk_in_is_entered_and_a_namesake_is_confirmed(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    client = organiser(event)
    person = {"first_name": "Bice", "last_name": "Fossi"}
    assert levels(client.post(at("walk_in", event), person, follow=True)) == ["success"]
    entry = Entry.objects.get(event=event, person__last_name="Fossi")
    assert (entry.state, entry.person.consent) == ("checked_in", False)
    assert 'name="same"' in text_of(client.post(at("walk_in", event), person))
    assert Person.objects.filter(first_name="Bice").count() == 1
    assert levels(client.post(at("walk_in", event), {**person, "same": "no"}, follow=True)) == ["success"]
    assert Person.objects.filter(first_name="Bice").count() == 2


def test_walk_in_refused_form_keeps_the_input(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4, capacity=4)
    client = organiser(event)
    missing = client.post(at("walk_in", event), {"first_name": "Bice", "consent": "on"})
    assert (missing.status_code, missing.context["walk_in"].errors.keys()) == (422, {"last_name"})
    assert 'value="Bice"' in text_of(missing)
    full = client.post(at("walk_in", event), {"first_name": "Bice", "last_name": "Fossi"})
    assert full.status_code == 422
    assert "4" in full.context["walk_in"].non_field_errors()[0]
    assert 'value="Fossi"' in text_of(full)
    assert not Person.objects.filter(first_name="Bice").exists()


def test_entry_add_refused_creates_no_person(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4, capacity=4)
    form_data = {"new": "1", "first_name": "Nuova", "last_name": "Neri"}
    for _ in range(2):
        answer = organiser(event).post(at("entry_add", event), form_data)
        assert (answer.status_code, event.entries.count()) == (422, 4)
    assert not Person.objects.filter(first_name="Nuova").exists()


def test_entry_add_registers_a_known_or_a_new_person(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    client, known_person = organiser(event), make.make_person(first_name="Zita", last_name="Zani")
    before = make.authorised_event(organiser=event.organiser, season=event.season)
    entry_add(event=before, person=known_person, by=None)
    results_page = text_of(client.get(at("entry_add", event) + "?q=zani"))
    assert f'name="person" value="{known_person.pk}"' in results_page
    for _ in range(2):
        client.post(at("entry_add", event), {"person": known_person.pk})
    assert event.entries.filter(person=known_person).count() == 1
    wrong = client.post(at("entry_add", event), {"new": "1", "first_name": "", "last_name": "Neri", "email": "no"})
    assert (wrong.status_code, wrong.context["form"].errors.keys()) == (422, {"first_name", "email"})
    client.post(at("entry_add", event), {"new": "1", "first_name": "Nuova", "last_name": "Neri"})
    assert event.entries.filter(person__first_name="Nuova").count() == 1


@pytest.mark.parametrize("person", ["", "abc", "999999"])
def test_entry_add_unknown_person_answers_404(person: str, organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    assert organiser(event).post(at("entry_add", event), {"person": person}).status_code == 404


def test_entry_add_taken_card_number_is_refused(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    make.make_person(card_number="T-1")
    form_data = {"new": "1", "first_name": "Nuova", "last_name": "Neri", "card_number": "T-1"}
    answer = organiser(event).post(at("entry_add", event), form_data)
    assert answer.status_code == 422
    assert event.entries.count() == 0
    assert not Person.objects.filter(first_name="Nuova").exists()


def test_entries_search_ignores_case(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    entry = event.entries.earliest("number")
    query = entry.person.last_name.upper()
    answer = organiser(event).get(at("entries", event), {"q": query}, headers={"HX-Request": "true"})
    assert [listed.pk for listed in answer.context["entries"]] == [entry.pk]
    nobody = organiser(event).get(at("entries", event), {"q": "zzz"})
    assert nobody.context["entries"] == []


def test_entry_act_leave_and_return_between_rounds(organiser: AsOrganiser) -> None:
    event = make.played_event()
    client, entry = organiser(event), event.entries.earliest("number")
    client.post(at("entry_act", event, entry.pk, "lascia"), {"reason": "Treno"})
    assert Entry.objects.get(pk=entry.pk).state == "left"
    client.post(at("entry_act", event, entry.pk, "torna"))
    assert Entry.objects.get(pk=entry.pk).state == "playing"


def test_entries_present_marks_everybody_and_is_undone(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=13, present=3)
    client = organiser(event)
    page = client.post(at("entries_present", event))
    assert "10 giocatori segnati presenti" in text_of(page)
    assert set(event.entries.values_list("state", flat=True)) == {"checked_in"}
    undo = re.search(r'name="undo" value="([\d ]+)"', page.content.decode())
    assert undo is not None
    client.post(at("entries_present", event), {"undo": undo[1]})
    assert event.entries.filter(state="checked_in").count() == 3
    assert Entry.history.filter(event=event, history_verb="entry_undo_check_in").count() == 10


def test_entries_present_undo_of_anything_else_changes_nothing(organiser: AsOrganiser) -> None:
    event, other = make.check_in_event(), make.check_in_event()
    theirs = other.entries.earliest("pk")
    organiser(event).post(at("entries_present", event), {"undo": f"{theirs.pk} x -1 99999999"})
    assert not Entry.objects.exclude(state="checked_in").exists()


def test_entries_present_before_the_check_in_is_refused(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    for person in make.make_people(2):
        entry_add(event=event, person=person, by=None)
    assert levels(organiser(event).post(at("entries_present", event), follow=True)) == ["error"]
    assert not event.entries.filter(state="checked_in").exists()


def test_entry_act_sends_one_row_back_in_a_fixed_number_of_queries(
    organiser: AsOrganiser, django_assert_max_num_queries: Any
) -> None:
    for players in (12, 40):
        event = make.check_in_event(players=players, present=0)
        entry, client = event.entries.earliest("pk"), organiser(event)
        client.get(at("entries", event))
        with django_assert_max_num_queries(14):
            answer = client.post(at("entry_act", event, entry.pk, "presente"), headers={"HX-Request": "true"})
        page = answer.content.decode()
        assert page.count('<li id="entry-') == 1
        assert f'id="entry-{entry.pk}"' in page
        assert "<b>1</b> presente su" in text_of(answer)


def test_entry_act_refused_sends_the_whole_list_back(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    entry = event.entries.earliest("pk")
    answer = organiser(event).post(at("entry_act", event, entry.pk, "presente"), headers={"HX-Request": "true"})
    assert answer["HX-Retarget"] == "#entries"
    assert "fo-toast--error" in answer.content.decode()


def test_check_in_filters_those_expected_and_those_present(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=5, present=2)
    client = organiser(event)
    for shown, states in (("attesi", ["registered"] * 3), ("presenti", ["checked_in"] * 2)):
        page = client.get(at("entries", event), {"mostra": shown})
        assert [entry.state for entry in page.context["entries"]] == states
        assert (page.context["door"].total, page.context["door"].present) == (5, 2)
    everybody = client.get(at("entries", event), {"mostra": "x"})
    assert (len(everybody.context["entries"]), everybody.context["shown"]) == (5, "")


def test_check_in_page_shows_minimum_tables_and_rounds(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=13, present=11)
    client = organiser(event)
    page = text_of(client.get(at("entries", event)))
    assert "Ne manca 1 per i 12 giocatori della Fascia I." in page
    assert at("event_unofficial", event) not in page
    client.post(at("entries_present", event))
    page = text_of(client.get(at("entries", event)))
    assert "della Fascia I." not in page
    assert "Sono 1 tavolo da 4 e 3 da 3, 2 turni e la finale." in page
    few = make.check_in_event(players=7)
    assert at("event_unofficial", few) in text_of(organiser(few).get(at("entries", few)))


def test_late_players_are_entered_from_the_list_while_round_1_is_played(organiser: AsOrganiser) -> None:
    version = make.regulation_published("2.1", late_entries="until_round_1_ends")
    event = make.check_in_event(players=13, present=12, season=make.make_season(regulation=version))
    event = make.opened(make.draw_round(event))
    client, page = organiser(event), at("entries", event)
    absent = event.entries.get(state="absent")
    arrives = at("entry_act", event, absent.pk, "presente")
    shown = text_of(client.get(page))
    assert arrives in shown
    assert at("entry_add", event) in shown
    client.post(arrives)
    shown = text_of(client.get(page))
    assert at("entry_act", event, absent.pk, "assente") in shown
    assert "dal 2º turno" in shown
    make.play_round(event)
    shown = text_of(client.get(page))
    assert arrives not in shown
    assert at("entry_add", event) not in shown


def test_answer_about_the_name_is_one_tap_and_undone(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    client, entry = organiser(event), event.entries.earliest("number")
    Person.objects.update(consent=False, consent_changed_at=None)
    make.agree(event.entries.latest("number").person)
    htmx = {"HX-Request": "true"}

    def answer() -> bool | None:
        return Entry.objects.select_related("person").get(pk=entry.pk).name_answer

    def undo(page: Any) -> None:
        address = re.search(r'class="fo-said.*?action="([^"]+)"', page.content.decode(), re.DOTALL)
        assert address is not None
        client.post(address[1], {"undone": "1"}, headers=htmx)

    assert answer() is None
    assert "fo-yn--ask" in client.get(at("entries", event)).content.decode()
    first = client.post(at("entry_act", event, entry.pk, "nome"), headers=htmx)
    assert (answer(), event.entries.get(pk=entry.pk).shows_name) == (True, True)
    undo(first)
    assert (answer(), event.entries.get(pk=entry.pk).shows_name) == (None, False)
    client.post(at("entry_act", event, entry.pk, "anonimo"), headers=htmx)
    assert answer() is False
    second = client.post(at("entry_act", event, entry.pk, "nome"), headers=htmx)
    undo(second)
    assert answer() is False
    page = text_of(client.get(at("entries", event)))
    assert "3 di 4 non compaiono con il nome: in sala si gioca con i nomi, fuori no." in page
    assert "Mancano 2 sì o no." in page


def test_removed_entry_is_put_back_with_its_link_and_its_answers(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=5)
    client, entry = organiser(event), event.entries.earliest("number")
    client.post(at("entry_act", event, entry.pk, "nome"))
    link = participant_links_make(event=event, by=None)[0]
    entry = Entry.objects.get(pk=link.entry_id)
    for headers in ({"HX-Request": "true"}, {}):
        removed = client.post(at("entry_act", event, entry.pk, "togli"), headers=headers)
        assert not Entry.objects.filter(pk=entry.pk).exists()
        kept = re.search(r'name="removed" value="([^"]+)"', removed.content.decode())
        assert kept is not None
        client.post(at("entry_restore", event), {"removed": kept[1]}, headers=headers)
        back = Entry.objects.get(pk=entry.pk)
        assert (back.number, back.state, back.consent) == (entry.number, entry.state, entry.consent)
        assert link_token(PrivateLink.objects.get(pk=link.pk)) == link_token(link)
    again = client.post(at("entry_restore", event), {"removed": kept[1]}, follow=True)
    assert levels(again) == ["info"]
    assert event.entries.count() == 5


@pytest.mark.parametrize("removed", ["", "x", "eyJ4IjoxfQ:1:abc"])
def test_entry_restore_of_anything_unsigned_changes_nothing(removed: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    assert levels(organiser(event).post(at("entry_restore", event), {"removed": removed}, follow=True)) == ["error"]
    assert event.entries.count() == 4


def test_entry_restore_refused_where_the_place_is_taken(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4, capacity=4)
    client, entry = organiser(event), event.entries.earliest("number")
    page = client.post(at("entry_act", event, entry.pk, "togli"), headers={"HX-Request": "true"})
    kept = re.search(r'name="removed" value="([^"]+)"', page.content.decode())
    assert kept is not None
    client.post(at("walk_in", event), {"first_name": "Bice", "last_name": "Fossi"}, follow=True)
    assert levels(client.post(at("entry_restore", event), {"removed": kept[1]}, follow=True)) == ["error"]
    assert not Entry.objects.filter(pk=entry.pk).exists()
