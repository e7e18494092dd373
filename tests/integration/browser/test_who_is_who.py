"""Who is who, as people meet it: one address and four spellings, lists of other programs, children, two of one name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from playwright.sync_api import Page, expect

from ranking.models import PastPlace
from tests import factories as make
from tests.conftest import ROOT
from tests.entering import open_event
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, heading
from tournament.entries import services as entries
from tournament.models import EntryRequest, Event, Person

pytestmark = pytest.mark.django_db(transaction=True)

LISTS = ROOT / "tests" / "data" / "lists"
GATE = "tests/unit/tournament/entries/test_requests.py::test_spellings_of_one_name_with_one_address_are_one_request"


def _organiser(event: Event) -> Any:
    user = make.make_user()
    make.grant(event, user)
    return user


def _enter(page: Page, site: str, event: Event, first: str, last: str, address: str) -> None:
    """Fill in the form as a visitor, and confirm by the mailed link if a confirmation is asked for."""
    mail.outbox.clear()
    page.goto(f"{site}{event.get_absolute_url()}iscrizione/")
    for name, value in (("age", "adult"), ("show_name", "yes"), ("photo_consent", "no")):
        page.locator(f"[name={name}][value={value}]").check()
    for name, text in (("first_name", first), ("last_name", last), ("email", address)):
        page.locator(f"[name={name}]").fill(text)
    page.locator("main form button.btn-primary").click()
    expect(heading(page, "We have written to %(sent_to)s", sent_to=address)).to_be_visible()
    links = [re.search(r"/i/[\w-]{22}/", str(message.body)) for message in mail.outbox]
    for found in links:
        if found:
            page.goto(f"{site}{found[0]}")
            if button(page, "Confirm the entry").count():
                button(page, "Confirm the entry").click()
                expect(heading(page, "For the check-in")).to_be_visible()


@pytest.mark.soak(gate=GATE)
def test_four_spellings_and_one_address_take_one_place(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    """Case 02-self-entry-three-places."""
    site = settings.FOSSATO_SITE_URL = live_server.url
    event = open_event(capacity=3)
    page = open_page("phone")
    for first, last in (("Niccolò", "Ferri"), ("Niccolo\u0300", "Ferri"), ("Niccolo'", "FERRI"), ("Ferri", "Niccolò")):
        _enter(page, site, event, first, last, "nic@example.org")
    assert event.entries.count() == 1
    _enter(page, site, event, "Gaia", "Neri", "gaia@example.org")
    assert event.entries.count() == 2
    assert not event.entry_requests.filter(state=EntryRequest.State.WAITING).exists()


def _imported(page: Page, name: str, **columns: str) -> None:
    """Import a list of the desk's page, and name its columns if the page asks."""
    page.locator("main input[type=file][name=file]").set_input_files(LISTS / name)
    button(page, "Check the file").click()
    if columns:
        page.locator("[name=no_headings]").check()
        for field, key in columns.items():
            page.locator(f"[name={field}]").select_option(key)
        page.locator("main form:has([name=no_headings]) button.btn-primary").click()
    expect(page.locator("form:has([name=confirm])")).to_be_visible()
    page.locator("form:has([name=confirm]) button.btn-primary").click()


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_entry_import.py::test_entries_import_reads_lists_of_other_programs_at_once"
)
@pytest.mark.parametrize(
    ("name", "columns", "people"),
    [
        pytest.param("names-accents.csv", {}, ["Ferri Niccolò"], id="01-names-accents"),
        pytest.param("headings-of-forms.csv", {}, ["Rossi Ada", "Verdi Ugo"], id="03-headings-of-forms"),
        pytest.param(
            "no-headings.csv",
            {"column-3": "first_name", "column-4": "last_name"},
            ["Bo Anna", "D'Alba Dario", "De Castro Bruno", "O'Neill Carla"],
            id="04-no-headings",
        ),
        pytest.param("blank-first-line.csv", {}, ["Bo Anna", "Conti Bruno"], id="05-blank-first-line"),
        pytest.param("title-above-headings.xlsx", {}, ["Rossi Ada", "Verdi Ugo"], id="06-title-above-headings"),
        pytest.param("utf16.txt", {}, ["Niccolò Ugo", "Rossi Ada"], id="07-utf16"),
        pytest.param("one-cell-too-many.csv", {}, ["Rossi Ada", "Verdi Ugo"], id="08-one-cell-too-many"),
    ],
)
def test_list_chosen_at_the_desk_enters_its_players(
    name: str, columns: dict[str, str], people: list[str], open_page: Callable[..., Page], live_server: Any
) -> None:
    event = make.check_in_event(players=0)
    page = open_page("desktop")
    visitors.sign_in_quickly(page, live_server.url, _organiser(event))
    page.goto(f"{live_server.url}{reverse('entries_import', args=[event.slug])}")
    _imported(page, name, **columns)
    expect(page.locator("#entries .fo-mark")).to_have_count(len(people))
    assert sorted(f"{entry.person.last_name} {entry.person.first_name}" for entry in event.entries.all()) == people


