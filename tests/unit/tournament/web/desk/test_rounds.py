"""Test the organiser's round pages: draws, clock, closing, the final, the conclusion."""

from __future__ import annotations

import pytest

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at, levels
from tournament.models import LeaveWish, Round, Seat
from tournament.rounds import confirmations

pytestmark = pytest.mark.django_db


def test_round_new_page_previews_the_draw(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=13)
    answer = organiser(event).get(at("round_new", event))
    check = answer.context["check"]
    assert (check.players, check.fours, check.threes) == (13, 1, 3)
    assert answer.context["blocks"] == []


def test_art_1_3_round_new_with_too_few_players_is_refused(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=11, **make.around_today())
    answer = organiser(event).post(at("round_new", event), {"word": make.WORD})
    assert answer.status_code == 422
    assert "1.3" in answer.context["refusal"] or "12" in answer.context["refusal"]
    assert event.round_set.count() == 0


def test_round_new_without_a_word_is_refused(organiser: AsOrganiser) -> None:
    event = make.check_in_event(**make.around_today())
    answer = organiser(event).post(at("round_new", event), {"word": " "})
    assert (answer.status_code, event.round_set.count()) == (422, 0)
    assert answer.context["form"].errors["word"] == ["Scrivi la parola: senza non si sorteggia."]


