"""Test the national final: only players who accepted the call are entered; its club runs the desk (art. 1.7)."""

from __future__ import annotations

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from ranking.call_up import final
from ranking.call_up import services as call_up_services
from ranking.models import CallUp
from tests import factories as make
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import text_of
from tournament.access import roles
from tournament.entries import services as entries
from tournament.models import Entry, Event, EventRole, Organiser, Season
from tournament.records import joining

pytestmark = pytest.mark.django_db

State = CallUp.State


def _season(people: int = 8, finalists: int = 4) -> tuple[Season, list[CallUp]]:
    season = make.make_season(finalists=finalists, final_place="Modena")
    for position, person in enumerate(make.make_people(people), start=1):
        credit(season, person, 500 - 2 * position)
    return season, call_up_services.call_up(season=season, by=None)


def _final(season: Season, club: Organiser | None = None) -> Event:
    return final.national_final_create(
        season=season,
        organiser=club or make.make_organiser(),
        by=make.make_user(referent=True),
        name="Finale nazionale",
        venue="Padiglione",
        first_day=date(2009, 10, 31),
        last_day=date(2009, 10, 31),
    )


def _accept(*calls: CallUp) -> None:
    for call in calls:
        call_up_services.call_answer(call=call, state=State.ACCEPTED, by=None)


def _entered(final: Event) -> list[int]:
    return list(Entry.objects.filter(event=final).order_by("number").values_list("person_id", flat=True))


def test_national_final_enters_only_players_who_accepted() -> None:
    season, calls = _season()
    _accept(*calls[:3])
    final = _final(season)
    for person in (calls[3].person, make.make_person()):
        with refuses("NOT_CALLED"):
            entries.entry_add(event=final, person=person, by=None)
    with refuses("NOT_CALLED"):
        entries.entry_add_new(event=final, first_name="Ugo", last_name="Imbucato", by=None)
    Event.objects.filter(pk=final.pk).update(state=Event.State.CHECK_IN)
    with refuses("NOT_CALLED"):
        entries.walk_in(event=final, first_name="Ugo", last_name="Imbucato", consent=True, by=None)
    assert _entered(final) == [call.person_id for call in calls[:3]]


def test_national_final_never_exceeds_the_finalists_of_the_season() -> None:
    season, calls = _season()
    _accept(*calls)
    final = _final(season)
    Season.objects.filter(pk=season.pk).update(finalists=3)
    Entry.objects.filter(event=final, person=calls[3].person).delete()
    with refuses("FINAL_FULL"):
        entries.entry_add(event=final, person=calls[3].person, by=None)


def test_call_answer_accepting_beyond_the_places_is_refused() -> None:
    season, calls = _season()
    _accept(*calls[:3])
    call_up_services.call_answer(call=calls[3], state=State.DECLINED, by=None)
    call_up_services.season_finalists_set(season=season, number=3, reason="Meno tornei", by=None)
    with refuses("CALL_UP_FULL"):
        _accept(calls[3])


def test_national_final_entries_follow_the_answers_until_round_1() -> None:
    season, calls = _season()
    _accept(*calls[:3])
    final = _final(season)
    _accept(calls[3])
    assert _entered(final) == [call.person_id for call in calls]
    call_up_services.call_answer(call=calls[0], state=State.DECLINED, by=None)
    substitute = call_up_services.call_substitutes(season=season, by=None)[0]
    assert _entered(final) == [call.person_id for call in calls[1:]]
    _accept(substitute)
    assert _entered(final) == [call.person_id for call in (*calls[1:], substitute)]
    call_up_services.season_finalists_set(season=season, number=3, reason="Sala piccola", by=None)
    assert len(_entered(final)) == 3


def test_national_final_merged_record_enters_as_the_surviving_one() -> None:
    season, calls = _season()
    survivor = make.make_person()
    _accept(calls[0])
    joining.person_merge(keep=survivor, merge=calls[0].person, by=None, reason="La stessa persona")
    assert _entered(_final(season)) == [survivor.pk]


def test_national_final_entry_without_a_call_cannot_check_in() -> None:
    """Finals created before entries were bound to the call may hold such entries."""
    season, calls = _season()
    _accept(calls[0])
    final = _final(season)
    stranger = Entry.objects.create(event=final, person=make.make_person(), number=9)
    Event.objects.filter(pk=final.pk).update(state=Event.State.CHECK_IN)
    with refuses("NOT_CALLED"):
        entries.entry_check_in(entry=stranger, by=None)
    entries.entry_check_in(entry=final.entries.get(number=1), by=None)


def test_national_final_club_opens_the_desk(client: Client) -> None:
    season, calls = _season()
    _accept(*calls[:3])
    user = make.make_user()
    final = _final(season, make.make_organiser(user))
    client.force_login(user)
    assert client.get(reverse("desk", args=[final.slug])).status_code == 200
    assert final.name in text_of(client.get(reverse("my_events")))
    # The form lists the players who may be entered and has no field for a new name.
    page = text_of(client.get(reverse("entry_add", args=[final.slug])))
    assert 'name="last_name"' not in page
    Entry.objects.filter(event=final, person=calls[2].person).delete()
    assert str(calls[2].person.last_name) in text_of(client.get(reverse("entry_add", args=[final.slug])))
    answer = client.post(reverse("entry_add", args=[final.slug]), {"person": str(calls[2].person_id)})
    assert answer.status_code == 302
    refused = client.post(reverse("entry_add", args=[final.slug]), {"person": str(make.make_person().pk)}, follow=True)
    assert "non è tra chi ha accettato la convocazione" in text_of(refused)
    assert len(_entered(final)) == 3


def test_event_create_by_referent_gives_the_club_the_organiser_role() -> None:
    user, referent = make.make_user(), make.make_user(referent=True)
    event = make.make_event(organiser=make.make_organiser(user), by=referent)
    assert set(event.roles.values_list("user", flat=True)) == {user.pk, referent.pk}


def test_migration_gives_the_club_of_a_final_its_role_once() -> None:
    """The migration grants the role once, and not again after the role was revoked."""
    season, calls = _season()
    _accept(calls[0])
    user = make.make_user()
    final = _final(season, make.make_organiser(user))
    EventRole.objects.filter(event=final, user=user).delete()
    EventRole.history.filter(event=final, user=user).delete()
    grant = import_module("tournament.migrations.0018_final_organiser").grant
    grant(apps, None)
    roles.role_revoke(event=final, user=user, role=EventRole.Role.ORGANISER, by=None)
    grant(apps, None)
    assert not EventRole.objects.filter(event=final, user=user).exists()
