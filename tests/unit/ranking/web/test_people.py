"""Test the national list of players and the merging of records of one person (AMB-25)."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from tests import factories as make
from tests.unit.ranking.pages import shown_messages, text_of
from tournament.entries.services import entry_add
from tournament.models import Person
from tournament.records.joining import person_merge

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.rule("AMB-25"),
    pytest.mark.soak(gate="tests/integration/concurrency/test_races.py::test_merge_of_records_during_entry"),
]

LIST = "/referente/giocatori/"
MERGE = "/referente/giocatori/unisci/"
WHY = "Stessa tessera, ha cambiato città"


def _two() -> tuple[Person, Person]:
    return (
        make.make_person(first_name="Ada", last_name="Riva", city="Forlì"),
        make.make_person(first_name="Ada", last_name="Riva", city="Pisa", consent=False),
    )


def _join(keep: Person, merge: Person) -> dict[str, str]:
    return {"keep": str(keep.pk), "merge": str(merge.pk), "reason": WHY}


def test_people_list_searches_name_city_and_card(referent: Client) -> None:
    keep, _ = _two()
    make.make_person(first_name="Ivo", last_name="Sala", card_number="A-17")
    for query, count in (("riva", 2), ("ada riva", 2), ("pisa", 1), ("A-17", 1), ("", 3), ("nessuno", 0)):
        answer = referent.get(LIST, {"q": query})
        assert (query, len(answer.context["page"].object_list)) == (query, count)
    page = text_of(referent.get(LIST, {"q": "riva"}))
    assert f'href="{reverse("person", args=[keep.pk])}">{keep.last_name} {keep.first_name}</a>' in page
    with override("it"):
        assert gettext("Nobody found. Try with fewer letters, or with the city.") in text_of(
            referent.get(LIST, {"q": "nessuno"})
        )


@pytest.mark.rule("AMB-25")
def test_amb_25_people_list_finds_every_spelling_of_a_name(referent: Client) -> None:
    """Case 19-referent-search."""
    spellings = (
        ("Niccolò", "D’Angelo"),
        ("Niccolo'", "D'Angelo"),
        ("Niccolo\u0300", "D’Angelo"),
        ("NICCOLÒ", "D’ANGELO"),
    )
    for first, last in spellings:
        make.make_person(first_name=first, last_name=last)
    for query in ("Niccolò", "niccolo", "dangelo", "D’Angelo"):
        assert len(referent.get(LIST, {"q": query}).context["page"].object_list) == 4, query


@pytest.mark.soak(gate="tests/integration/concurrency/test_races.py::test_merge_of_records_during_entry")
def test_people_list_is_paginated(referent: Client) -> None:
    make.make_people(61)
    assert len(referent.get(LIST).context["page"].object_list) == 60
    assert len(referent.get(LIST, {"page": "2"}).context["page"].object_list) == 1
    assert referent.get(LIST, {"page": "x"}).status_code == 200


def test_people_merge_shows_two_records_side_by_side(referent: Client) -> None:
    keep, merge = _two()
    page = text_of(referent.get(MERGE, {"keep": keep.pk, "merge": merge.pk}))
    assert "Forlì" in page
    assert "Pisa" in page
    assert f"?keep={merge.pk}&merge={keep.pk}" in page


@pytest.mark.parametrize("reason", ["", "  "])
def test_people_merge_without_reason_is_refused(reason: str, referent: Client) -> None:
    keep, merge = _two()
    answer = referent.post(MERGE, _join(keep, merge) | {"reason": reason})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["reason"]
    assert 'id="id_reason_error"' in text_of(answer)
    assert Person.objects.get(pk=merge.pk).merged_into is None


def test_people_merge_runs_once_and_is_recorded(referent: Client) -> None:
    keep, merge = _two()
    event = make.check_in_event(players=1)
    entry = entry_add(event=event, person=merge, by=None)
    answer = referent.post(MERGE, _join(keep, merge), follow=True)
    assert answer.redirect_chain == [(reverse("person", args=[keep.pk]), 302)]
    assert str(keep) in shown_messages(answer)[0]
    entry.refresh_from_db()
    merge.refresh_from_db()
    keep.refresh_from_db()
    assert (entry.person, merge.merged_into, keep.consent) == (keep, keep, False)
    page = text_of(answer)
    assert WHY in page
    assert referent.user.get_username() in page
    assert event.name in page
    for record in (keep, merge, entry):
        version = record.history.latest()
        assert (version.history_user, version.history_verb, version.history_change_reason) == (
            referent.user,
            "person_merge",
            WHY,
        )
    assert referent.post(MERGE, _join(keep, merge)).status_code == 404
    old = referent.get(reverse("person", args=[merge.pk]))
    assert (old.status_code, old["Location"]) == (302, reverse("person", args=[keep.pk]))


@pytest.mark.parametrize("language", ["it", "en"])
def test_people_merge_of_two_players_of_one_event_is_refused(language: str, referent: Client) -> None:
    event = make.drawn_event()
    first, second = (entry.person for entry in event.entries.order_by("pk")[:2])
    answer = referent.post(MERGE, _join(first, second), headers={"accept-language": language})
    assert answer.status_code == 422
    message = "".join(answer.context["form"].non_field_errors())
    assert event.name in message
    assert message in text_of(answer)
    assert Person.objects.get(pk=second.pk).merged_into is None


def test_people_merge_with_itself_or_nobody_redirects_to_the_list(referent: Client) -> None:
    keep, _ = _two()
    for data in ({"keep": "", "merge": ""}, {"keep": str(keep.pk), "merge": "x"}, _join(keep, keep)):
        answer = referent.get(MERGE, data, follow=True)
        assert answer.redirect_chain == [(LIST, 302)]
        assert len(shown_messages(answer)) == 1
        assert referent.post(MERGE, data).status_code == 404


def test_person_page_shows_its_history(referent: Client) -> None:
    person = make.make_person()
    page = text_of(referent.get(reverse("person", args=[person.pk])))
    with override("it"):
        assert gettext("The record was made") in page
        assert gettext("No event.") in page


# ---------------------------------------------------------------- a record corrected


def _edit(person: Person) -> str:
    return reverse("person_edit", args=[person.pk])


FACTS = {"first_name": "Ada", "last_name": "Riva", "city": "Forlì", "email": "ada@example.org", "reason": WHY}


@pytest.mark.parametrize("language", ["it", "en"])
def test_person_edit_corrects_the_record_and_links_the_account(language: str, referent: Client) -> None:
    person, account = make.make_person(consent=False, email="ada@example.org"), make.make_user("ada")
    assert referent.post(_edit(person), FACTS | {"username": "ada"}).status_code == 422
    EmailAddress.objects.create(user=account, email="ada@example.org", verified=True, primary=True)
    assert person.first_name in text_of(referent.get(_edit(person), headers={"accept-language": language}))
    data = FACTS | {"username": "ada", "birth_date": "1990-05-03", "card_number": "A-17", "consent": "on"}
    answer = referent.post(_edit(person), data, follow=True, headers={"accept-language": language})
    assert answer.redirect_chain == [(reverse("person", args=[person.pk]), 302)]
    with override(language):
        assert shown_messages(answer) == [gettext("The record of %(name)s is saved.") % {"name": "Ada Riva"}]
    person.refresh_from_db()
    assert (str(person), person.city, person.card_number, person.user, person.consent) == (
        "Ada Riva",
        "Forlì",
        "A-17",
        account,
        False,
    )
    version = person.history.latest()
    assert (version.history_user, version.history_verb, version.history_change_reason) == (
        referent.user,
        "person_update",
        WHY,
    )
    assert WHY in text_of(answer)
    own_client = Client()
    own_client.force_login(account)
    assert own_client.get(reverse("account")).context["person"] == person
    referent.post(_edit(person), FACTS)
    assert Person.objects.get(pk=person.pk).user is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("first_name", ""),
        ("last_name", "x" * 81),
        ("email", "ada"),
        ("birth_date", "ieri"),
        ("card_number", "B-2"),
        ("username", "nessuno"),
        ("username", "ivo"),
        ("reason", "  "),
    ],
)
def test_person_edit_wrong_field_shows_its_error(field: str, value: str, referent: Client) -> None:
    other = make.make_person(card_number="B-2")
    other.user = make.make_user("ivo")
    other.save()
    person = make.make_person(consent=False)
    answer = referent.post(_edit(person), FACTS | {field: value})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in text_of(answer)
    assert person.history.count() == 1


def test_person_edit_is_refused_to_others_and_on_merged_records(referent: Client) -> None:
    keep, merge = _two()
    stranger = Client()
    stranger.force_login(make.make_user())
    assert [stranger.get(_edit(keep)).status_code, stranger.post(_edit(keep), FACTS).status_code] == [403, 403]
    assert Client().post(_edit(keep), FACTS).status_code == 302
    person_merge(keep=keep, merge=merge, by=None, reason=WHY)
    assert [referent.get(_edit(merge)).status_code, referent.post(_edit(merge), FACTS).status_code] == [404, 404]
    # Three versions: created, consent given, merged.
    assert keep.history.count() == 3


def test_person_page_offers_the_records_that_may_be_the_same_persons(referent: Client) -> None:
    keep, merge = _two()
    other = make.make_person(first_name="Ugo", last_name="Rivera")
    page = reverse("person", args=[keep.pk])
    join = f"{MERGE}?keep={keep.pk}&merge={merge.pk}"
    assert join in text_of(referent.get(page))
    assert str(other) not in text_of(referent.get(page))
    assert f"{MERGE}?keep={keep.pk}&merge={other.pk}" in text_of(referent.get(page, {"altra": "rivera"}))
    two = {"keep": str(keep.pk), "merge": str(merge.pk), "person": str(keep.pk), "decision": "two"}
    assert referent.post(reverse("pair_decide"), two)["Location"] == page
    assert join not in text_of(referent.get(page))


def test_person_page_erases_the_data(referent: Client) -> None:
    person = make.make_person(last_name="Sparito")
    page = text_of(referent.get(reverse("person", args=[person.pk])))
    assert f'action="{reverse("person_erase", args=[person.pk])}"' in page
    assert reverse("person_data_file", args=[person.pk]) in page
    assert referent.get(reverse("person_erase", args=[person.pk])).status_code == 405