def test_round_new_repeated_draws_once(organiser: AsOrganiser) -> None:
    event = make.check_in_event(**make.around_today())
    client = organiser(event)
    assert client.post(at("round_new", event), {"word": make.WORD})["Location"] == at("round_drawn", event, 1)
    again = client.post(at("round_new", event), {"word": "altra"})
    assert (again.status_code, event.round_set.count()) == (422, 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [("tables", "1 2 3 99"), ("kingdom", "Mercato, Fabbro"), ("rejected", "Drago"), ("hand_word", "x" * 65)],
)
def test_round_new_by_hand_wrong_field_shows_its_error(field: str, value: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event(**make.around_today())
    witnesses = {"first_witness": "Elisa Dell’Orto", "second_witness": "Omar Deledda"}
    form_data = {"by_hand": "1", "kingdom": "Mercato", "hand_word": make.WORD, **witnesses}
    answer = organiser(event).post(at("round_new", event), {**form_data, field: value})
    assert (answer.status_code, answer.context["hand"].errors.keys()) == (422, {field})
    assert event.round_set.count() == 0


def test_round_undo_without_a_reason_is_refused(organiser: AsOrganiser) -> None:
    event = make.drawn_event(start=False)
    client = organiser(event)
    assert client.get(at("round_undo", event, 1)).status_code == 200
    assert client.post(at("round_undo", event, 1), {"reason": ""}).status_code == 422


def test_round_undo_with_a_sheet_is_refused(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    make.report(make.tables_of(make.last_round(event))[0])
    answer = organiser(event).post(at("round_undo", event, 1), {"reason": "Perché sì"})
    assert (answer.status_code, event.round_set.count()) == (422, 1)
    assert answer.context["form"].non_field_errors()


def test_round_clock_redirects_to_a_safe_next_page_only(organiser: AsOrganiser) -> None:
    event = make.drawn_event(start=False)
    client = organiser(event)
    answer = client.post(at("round_clock", event, 1, "avvia"), {"next": at("desk", event)})
    assert answer["Location"] == at("desk", event)
    for wrong in ("https://altrove.example/", "//altrove.example/", "anything", "desk", "//["):
        away = client.post(at("round_clock", event, 1, "pausa"), {"next": wrong})
        assert away["Location"] == at("round_desk", event, 1)
    assert Round.objects.get(event=event).clock_left is not None
    client.post(at("round_clock", event, 1, "riprendi"))
    before = Round.objects.get(event=event).clock_ends_at
    client.post(at("round_clock", event, 1, "allunga"), {"minutes": "90"})
    assert Round.objects.get(event=event).clock_ends_at == before
    client.post(at("round_clock", event, 1, "allunga"), {"minutes": "5"})
    client.post(at("round_clock", event, 1, "allunga"), {"minutes": "5", "reason": "Una carta persa"})
    assert (Round.objects.get(event=event).clock_ends_at - before).total_seconds() == 600
    assert client.post(f"/organizza/{event.slug}/turni/1/orologio/salta/").status_code == 404


def test_art_1_5_round_close_with_open_tables_is_refused(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    answer = organiser(event).post(at("round_close", event, 1), {"word": make.WORD})
    assert answer.status_code == 422
    assert "1.5" in answer.context["refusal"]
    assert Round.objects.get(event=event).state == "running"


def test_art_1_5_round_close_page_links_to_the_missing_tables(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    make.report(make.tables_of(make.last_round(event))[1])
    page = organiser(event).get(at("round_close", event, 1)).content.decode()
    for number, open_still in ((1, True), (2, False), (3, True)):
        assert (at("sheet", event, 1, number) in page) is open_still
    assert 'name="csrfmiddlewaretoken"' not in page.partition('<main id="main"')[2].partition("</main>")[0]


def test_round_close_shows_equals_and_draws_their_lots(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    make.play_round(event, close=False)
    client = organiser(event)
    closing = client.get(at("round_close", event, 1)).context["closing"]
    # Three tables of four: their four groups of equals are the winners, the seconds, the thirds and the fourths.
    assert [line["place"] for line in closing.lines] == ["1–3"] * 3 + ["4–6"] * 3 + ["7–9"] * 3 + ["10–12"] * 3
    # The lots of the winners and of the last move nobody.
    assert closing.lots == [
        "4º–6º posto, 3 pari con 1 secondo posto: 1 va al tavolo 1, 2 vanno al tavolo 2.",
        "7º–9º posto, 3 pari con 1 terzo posto: 2 vanno al tavolo 2, 1 va al tavolo 3.",
    ]
    assert (closing.staying, closing.fours, closing.threes) == (12, 3, 0)
    refused = client.post(at("round_close", event, 1), {"word": ""})
    assert (refused.status_code, Round.objects.get(event=event).state) == (422, "running")
    for _ in range(2):
        client.post(at("round_close", event, 1), {"word": make.WORD})
    assert Round.objects.get(event=event).state == "closed"
    assert Round.objects.get(event=event).standing_rows.count() == 12


def test_round_close_draws_what_follows_without_those_who_stop(organiser: AsOrganiser) -> None:
    event = make.drawn_event(players=13, **make.around_today())
    make.play_round(event, close=False)
    client = organiser(event)
    asked, ticked, late = event.entries.order_by("number")[:3]
    confirmations.leave_wish(entry=asked, by=None)
    page = client.get(at("round_close", event, 1))
    assert (page.context["closing"].stopping, page.context["asked"]) == ([str(asked.person)], {asked.pk})
    # Ticked now; the wish of the first is taken back; the third asks by phone while the page is open.
    live = client.get(at("round_close", event, 1), {"stops": [ticked.pk]}, headers={"HX-Request": "true"})
    assert "12 restano: 3 tavoli da 4." in text_of(live)
    confirmations.leave_wish(entry=late, by=None)
    form = {"stops": [ticked.pk], "asked": [asked.pk], "word": make.WORD, "draw": "1"}
    refused = client.post(at("round_close", event, 1), form | {"word": " "})
    assert (refused.status_code, Round.objects.get(event=event).state) == (422, "running")
    assert refused.context["closing"].stopping == [str(ticked.person)]
    answer = client.post(at("round_close", event, 1), form)
    assert answer["Location"] == at("round_drawn", event, 2)
    assert list(event.round_set.order_by("number").values_list("state", flat=True)) == ["closed", "published"]
    left = event.entries.filter(state="left").values_list("pk", "left_after")
    assert set(left) == {(ticked.pk, 1), (late.pk, 1)}
    assert Seat.objects.filter(round__event=event, round__number=2).count() == 11
    again = client.post(at("round_close", event, 1), form)
    assert (again.status_code, event.round_set.count()) == (422, 2)


def test_round_close_before_the_final_names_the_seat_that_a_lot_gives(organiser: AsOrganiser) -> None:
    event = make.played_event(rounds_played=1, **make.around_today())
    make.next_round(event)
    make.play_round(event, close=False)
    client = organiser(event)
    closing = client.get(at("round_close", event, 2)).context["closing"]
    assert (closing.finalists, closing.fours, closing.threes) == (4, 0, 0)
    first = closing.lines[0]["entry"]
    page = client.get(at("round_close", event, 2), {"stops": [first]}, headers={"HX-Request": "true"})
    assert page.context["closing"].staying == 11
    client.post(at("round_close", event, 2), {"word": make.WORD, "draw": "1", "stops": [first]})
    final = Round.objects.get(event=event, is_final=True)
    assert final.tables.get().seats.count() == 4
    assert not final.tables.get().seats.filter(entry=first).exists()
    make.play_round(event, close=False)
    page = client.get(at("round_close", event, 3)).content.decode()
    assert 'name="word"' not in page
    assert 'name="draw"' not in page
    assert client.post(at("round_close", event, 3))["Location"] == at("desk", event)


def test_round_close_only_closes_if_asked_or_too_few_stay(organiser: AsOrganiser) -> None:
    """Art. 1.5: five players form no tables; a draw by hand needs a closed round."""
    event = make.drawn_event(players=12, **make.around_today())
    make.play_round(event, close=False)
    client = organiser(event)
    assert client.get(at("round_close", event, 1), {"solo": ""}).context["draws"] is False
    stops = [entry.pk for entry in event.entries.order_by("number")[5:]]
    page = client.get(at("round_close", event, 1), {"stops": stops}, headers={"HX-Request": "true"})
    assert (page.context["closing"].can_follow, page.context["draws"]) == (False, False)
    form = {"word": make.WORD, "stops": stops}
    answer = client.post(at("round_close", event, 1), form | {"draw": "1"})
    assert (answer.status_code, Round.objects.get(event=event).state) == (422, "running")
    assert not LeaveWish.objects.exists()
    assert client.post(at("round_close", event, 1), form)["Location"] == at("desk", event)
    assert Round.objects.get(event=event).state == "closed"


def test_final_new_before_the_last_round_is_refused(organiser: AsOrganiser) -> None:
    early = make.played_event(rounds_played=1, **make.around_today())
    assert organiser(early).post(at("final_new", early), {"word": make.WORD}).status_code == 422
    assert early.round_set.count() == 1
    event = make.played_event(rounds_played=2, **make.around_today())
    client = organiser(event)
    assert client.get(at("final_new", event)).status_code == 200
    assert client.post(at("final_new", event), {"word": make.WORD}).status_code == 302
    assert Round.objects.get(event=event, is_final=True).tables.get().seats.count() == 4


def test_round_desk_unknown_round_redirects_to_the_desk(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    assert organiser(event).get(at("round_desk", event, 7))["Location"] == at("desk", event)
    assert organiser(event).post(at("round_close", event, 7)).status_code == 404


def test_event_conclude_before_the_final_is_refused_and_repeated_is_idempotent(organiser: AsOrganiser) -> None:
    event = make.final_event()
    client = organiser(event)
    assert levels(client.post(at("event_conclude", event), follow=True)) == ["error"]
    make.play_round(event)
    for level in ("success", "info"):
        assert levels(client.post(at("event_conclude", event), follow=True))[-1] == level
    assert event.final_places.count() == 12
