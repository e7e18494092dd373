"""Test REQ-809: undoing a draw or recording one made by hand needs the agreement of someone else than the requester."""

from __future__ import annotations

from typing import Any

import pytest

from games.dominion.cards import SUGGESTED_KINGDOMS
from tests import factories as make
from tournament.access.links import participant_links_print
from tournament.core.errors import AlreadyDone, ReasonMissing, RoundHasSheets, TablesByHandWrong
from tournament.draws.errors import DrawByHandWrong
from tournament.draws.requests import open_request
from tournament.events.timeline import event_history
from tournament.models import Draw, DrawRequest, Entry, Event, Round
from tournament.rounds import draw_requests as asking
from tournament.rounds.confirmations import seat_confirm
from tournament.rounds.errors import AgreementNotYours, AgreementOwn, DrawRequestGone, DrawRequestOpen
from tournament.sheets import services as sheets
from tournament.sheets.errors import LotsByHandAlone

pytestmark = pytest.mark.django_db
KINGDOM = {"drawn": list(SUGGESTED_KINGDOMS["first_game"]), "rejected": []}


def _request_undo(event: Event, by: Any) -> DrawRequest:
    return asking.undo_ask(round=make.last_round(event), reason="Manca un giocatore", by=by)


def test_request_agree_needs_one_other_account() -> None:
    event, organiser = make.drawn_event(start=False), make.make_user()
    request = _request_undo(event, organiser)
    assert Round.objects.filter(event=event).count() == 1
    with pytest.raises(AgreementOwn):
        asking.request_agree(request=request, by=organiser)
    assert asking.request_agree(request=request, by=make.make_user())
    assert Round.objects.filter(event=event).count() == 0
    undone = Draw.objects.filter(event=event, annulled_at__isnull=False, drawn_at__isnull=False)
    assert {draw.annulled_reason for draw in undone} == {"Manca un giocatore"}
    assert [draw.annulled_agreed for draw in undone] == [{"accounts": ["referent"], "players": []}] * 3
    with pytest.raises(AlreadyDone):
        asking.request_agree(request=request, by=make.make_user())
    verbs = [row.verb for row in event_history(event)]
    assert {"draw_request_ask", "draw_request_agree", "draw_request_done"} <= set(verbs)


def test_request_agree_needs_two_players_of_the_event() -> None:
    event, organiser = make.drawn_event(players=12), make.make_user()
    first, second, departed = Entry.objects.filter(event=event).order_by("number")[:3]
    departed.state = Entry.State.LEFT
    departed.save()
    request = _request_undo(event, organiser)
    with pytest.raises(AgreementNotYours):
        asking.request_agree(request=request, entry=departed)
    with pytest.raises(AgreementNotYours):
        asking.request_agree(request=request, entry=make.drawn_event().entries.earliest("pk"))
    assert not asking.request_agree(request=request, entry=first)
    with pytest.raises(AlreadyDone):
        asking.request_agree(request=request, entry=first)
    assert Round.objects.filter(event=event).exists()
    assert asking.request_agree(request=request, entry=second)
    assert not Round.objects.filter(event=event).exists()
    undone = Draw.objects.get(event=event, purpose="seats", annulled_at__isnull=False, scope="round-1")
    assert undone.annulled_agreed == {"accounts": [], "players": ["p01", "p02"]}


def test_request_agree_as_a_player_is_refused_to_the_requester() -> None:
    event, organiser = make.drawn_event(), make.make_user()
    entry = event.entries.select_related("person").earliest("pk")
    entry.person.user = organiser
    entry.person.save()
    with pytest.raises(AgreementNotYours):
        asking.request_agree(request=_request_undo(event, organiser), entry=entry)


def test_draw_request_can_be_withdrawn_and_only_one_is_open() -> None:
    event, organiser = make.drawn_event(), make.make_user()
    with pytest.raises(ReasonMissing):
        asking.undo_ask(round=make.last_round(event), reason=" ", by=organiser)
    request = _request_undo(event, organiser)
    with pytest.raises(DrawRequestOpen):
        _request_undo(event, organiser)
    asking.request_withdraw(request=request, by=organiser)
    assert open_request(event) is None
    with pytest.raises(DrawRequestGone):
        asking.request_agree(request=request, by=make.make_user())
    _request_undo(event, organiser)


def test_draw_request_expires_when_the_event_continues() -> None:
    event, organiser = make.drawn_event(), make.make_user()
    request = _request_undo(event, organiser)
    make.play_round(event)
    assert open_request(event) is None
    with pytest.raises(DrawRequestGone):
        asking.request_agree(request=request, by=make.make_user())
    make.next_round(event)
    assert open_request(event) is None
    again = _request_undo(event, organiser)
    request.refresh_from_db()
    assert (request.withdrawn_at is not None, again.round_number) == (True, 2)


