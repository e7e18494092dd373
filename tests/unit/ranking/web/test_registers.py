"""The pages of the federation's registers: referees and memberships, for the Referent, a club and a referee."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournament.memberships.services import CardFacts, membership_enter
from tournament.models import Designation, Event, Infraction, Membership, Person, Referee, Season
from tournament.referees.services import designation_answer, referee_designate, referee_set

pytestmark = [pytest.mark.django_db, pytest.mark.soak]


@pytest.fixture
def referent() -> Client:
    client = Client()
    client.force_login(make.make_user(referent=True))
    return client


def _client(person: Person) -> Client:
    client = Client()
    assert person.user is not None
    client.force_login(person.user)
    return client


def test_referent_enters_designates_and_ends_a_referee(
    referent: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    event, person = make.authorised_event(), make.make_person(user=make.make_user())
    page, register = reverse("referee_edit", args=[person.pk]), reverse("referee_register")
    assert event.name in referent.get(register).content.decode()
    assert referent.post(page, {"level": "pope"}).status_code == 422
    assert referent.post(page, {"level": "head"})["Location"] == page
    assert page in referent.get(reverse("person", args=[person.pk])).content.decode()
    referee = Referee.objects.get(person=person)
    day = event.first_day.isoformat()
    assert referent.post(page, {"away": "1", "first_day": day, "last_day": day}).status_code == 302
    chosen = {"event": event.pk, "referee": referee.pk}
    assert referent.post(register, chosen).status_code == 422
    referent.post(reverse("absence_end", args=[referee.absences.get().pk]))
    assert referent.post(register, chosen)["Location"] == register
    with django_assert_max_num_queries(14):
        shown = referent.get(register).content.decode()
    assert "Tornei senza arbitro" in shown
    csv = referent.get(register, {"formato": "csv"}).content.decode()
    assert f"{person.last_name},{person.first_name}" in csv
    assert event.name in csv
    act = reverse("designation_act", args=[Designation.objects.get().pk])
    referent.post(act, {"accept": "1"})
    assert event.roles.filter(user=person.user, role="referee").exists()
    referent.post(act, {"withdraw": "1"})
    assert not event.roles.filter(user=person.user).exists()
    leave = reverse("referee_leave", args=[person.pk])
    assert 'name="confirmed"' in referent.post(leave, {"reason": "Smette"}).content.decode()
    assert referent.post(leave, {"reason": " ", "confirmed": "1"})["Location"] == page
    assert referent.post(leave, {"reason": "Smette", "confirmed": "1"})["Location"] == register
    assert referent.get(page).status_code == 200


def test_referee_answers_and_notes_days_away_on_the_own_page() -> None:
    person, page = make.make_person(user=make.make_user()), reverse("own_availability")
    client = _client(person)
    assert "Non sei nell’albo" in client.get(page).content.decode()
    assert client.post(page, {"first_day": "2009-01-01", "last_day": "2009-01-02"}).status_code == 404
    referee = referee_set(person=person, level="event", by=None)
    event = make.authorised_event()
    designation = referee_designate(event=event, referee=referee, by=None)
    assert event.name in client.get(page).content.decode()
    day = event.first_day.isoformat()
    assert client.post(page, {"first_day": day, "last_day": day}).status_code == 422
    answer = reverse("own_designation", args=[designation.pk])
    client.post(answer, {"accept": "1"})
    assert event.name in client.get(reverse("referee_home")).content.decode()
    client.post(answer, {"decline": "1"})
    assert not event.roles.exists()
    ahead = (timezone.localdate() + timedelta(days=9)).isoformat()
    assert client.post(page, {"first_day": ahead, "last_day": ahead}).status_code == 302
    absence = referee.absences.get()
    other = _client(make.make_person(user=make.make_user()))
    for address in (reverse("own_absence_end", args=[absence.pk]), answer):
        assert other.post(address).status_code == 404
    client.post(reverse("own_absence_end", args=[absence.pk]))
    assert not referee.absences.exists()
    Event.objects.filter(pk=event.pk).update(state="void")
    assert client.post(answer, {"accept": "1"})["Location"] == page


def test_desk_sees_who_is_designated() -> None:
    event, boss = make.authorised_event(), make.make_user()
    make.grant(event, boss)
    referee = referee_set(person=make.make_person(), level="national", by=None)
    designation = referee_designate(event=event, referee=referee, by=None)
    designation_answer(designation=designation, accepts=True, by=None)
    client = Client()
    client.force_login(boss)
    shown = client.get(reverse("roles", args=[event.slug])).content.decode()
    assert str(referee.person) in shown
    assert "non ha un account" in shown


def test_club_enters_and_removes_members_and_the_others_do_not_see_them(referent: Client) -> None:
    boss = make.make_user()
    club, other = make.make_organiser(boss), make.make_organiser(make.make_user())
    season = make.make_season()
    event = make.check_in_event(organiser=club, season=season, players=3)
    known = event.entries.earliest("pk").person
    client = Client()
    client.force_login(boss)
    page = reverse("club_members", args=[club.pk])
    assert client.get(reverse("club_members", args=[other.pk])).status_code == 404
    assert page in client.get(reverse("club_desk", args=[club.pk])).content.decode()
    days = {"valid_from": "2009-07-01", "valid_until": "2009-10-15", "stagione": season.slug}
    assert client.post(page, {**days, "card_number": "C-1"}).status_code == 422
    sent = {**days, "card_number": "C-1", "known": known.pk}
    assert client.post(page, sent)["Location"] == f"{page}?stagione={season.slug}"
    assert (
        client.post(page, {**days, "card_number": "C-1", "first_name": "Ugo", "last_name": "Foschi"}).status_code == 422
    )
    client.post(page, {**days, "card_number": "C-2", "first_name": "Ugo", "last_name": "Foschi"})
    rows = {row.card_number: row for row in Membership.objects.all()}
    assert sorted(rows) == ["C-1", "C-2"]
    shown = client.get(page, {"stagione": season.slug}).content.decode()
    assert "Ugo Foschi" in shown
    assert "C-2" in client.get(page, {"stagione": season.slug, "formato": "csv"}).content.decode()
    end = reverse("membership_end", args=[club.pk, rows["C-2"].pk])
    assert client.post(reverse("membership_end", args=[other.pk, rows["C-2"].pk])).status_code == 404
    assert 'name="confirmed"' in client.post(end, {"reason": "Doppio"}).content.decode()
    client.post(end, {"reason": "", "confirmed": "1"})
    assert Membership.objects.count() == 2
    client.post(end, {"reason": "Doppio", "confirmed": "1"})
    assert list(Membership.objects.all()) == [rows["C-1"]]
    seen = referent.get(reverse("memberships"), {"stagione": season.slug, "circolo": club.pk}).content.decode()
    assert str(known) in seen
    assert page in seen
    assert str(known) not in referent.get(reverse("memberships"), {"circolo": other.pk}).content.decode()
    assert "C-1" in referent.get(reverse("person", args=[known.pk])).content.decode()


def test_player_reads_the_own_memberships() -> None:
    person, season = make.make_person(user=make.make_user()), make.make_season()
    card = CardFacts("M-3", season.first_day, season.last_day)
    membership_enter(organiser=make.make_organiser(), season=season, person=person, card=card, by=None)
    assert "M-3" in _client(person).get(reverse("own_data")).content.decode()


def test_lists_without_season_and_without_rows_say_what_to_do(referent: Client) -> None:
    Season.objects.all().delete()
    assert reverse("season_new") in referent.get(reverse("memberships")).content.decode()
    make.make_season()
    assert reverse("organisers") in referent.get(reverse("memberships")).content.decode()
    assert reverse("people") in referent.get(reverse("referee_register")).content.decode()


def test_refusal_about_the_referee_stands_at_that_field(referent: Client) -> None:
    event, person = make.authorised_event(), make.make_person()
    referee = referee_set(person=person, level="event", by=None)
    for other in (event, make.authorised_event()):
        answer = referent.post(reverse("referee_register"), {"event": other.pk, "referee": referee.pk})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["referee"]


def test_event_whose_organiser_named_a_referee_is_not_without(referent: Client) -> None:
    without, named, declined = (make.authorised_event() for _ in range(3))
    make.grant(named, make.make_user(), "referee")
    referee = referee_set(person=make.make_person(), level="event", by=None)
    designation = referee_designate(event=declined, referee=referee, by=None)
    designation_answer(designation=designation, accepts=False, by=None)
    assert list(referent.get(reverse("referee_register")).context["without"]) == [without, declined]


def test_club_member_refusals_stand_at_their_fields_and_keep_the_season() -> None:
    club, season = make.make_organiser(make.make_user()), make.make_season()
    client = Client()
    assert club.user is not None
    client.force_login(club.user)
    page = reverse("club_members", args=[club.pk])
    wrong = client.post(page, {"stagione": season.slug}).context["form"].errors
    assert set(wrong) == {"first_name", "last_name", "card_number", "valid_from", "valid_until"}
    make.make_person(card_number="C-9")
    sent = {"stagione": season.slug, "first_name": "Ugo", "last_name": "Foschi", "card_number": "C-9"}
    days = {"valid_from": season.first_day.isoformat(), "valid_until": season.last_day.isoformat()}
    assert list(client.post(page, {**sent, **days}).context["form"].errors) == ["card_number"]
    card = CardFacts("C-1", season.first_day, season.last_day)
    row = membership_enter(organiser=club, season=season, person=make.make_person(), card=card, by=None)
    end = reverse("membership_end", args=[club.pk, row.pk])
    assert client.post(end, {"reason": " ", "confirmed": "1"})["Location"] == f"{page}?stagione={season.slug}"


def test_club_renews_the_members_of_its_last_season() -> None:
    club, old = make.make_organiser(make.make_user()), make.make_season()
    new = make.make_season(first_day=date(2010, 6, 1), last_day=date(2010, 10, 15))
    rows = [
        membership_enter(
            organiser=club,
            season=old,
            person=make.make_person(),
            card=CardFacts(number, old.first_day, old.last_day),
            by=None,
        )
        for number in ("C-1", "C-2")
    ]
    client = Client()
    assert club.user is not None
    client.force_login(club.user)
    page = reverse("club_members", args=[club.pk])
    shown = client.get(page, {"stagione": new.slug}).content.decode()
    assert shown.count("checked") == 2
    sent = {"stagione": new.slug, "rinnova": "1", "rinnovo-valid_from": "2010-06-01"}
    sent["rinnovo-valid_until"] = "2010-10-15"
    assert client.post(page, sent).status_code == 422
    assert client.post(page, {**sent, "rinnovo-members": [rows[0].pk]}).status_code == 302
    assert [row.card_number for row in Membership.objects.filter(season=new)] == ["C-1"]
    assert "Rinnova i tesserati" in client.get(page, {"stagione": new.slug}).content.decode()
    client.post(page, {**sent, "rinnovo-members": [rows[1].pk]})
    assert "Rinnova i tesserati" not in client.get(page, {"stagione": new.slug}).content.decode()


def test_club_page_without_a_season_says_who_opens_it() -> None:
    club = make.make_organiser(make.make_user())
    Season.objects.all().delete()
    client = Client()
    assert club.user is not None
    client.force_login(club.user)
    answer = client.get(reverse("club_members", args=[club.pk]))
    assert answer.status_code == 200
    assert "Non c’è ancora una stagione" in answer.content.decode()
    assert client.post(reverse("club_members", args=[club.pk]), {"card_number": "C-1"}).status_code == 200


def test_lists_of_the_referent_take_as_many_queries_with_thirty_rows(
    referent: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    people, season, club = make.make_people(30), make.make_season(), make.make_organiser()
    event = make.drawn_event(players=12, season=season, organiser=club)
    entry = event.entries.earliest("pk")
    days = {"valid_from": season.first_day, "valid_until": timezone.localdate() + timedelta(days=90)}
    Referee.objects.bulk_create([Referee(person=person) for person in people])
    cards = [Membership(person=one, organiser=club, season=season, card_number=f"T{one.pk}", **days) for one in people]
    Membership.objects.bulk_create(cards)
    Infraction.objects.bulk_create([Infraction(entry=entry, kind="warning", what="Fuori turno") for _ in people])
    made = {field.attname: getattr(event, field.attname) for field in Event._meta.concrete_fields[1:]}
    copies = [{**made, "slug": f"altro-{number}", "state": Event.State.REPORTED} for number in range(30)]
    Event.objects.bulk_create([Event(**facts) for facts in copies])
    for name, shown, most in (
        ("referee_register", people[0].last_name, 9),
        ("memberships", people[29].last_name, 9),
        ("sanctions", "Fuori turno", 6),
        ("homologations", "altro-29", 9),
        ("people", people[0].last_name, 7),
    ):
        with django_assert_max_num_queries(most):
            assert shown in referent.get(reverse(name), {"stagione": season.slug}).content.decode(), name
