"""Test the order of names: Italian, the same on every database, page and PDF."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from ranking.homologation.queue import search_people
from ranking.web.forms import FinalForm
from tests import factories as make
from tournament.access.selectors import participant_links
from tournament.core.collation import collation_key, name_order
from tournament.entries.services import entry_add
from tournament.models import Organiser, Person
from tournament.pages.event_plan import defaults_for_clubs
from tournament.people.selectors import people_search
from tournament.printing import documents
from tournament.web.desk.new_event import NewEventForm

#: Sorted. By code point Č, Đ, Ł, Ž and Ó would all follow Z, and small letters would follow capitals.
SURNAMES = ["Abate", "Agnès", "Černigoj", "Cerri", "D'Amico", "D’Amico", "de Luca", "Đorđević", "Dotti", "Łódź", "Lucà"]
SURNAMES += ["Őry", "Osti", "Țepeș", "Tinti", "Vaccà", "Žagar", "Zago", "Zuin"]


def test_collation_key_sorts_accented_with_plain_letters() -> None:
    assert sorted({*SURNAMES}, key=collation_key) == SURNAMES


def test_collation_key_accents_and_case_only_break_ties() -> None:
    assert sorted(["cosi", "Cosi", "così", "Cosb"], key=collation_key) == ["Cosb", "Cosi", "cosi", "così"]
    assert name_order("Černigoj", "Zoe") < name_order("Cernigoj", "Zuleika")


@pytest.mark.django_db
def test_lists_by_name_have_the_same_order(client: Client) -> None:
    event = make.authorised_event()
    for surname in reversed(SURNAMES):
        entry_add(event=event, person=make.make_person(first_name="Ada", last_name=surname), by=None)
    assert [entry.person.last_name for entry, _link in participant_links(event)] == SURNAMES
    referent = make.make_user(referent=True)
    client.force_login(referent)
    pages = (reverse("entries", args=[event.slug]), "Ada {}"), (reverse("people"), "{} Ada")
    for address, name in pages:
        text = client.get(address).content.decode().replace("&#x27;", "'")
        positions = [text.find(name.format(surname)) for surname in SURNAMES]
        assert positions == sorted(positions)
        assert positions[0] > 0
    form = "".join(page.extract_text() for page in PdfReader(BytesIO(documents.consent_form(event))).pages)
    plain = [form.index(surname) for surname in ("Abate", "Cerri", "Dotti", "Osti", "Tinti", "Zago", "Zuin")]
    assert plain == sorted(plain)


@pytest.mark.django_db
def test_people_found_slice_takes_one_query(django_assert_num_queries: Callable[[int], Any]) -> None:
    for surname in SURNAMES:
        make.make_person(first_name="Ada", last_name=surname)
    people = search_people("")
    assert len(people) == Person.objects.count() == len(SURNAMES)
    with django_assert_num_queries(1):
        assert [person.last_name for person in people[2:4]] == SURNAMES[2:4]
    assert people[0].last_name == "Abate"


@pytest.mark.django_db
def test_search_at_the_desk_gives_the_first_names() -> None:
    for surname in reversed(SURNAMES):
        make.make_person(first_name="Ada", last_name=surname)
    assert [person.last_name for person in people_search("ada", limit=12)] == SURNAMES[:12]


@pytest.mark.django_db
def test_admin_lists_people_and_organisers_by_name(client: Client) -> None:
    for surname in reversed(SURNAMES):
        make.make_person(first_name="Ada", last_name=surname)
        make.make_organiser(name=surname)
    client.force_login(make.make_user(superuser=True))
    for model, name in (("person", "last_name"), ("organiser", "name")):
        address = reverse(f"admin:tournament_{model}_changelist")
        assert [getattr(row, name) for row in client.get(address).context["cl"].result_list] == SURNAMES
        column = [getattr(row, name) for row in client.get(address, {"o": "-0"}).context["cl"].result_list]
        rows = apps.get_model("tournament", model).objects.order_by(f"-{name}")
        assert column == list(rows.values_list(name, flat=True))


@pytest.mark.django_db
def test_choice_of_the_organiser_is_sorted_by_name() -> None:
    for surname in reversed(SURNAMES):
        make.make_organiser(name=surname)
    for form in (NewEventForm(organisers=Organiser.objects.all(), defaults=defaults_for_clubs([])), FinalForm()):
        assert [str(label) for _value, label in form.fields["organiser"].choices] == SURNAMES
        assert 'name="organiser"' in str(form["organiser"])