def test_draw_request_impossible_draw_is_refused_immediately() -> None:
    event = make.drawn_event()
    make.report(make.tables_of(make.last_round(event))[0])
    with pytest.raises(RoundHasSheets):
        _request_undo(event, make.make_user())
    fresh = make.check_in_event(**make.around_today())
    for draw_data, error in (
        ({"seats": [list(fresh.entries.all()[:5])]}, TablesByHandWrong),
        ({"kingdom": {"drawn": ["moat"], "rejected": []}, "word": make.WORD}, DrawByHandWrong),
    ):
        with pytest.raises(error):
            asking.hand_draw_ask(event=fresh, final=False, reason="Niente rete", by=None, **draw_data)
    assert not DrawRequest.objects.exists()
    assert not Draw.objects.filter(event=fresh, drawn_at__isnull=False).exists()


def test_hand_draw_waits_for_agreement_and_stores_the_reason() -> None:
    event, organiser = make.check_in_event(**make.around_today()), make.make_user()
    everybody = list(event.entries.order_by("number"))
    seats = [everybody[:4], everybody[4:8], everybody[8:]]
    request = asking.hand_draw_ask(
        event=event, final=False, reason="Niente rete", by=organiser, seats=seats, kingdom=KINGDOM
    )
    assert not Round.objects.filter(event=event).exists()
    for entry in everybody[:2]:
        asking.request_agree(request=request, entry=entry)
    round_ = make.last_round(event)
    assert (round_.state, round_.setup["drawn"]) == ("published", KINGDOM["drawn"])
    draws = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert {(draw.purpose, draw.by_hand, draw.hand_reason) for draw in draws} == {
        (purpose, True, "Niente rete") for purpose in ("tables", "seats", "kingdom")
    }
    assert [draw.hand_agreed["players"] for draw in draws] == [["p01", "p02"]] * 3


def test_hand_draw_of_single_parts_of_the_final() -> None:
    event, organiser = make.played_event(rounds_played=2, **make.around_today()), make.make_user()
    order = [row.entry for row in make.last_round(event).standing_rows.order_by("position")[:4]][::-1]
    request = asking.hand_draw_ask(
        event=event, final=True, reason="Niente rete", by=organiser, seats=[order], word=make.WORD
    )
    asking.request_agree(request=request, by=make.make_user())
    final = make.last_round(event)
    assert [seat.entry for seat in final.tables.get().seats.order_by("position")] == order
    drawn = Draw.objects.filter(event=event, scope="final", drawn_at__isnull=False)
    assert dict(drawn.values_list("purpose", "by_hand")) == {"seats": True, "kingdom": False}


def test_lots_by_hand_need_a_second_account_or_two_players() -> None:
    """Art. 1.5 e: paper lots drawn at the table need more than one person's statement."""
    event, referee = make.drawn_event(), make.make_user()
    first, second = make.tables_of(make.last_round(event))[:2]
    for table in (first, second):
        data = make.tied_sheet(table, (1, 2))
        for index, lot in enumerate((2, 1)):
            data["seats"][index]["lot"] = lot
        sheet = sheets.sheet_submit(table=table, data=data, by=referee)
        with pytest.raises(LotsByHandAlone):
            sheets.sheet_confirm(sheet=sheet, by=referee, accept_warnings=True)
    assert not Draw.objects.filter(event=event, purpose="table_lots", drawn_at__isnull=False).exists()
    sheets.sheet_confirm(sheet=first.sheets.get(), by=make.make_user(), accept_warnings=True)
    for seat in second.seats.all()[:2]:
        seat_confirm(table=second, entry=seat.entry, version=1, link=None, by=None)
    sheets.sheet_confirm(sheet=second.sheets.get(), by=referee, accept_warnings=True)
    lots = Draw.objects.filter(event=event, purpose="table_lots", drawn_at__isnull=False).order_by("scope")
    assert [len(draw.hand_agreed["accounts"]) for draw in lots] == [1, 0]
    assert [len(draw.hand_agreed["players"]) for draw in lots] == [0, 2]


def test_lots_by_hand_are_not_confirmed_through_printed_links() -> None:
    event, referee = make.drawn_event(), make.make_user()
    (table, *_others) = make.tables_of(make.last_round(event))
    data = make.tied_sheet(table, (1, 2))
    for index, lot in enumerate((2, 1)):
        data["seats"][index]["lot"] = lot
    sheet = sheets.sheet_submit(table=table, data=data, by=referee)
    links = {link.entry_id: link for link in participant_links_print(event=event, by=None)}
    for seat in table.seats.all()[:2]:
        seat_confirm(table=table, entry=seat.entry, version=1, link=links[seat.entry_id], by=None)
    with pytest.raises(LotsByHandAlone):
        sheets.sheet_confirm(sheet=sheet, by=referee, accept_warnings=True)
