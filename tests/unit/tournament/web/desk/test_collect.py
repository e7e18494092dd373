"""Test the desk before the day: what it counts, who asks, and what comes next."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at, levels
from tournament.entries.services import entry_add
from tournament.models import EntryRequest, Event

pytestmark = pytest.mark.django_db


def _event(days: int = 16, **facts: Any) -> Event:
    return make.authorised_event(**make.upcoming(days), **facts)


def _asked(event: Event, number: int) -> list[EntryRequest]:
    return [
        EntryRequest.objects.create(
            event=event,
            first_name="Amos",
            last_name=f"Morandi {nth}",
            email=f"amos{nth}@example.org",
            state=EntryRequest.State.PENDING,
        )
        for nth in range(number)
    ]


def test_desk_before_the_eve_shares_and_from_the_eve_opens_the_check_in(organiser: AsOrganiser) -> None:
    later, soon = _event(16), _event(1)
    page = text_of(organiser(later).get(at("desk", later)))
    assert page.index("data-share=") > page.index(at("event_open_check_in", later))
    page = text_of(organiser(soon).get(at("desk", soon)))
    assert "data-share=" not in page
    assert at("event_open_check_in", soon) in page


def test_desk_counts_entries_names_and_what_is_missing(organiser: AsOrganiser) -> None:
    event = _event(capacity=24)
    for person in make.make_people(10):
        entry_add(event=event, person=person, by=None)
    private = make.make_person()
    make.agree(private, consent=False)
    entry_add(event=event, person=private, by=None)
    page = organiser(event).get(at("desk", event)).context["page"]
    assert (page.count, page.capacity, page.minimum, page.missing, page.with_name) == (11, 24, 12, 1, 10)


def test_request_is_accepted_on_the_desk(organiser: AsOrganiser) -> None:
    event = _event()
    first, second = _asked(event, 2)
    client, desk = organiser(event), at("desk", event)
    assert client.get(desk).context["page"].pending == [first, second]
    answer = client.post(at("entry_request_approve", event, first.pk), {"next": desk})
    assert answer.headers["location"] == desk
    assert client.get(desk).context["page"].pending == [second]
    assert event.entries.count() == 1


def test_all_requests_are_accepted_and_the_next_ones_without_asking(organiser: AsOrganiser) -> None:
    event = _event(capacity=3, entry_mode="approval")
    _asked(event, 4)
    client = organiser(event)
    assert levels(client.post(at("entries_open", event), follow=True)) == ["success"]
    event.refresh_from_db()
    assert (event.entry_mode, event.entries.count()) == ("open", 3)
    assert EntryRequest.objects.get(event=event, entry=None).state == EntryRequest.State.WAITING


def test_desk_before_the_day_takes_a_fixed_number_of_queries(
    organiser: AsOrganiser, django_assert_max_num_queries: Any
) -> None:
    for players in (2, 20):
        event = _event()
        for person in make.make_people(players):
            entry_add(event=event, person=person, by=None)
        _asked(event, players)
        client = organiser(event)
        client.get(at("desk", event))
        with django_assert_max_num_queries(14):
            client.get(at("desk", event))


def test_desk_says_how_many_days_are_left(organiser: AsOrganiser) -> None:
    for days, words in ((0, "oggi"), (1, "domani"), (5, "tra 5 giorni")):
        event = _event(days)
        assert event.first_day == timezone.localdate() + timedelta(days=days)
        assert f", {words}" in text_of(organiser(event).get(at("desk", event)))