@pytest.mark.soak(
    gate="tests/unit/tournament/records/test_minors.py::test_list_hides_the_name_of_a_child_and_keeps_it_hidden"
)
def test_child_of_a_list_with_consent_is_named_nowhere_in_public(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    """Case 12-child-in-a-list."""
    event = make.check_in_event(players=0)
    page = open_page("desktop")
    visitors.sign_in_quickly(page, live_server.url, _organiser(event))
    page.goto(f"{live_server.url}{reverse('entries_import', args=[event.slug])}")
    _imported(page, "child-in-a-list.csv")
    expect(page.locator("#entries .fo-mark")).to_have_count(2)
    anybody = open_page("phone")
    anybody.goto(f"{live_server.url}{event.get_absolute_url()}?parte=iscritti")
    expect(anybody.locator("main")).not_to_contain_text("Minuti")
    expect(anybody.locator("main")).not_to_contain_text("Teneri")


@pytest.mark.soak(gate="tests/unit/ranking/web/test_people.py::test_amb_25_people_list_finds_every_spelling_of_a_name")
def test_two_of_one_name_are_told_apart_and_found(open_page: Callable[..., Page], live_server: Any) -> None:
    """Cases 13-homonyms and 19-referent-search: desk, list of tables, wall of names, Referent's search."""
    event = make.drawn_event()
    first, second = [entry.person for entry in event.entries.order_by("pk")[:2]]
    for person, last_name, city in ((first, "D’Angelo", "Forlì"), (second, "D'Angelo", "Pisa")):
        make.change_person(person, first_name="Niccolò", last_name=last_name, city=city)
    page = open_page("desktop")
    visitors.sign_in_quickly(page, live_server.url, _organiser(event))
    for address in (reverse("entries", args=[event.slug]), reverse("round_desk", args=[event.slug, 1])):
        page.goto(f"{live_server.url}{address}")
        for city in ("Forlì", "Pisa"):
            expect(page.locator("main").get_by_text(re.compile(rf"Niccolò.*{city}")).first).to_be_attached()
    referent = open_page("desktop")
    visitors.sign_in_quickly(referent, live_server.url, make.make_user(referent=True))
    for typed in ("Niccolò", "niccolo", "dangelo"):
        referent.goto(f"{live_server.url}{reverse('people')}")
        referent.locator("main [name=q]").fill(typed)
        referent.locator("main [name=q]").press("Enter")
        expect(referent.locator("main").get_by_role("link", name="Niccolò")).to_have_count(2)


@pytest.mark.soak(
    gate="tests/unit/tournament/records/test_joining.py::test_join_taken_back_gives_each_record_what_it_had"
)
def test_referent_joins_a_double_entry_and_takes_it_back(open_page: Callable[..., Page], live_server: Any) -> None:
    """Case 09-merge-after-double-entry: the entry that never sat goes with the join."""
    event = make.check_in_event(players=12)
    one = make.make_person(first_name="Lidia", last_name="Donati", city="Pisa")
    other = make.make_person(first_name="Donati", last_name="Lidia", city="", consent=False)
    entries.entry_add(event=event, person=one, by=None)
    entries.walk_in_known(event=event, person=other, by=None)
    make.opened(make.draw_round(event))
    page = open_page("desktop")
    visitors.sign_in_quickly(page, live_server.url, make.make_user(referent=True))
    page.goto(f"{live_server.url}{reverse('people_duplicates')}")
    row = page.locator("main form", has=page.locator(f"[name=keep][value='{one.pk}'], [name=merge][value='{one.pk}']"))
    assert row.count()
    page.goto(f"{live_server.url}{reverse('people_merge')}?keep={one.pk}&merge={other.pk}")
    expect(page.locator("main")).to_contain_text(event.name)
    page.locator("main [name=reason]").fill("È lei, entrata due volte")
    button(page, "The same person: join them").click()
    visitors_of = Person.objects.get(pk=other.pk)
    assert visitors_of.merged_into_id == one.pk
    assert event.entries.filter(person=one).count() == 1
    page.goto(f"{live_server.url}{reverse('person', args=[one.pk])}")
    page.locator("form[action*='/annulla/'] button").click()
    expect(page.locator(".fo-toast")).to_have_count(1)
    assert Person.objects.get(pk=other.pk).merged_into_id is None
    assert {entry.person_id for entry in event.entries.filter(person__in=[one, other])} == {one.pk, other.pk}


@pytest.mark.soak(
    gate="tests/unit/tournament/records/test_minors.py::test_birth_date_outside_reason_is_refused_in_every_form"
)
def test_birth_dates_outside_reason_are_shown_at_their_rows(open_page: Callable[..., Page], live_server: Any) -> None:
    """Case 17-birth-dates."""
    event = make.check_in_event(players=0)
    page = open_page("phone")
    visitors.sign_in_quickly(page, live_server.url, _organiser(event))
    page.goto(f"{live_server.url}{reverse('entries_import', args=[event.slug])}")
    page.locator("main input[type=file][name=file]").set_input_files(LISTS / "birth-dates.csv")
    button(page, "Check the file").click()
    for name in ("Ada Rossi", "Ugo Verdi"):
        expect(page.get_by_role("row").filter(has_text=name)).to_contain_text("tra il 1900 e oggi")
    expect(page.locator("form:has([name=confirm])")).to_have_count(0)
    assert event.entries.count() == 0


@pytest.mark.soak(
    gate="tests/unit/ranking/test_past_seasons.py::"
    "test_list_with_a_title_and_full_names_is_read_and_one_without_places_is_asked"
)
def test_past_season_with_a_title_and_full_names_is_read(open_page: Callable[..., Page], live_server: Any) -> None:
    """Case 18-past-season."""
    page = open_page("desktop")
    visitors.sign_in_quickly(page, live_server.url, make.make_user(referent=True))
    page.goto(f"{live_server.url}{reverse('past_season_import')}")
    facts = {"name": "Campionato 2008", "first_day": "2008-06-01", "last_day": "2008-10-15", "final_place": "Modena"}
    for field, text in facts.items():
        page.locator(f"main [name={field}]").fill(text)
    page.locator("main input[type=file][name=file]").set_input_files(LISTS / "past-season.csv")
    page.locator("main form:has([name=file]) button.btn-primary").click()
    # Nobody has agreed to a name there.
    expect(page.locator("main table").first).to_contain_text("25,5")
    page.locator("main button[name=confirm], main form:has([name=confirm]) button.btn-primary").first.click()
    expect(page.locator(".fo-toast")).to_have_count(1)
    assert [place.half_points for place in PastPlace.objects.order_by("place")] == [51, 40]
