"""Test a player who is drawn to a table and does not come (AMB-45)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.models import Entry, Event, Round, Seat
from tournament.rounds import confirmations
from tournament.rounds.no_shows import table_no_show

pytestmark = pytest.mark.django_db


def _seat(event: Event, size: int) -> Seat:
    """Return the second seat of the first table of this size in the last round."""
    tables = [table for table in make.tables_of(make.last_round(event)) if table.seats.count() == size]
    return tables[0].seats.select_related("table__round", "entry__person").get(position=2)


def test_table_no_show_of_four_leaves_three_in_their_order() -> None:
    event = make.drawn_event(players=13)
    absent = _seat(event, 4)
    others = [seat.entry_id for seat in absent.table.seats.order_by("position") if seat.pk != absent.pk]
    assert table_no_show(seat=absent, reason="Non in sala", by=None)
    left = absent.table.seats.order_by("position")
    assert [(seat.entry_id, seat.position) for seat in left] == list(zip(others, (1, 2, 3), strict=True))
    assert Entry.objects.get(pk=absent.entry_id).state == Entry.State.ABSENT
    with pytest.raises(AlreadyDone):
        table_no_show(seat=absent, reason="Non in sala", by=None)
    make.play_round(event)
    row_entries = make.last_round(event).standing_rows.values_list("entry", flat=True)
    assert absent.entry_id not in row_entries


def test_table_no_show_of_three_undoes_the_draw_which_is_made_again_without_the_player() -> None:
    event, organiser = make.played_event(players=14), make.make_user()
    make.next_round(event)
    absent = _seat(event, 3)
    assert not table_no_show(seat=absent, reason="Non in sala", by=organiser)
    assert Round.objects.filter(event=event).count() == 1
    entry = Entry.objects.get(pk=absent.entry_id)
    assert (entry.state, entry.left_after) == (Entry.State.LEFT, 1)
    drawn_again = make.next_round(event)
    seated = Seat.objects.filter(round=drawn_again).values_list("entry", flat=True)
    assert len(seated) == 13
    assert entry.pk not in seated


@pytest.mark.rule("AMB-45")
def test_table_no_show_of_three_after_a_sheet_of_the_round_leaves_two_and_no_third_place() -> None:
    event = make.drawn_event(players=14)
    make.report(make.tables_of(make.last_round(event))[0])
    absent = _seat(event, 3)
    assert table_no_show(seat=absent, reason="Non in sala", by=None)
    assert Entry.objects.get(pk=absent.entry_id).state == Entry.State.ABSENT
    stays = absent.table.seats.select_related("table__round").earliest("position")
    with refuses("NO_SHOW_TWO_LEFT"):
        table_no_show(seat=stays, reason="Anche lui", by=None)
    make.play_round(event)
    rows = make.last_round(event).standing_rows
    # Four tables, thirteen players: four winners, four seconds, three thirds, two fourths.
    assert [rows.filter(**{name: 1}).count() for name in ("wins", "seconds", "thirds")] == [4, 4, 3]


@pytest.mark.rule("AMB-45")
def test_table_no_show_of_three_leaves_two_if_the_others_form_no_tables() -> None:
    event = make.played_event()
    for entry in event.entries.order_by("number")[6:]:
        confirmations.leave_wish(entry=entry, by=None)
    make.next_round(event)
    assert table_no_show(seat=_seat(event, 3), reason="Non in sala", by=None)
    assert sorted(table.seats.count() for table in make.tables_of(make.last_round(event))) == [2, 3]


def test_table_no_show_of_three_in_round_1_is_not_checked_in_for_the_next_draw() -> None:
    event = make.drawn_event(players=14)
    absent = _seat(event, 3)
    assert not table_no_show(seat=absent, reason="Non in sala", by=make.make_user())
    states = dict(Entry.objects.filter(event=event).values_list("pk", "state"))
    assert states.pop(absent.entry_id) == Entry.State.REGISTERED
    assert set(states.values()) == {Entry.State.CHECKED_IN}


def test_table_no_show_is_refused_with_a_sheet_without_a_reason_and_in_the_final() -> None:
    event = make.drawn_event(players=13)
    absent = _seat(event, 4)
    with refuses("DECISION_REASON_MISSING"):
        table_no_show(seat=absent, reason=" ", by=None)
    make.report(absent.table)
    with refuses("NO_SHOW_HAS_SHEET"):
        table_no_show(seat=absent, reason="Non in sala", by=None)
    final = make.final_event()
    with refuses("NO_SHOW_IN_FINAL"):
        table_no_show(seat=_seat(final, 4), reason="Non in sala", by=None)


def test_no_show_page_changes_the_table_and_refuses_a_seat_of_another_event(client: Client) -> None:
    event, other, organiser = make.drawn_event(players=13), make.drawn_event(players=13), make.make_user()
    make.grant(event, organiser)
    client.force_login(organiser)
    address = reverse("round_no_show", args=[event.slug, 1])
    absent = _seat(event, 4)
    page = client.get(address).content.decode()
    assert "Tavolo 1: prosegue in 3" in page
    assert "Tavolo 2: il turno si sorteggia di nuovo" in page

    def send(seat: Seat) -> Any:
        return client.post(address, {"seat": seat.pk, "reason": "Non in sala"})

    assert send(_seat(other, 4)).status_code == 422
    assert send(absent).status_code == 302
    assert send(absent).status_code == 422
    assert absent.table.seats.count() == 3
    assert "Tavolo 2: il turno si sorteggia di nuovo" in client.get(address).content.decode()
    client.post(address, {"seat": _seat(event, 3).pk, "reason": "x"})
    assert not Round.objects.filter(event=event).exists()
