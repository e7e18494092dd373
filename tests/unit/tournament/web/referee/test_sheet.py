"""Test the sheet page of a table, from typing to confirmation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import shown_messages, text_of
from tests.unit.tournament.web.sheet_forms import at, equal, places, table_of, typed
from tournament.models import Event, Seat, Sheet, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return table_of(make.drawn_event())


@pytest.fixture
def client(table: Table, referee: Callable[[Event], Client]) -> Client:
    return referee(table.round.event)


# ---------------------------------------------------------------- typing


def test_sheet_preview_shows_a_finding_at_its_seat_with_proof_and_fix(client: Client, table: Table) -> None:
    """D2: seven Coppers and three Estates are worth 3 points, not 5."""
    values = {"mode": "breakdown", "s0_copper": "7", "s0_estate": "3", "s0_duchy": "0", "s0_province": "0"}
    values |= {
        "s0_curse": "0",
        "s0_gardens": "0",
        "s0_silver": "0",
        "s0_gold": "0",
        "s0_actions": "0",
        "s0_points": "5",
    }
    page = text_of(client.post(at("sheet_preview", table), values))
    first, second = (re.search(rf'id="findings-{seat}".*?(?=id="sum-|$)', page, re.DOTALL) for seat in (0, 1))
    assert first is not None
    assert second is not None
    assert 'class="fo-finding"' in first[0]
    assert "<details" in first[0]
    assert '<button type="submit" class="btn btn-danger" name="fix" value="s0_points=3"' in first[0]
    assert "fo-finding" not in second[0]
    assert 'id="live"' in page
    assert Sheet.objects.count() == 0


def test_sheet_preview_number_with_too_many_digits_stays_a_number(client: Client, table: Table) -> None:
    """F4: a repeated key press must not be reported as text."""
    page = text_of(client.post(at("sheet_preview", table), {"mode": "numbers", "s0_points": "3333333"}))
    assert "«sedia 1, punti»: 3333333 non è ammesso; va da -9999 a 9999." in page
    page = text_of(client.post(at("sheet_preview", table), {"mode": "numbers", "s0_points": "1O"}))
    assert "«sedia 1, punti»: «1O» non è un numero intero." in page


def test_sheet_fix_sets_the_number_and_keeps_the_others(client: Client, table: Table) -> None:
    values = {"mode": "breakdown", "s0_copper": "7", "s0_estate": "3", "s0_points": "5", "s1_turns": "12"}
    answer = client.post(at("sheet", table), {**values, "fix": "s0_points=3"})
    assert answer.status_code == 200
    fixed_values = answer.context["page"].values
    assert (fixed_values["s0_points"], fixed_values["s0_copper"], fixed_values["s1_turns"]) == ("3", "7", "12")
    assert Sheet.objects.count() == 0


def test_sheet_invalid_numbers_are_reported_without_a_server_error(client: Client, table: Table) -> None:
    values = typed(table, s0_points="tanti", s1_turns="1e9", s2_gold="-3", s3_coins="9" * 40)
    page = text_of(client.post(at("sheet_preview", table), values))
    assert page.count('class="fo-finding"') >= 3
    answer = client.post(at("sheet", table), {**values, "deliver": "1", "mode": "boh", "ended_by": "nessuno"})
    assert answer.status_code in (302, 422)


def test_sheet_changed_mode_keeps_the_input(client: Client, table: Table) -> None:
    deck = {"mode": "deck", "s0_copper": "7", "s0_silver": "2", "s0_gold": "1", "s0_points": "3", "s0_turns": "14"}
    numbers = client.post(at("sheet", table), {**deck, "to_mode": "numbers"}).context["page"]
    assert numbers.mode == "numbers"
    form_values = {field["name"]: field["value"] for field in (*numbers.seats[0].counted, *numbers.seats[0].written)}
    assert form_values == {"s0_gold": "1", "s0_coins": "14", "s0_actions": "0", "s0_turns": "14", "s0_points": "3"}
    assert dict(numbers.hidden_values) == {"s0_copper": "7", "s0_silver": "2"}
    deck_response = client.post(
        at("sheet", table), {**form_values, **dict(numbers.hidden_values), "mode": "numbers", "to_mode": "deck"}
    )
    page = deck_response.context["page"]
    assert {field["name"]: field["value"] for field in page.seats[0].counted if field["value"]} == {
        "s0_copper": "7",
        "s0_silver": "2",
        "s0_gold": "1",
    }


@pytest.mark.parametrize("mode", ["points", "numbers", "breakdown", "deck"])
def test_entry_mode_has_its_fields(mode: str, client: Client, table: Table) -> None:
    page = client.post(at("sheet", table), {"mode": "numbers", "to_mode": mode}).context["page"]
    names = [field["name"] for field in page.seats[0].counted]
    assert len(names) >= {"points": 0, "numbers": 3, "breakdown": 9, "deck": 17}[mode]
    assert [field["name"] for field in page.seats[0].written] == ["s0_turns", "s0_points"]
    assert (names == []) == (mode == "points")
    assert all(field["label"] for field in page.seats[0].counted)


# ---------------------------------------------------------------- delivering


def test_sheet_deliver_and_confirm_five_numbers(client: Client, table: Table) -> None:
    answer = client.post(at("sheet", table), {**typed(table), "deliver_and_confirm": "1", "key": "k1"}, follow=True)
    assert answer.status_code == 200
    sheet = Sheet.objects.get()
    assert (sheet.state, sheet.version, sheet.entered_by) == ("confirmed", 1, client.user)
    assert places(table) == [1, 2, 3, 4]
    assert len(shown_messages(answer)) == 2


@pytest.mark.parametrize(
    "empty",
    [
        ("s0_gold", "s0_coins", "s0_actions"),
        tuple(f"s{seat}_{name}" for seat in range(4) for name in ("gold", "coins", "actions")),
    ],
    ids=["one-seat", "everybody"],
)
def test_sheet_deliver_numbers_needed_only_for_ties_may_be_empty(
    empty: tuple[str, ...], client: Client, table: Table
) -> None:
    values = typed(table, **dict.fromkeys(empty))
    assert "deliver_and_confirm" in text_of(client.post(at("sheet_preview", table), values))
    client.post(at("sheet", table), {**values, "deliver_and_confirm": "1"})
    assert Sheet.objects.get().findings == []
    assert places(table) == [1, 2, 3, 4]


def test_sheet_deliver_partial_breakdown_is_accepted(client: Client, table: Table) -> None:
    values = {**typed(table), "mode": "breakdown"}
    for seat in range(4):
        for name in ("gold", "coins", "actions"):
            values.pop(f"s{seat}_{name}")
    client.post(at("sheet", table), {**values, "s0_province": "4", "deliver_and_confirm": "1"})
    assert Sheet.objects.get().state == "confirmed"
    assert places(table) == [1, 2, 3, 4]


@pytest.mark.parametrize(("turns", "last"), [((20, 20, 20, 20), 4), ((20, 19, 19, 19), 1)])
def test_sheet_deliver_points_and_turns_say_who_played_last(
    turns: tuple[int, ...], last: int, client: Client, table: Table
) -> None:
    changed = {f"s{seat}_turns": count for seat, count in enumerate(turns)}
    values = typed(table, **changed, mode="points", ended_by=None)
    values = {name: text for name, text in values.items() if name.partition("_")[2] not in ("gold", "coins", "actions")}
    page = text_of(client.post(at("sheet_preview", table), values))
    assert f"dai turni: la sedia {last}" in page
    client.post(at("sheet", table), {**values, "deliver_and_confirm": "1"})
    assert (Sheet.objects.get().state, Sheet.objects.get().data["ended_by"]) == ("confirmed", last)
    assert places(table) == [1, 2, 3, 4]


def test_sheet_last_player_unknown_while_turns_contradict(client: Client, table: Table) -> None:
    values = typed(table, s0_turns=18, mode="points", ended_by=None)
    answer = client.post(at("sheet", table), {**values, "deliver": "1"})
    assert answer.status_code == 422
    assert "dai turni" not in text_of(answer)
    assert Sheet.objects.count() == 0


def test_sheet_equal_in_points_and_turns_asks_once_for_all_criteria(client: Client, table: Table) -> None:
    """Art. 1.5 b-d: the value of the coins is computed from what is counted."""
    values = equal(table, "gold", "coins", "actions") | {"mode": "breakdown", "tie": ""}
    response = client.post(at("sheet_preview", table), values)
    page = response.context["page"]
    names = [[field["name"] for field in form.tie] for form in page.seats]
    cards = ("copper", "silver", "gold", "actions")
    assert names == [[f"s{seat}_tie_{card}" for card in cards] for seat in (0, 1)] + [[], []]
    assert 'id="tie"' in text_of(response)
    # The fields that are being filled in stay; the coins decide, with more Silver.
    counted = [("7", "2", "3", "6"), ("7", "1", "3", "6")]
    for seat, numbers in enumerate(counted):
        values |= {f"s{seat}_tie_{card}": number for card, number in zip(cards, numbers, strict=True)}
    values["tie"] = "0,1"
    response = client.post(at("sheet_preview", table), values)
    assert 'id="tie"' not in text_of(response)
    assert response.context["page"].decided == "Valore in monete 20 a 18"
    client.post(at("sheet", table), {**values, "deliver_and_confirm": "1"})
    assert places(table)[:2] == [1, 2]
    assert [seat.values["coins"] for seat in table.seats.filter(position__lte=2).order_by("position")] == [20, 18]


def test_sheet_equal_on_what_equals_count_leaves_it_to_the_lot(client: Client, table: Table) -> None:
    values = equal(table, "gold", "coins", "actions") | {"mode": "points", "deliver": "1"}
    for seat in (0, 1):
        values |= {f"s{seat}_tie_{card}": "5" for card in ("copper", "silver", "gold", "actions")}
    client.post(at("sheet", table), values)
    assert client.get(at("sheet", table)).context["lots_needed"]


def test_sheet_points_follow_from_counted_deck(client: Client, table: Table) -> None:
    values = {"mode": "deck", "s0_copper": "7", "s0_estate": "3", "s0_province": "2", "s0_turns": "20"}
    page = text_of(client.post(at("sheet_preview", table), values))
    assert re.search(r'id="follows-s0_points"[^>]*>risulta 15<', page)
    typed_too = text_of(client.post(at("sheet_preview", table), {**values, "s0_points": "15"}))
    assert re.search(r'id="follows-s0_points"[^>]*><', typed_too)


def test_sheet_opens_first_seat_that_is_not_done(client: Client, table: Table) -> None:
    values = {"mode": "points", "s0_points": "30", "s0_turns": "20", "s1_points": "20"}
    page = client.post(at("sheet", table), {**values, "to_mode": "points"}).context["page"]
    assert (page.open_seat, page.seats[0].state, page.seats[1].state) == (1, "done", "")


@pytest.mark.parametrize("empty", ["s1_points", "s2_turns", "end"])
def test_sheet_deliver_missing_required_number_is_refused(empty: str, client: Client, table: Table) -> None:
    values = typed(table, **{empty: None})
    answer = client.post(at("sheet", table), {**values, "deliver": "1"})
    assert answer.status_code == 422
    assert Sheet.objects.count() == 0
    assert answer.context["refusal"]
    page = answer.context["page"]
    shown_findings = [*page.findings, *(finding for seat in page.seats for finding in seat.findings)]
    assert {finding["field"] for finding in shown_findings if finding["code"] == "M1"} == {empty}
    assert 'name="deliver" value="anyway"' in text_of(answer)
    client.post(at("sheet", table), {**values, "deliver": "anyway"})
    assert Sheet.objects.get().state == "submitted"


def test_sheet_deliver_tie_without_the_deciding_number_is_refused(client: Client, table: Table) -> None:
    """Art. 1.5 b: equal points and turns, and the Gold was not counted."""
    values = equal(table, "gold")
    preview = client.post(at("sheet_preview", table), values)
    assert preview.context["problem"]
    response = client.post(at("sheet", table), {**values, "deliver": "1"})
    assert response.status_code == 422
    assert Sheet.objects.count() == 0
    shown_findings = [
        finding for seat in response.context["page"].seats for finding in seat.findings if finding["code"] == "M1"
    ]
    assert [finding["field"] for finding in shown_findings] == ["s0_gold", "s1_gold"]
    assert ["serve Oro" in finding["sentence"] for finding in shown_findings] == [True, True]
    answer = client.post(at("sheet", table), {**values, "deliver": "anyway"}, follow=True)
    assert answer.context["without_places"]
    assert answer.context["problem"] in text_of(answer)
    assert reverse("sheet_confirm", args=[table.round.event.slug, 1, 1]) not in text_of(answer)


def test_sheet_deliver_same_key_is_one_version(client: Client, table: Table) -> None:
    values = {**typed(table), "deliver": "1", "key": "una-volta", "seen": "0"}
    for _ in range(2):
        assert client.post(at("sheet", table), values).status_code == 302
    assert Sheet.objects.count() == 1


def test_sheet_deliver_after_a_newer_version_answers_409_first(
    client: Client, table: Table, referee: Callable[[Event], Client]
) -> None:
    other = referee(table.round.event)
    other.post(at("sheet", table), {**typed(table, [2, 1, 3, 4]), "deliver": "1", "key": "a", "seen": "0"})
    mine = {**typed(table), "deliver": "1", "key": "b", "seen": "0"}
    answer = client.post(at("sheet", table), mine)
    assert answer.status_code == 409
    assert other.user.username in answer.context["words"]
    assert Sheet.objects.count() == 1
    assert 'name="seen" value="1"' in text_of(answer)
    assert client.post(at("sheet", table), {**mine, "seen": "1"}).status_code == 302
    assert list(Sheet.objects.order_by("version").values_list("state", flat=True)) == ["superseded", "submitted"]


# ---------------------------------------------------------------- confirming


def _deliver(client: Client, table: Table, **other: Any) -> Any:
    return client.post(at("sheet", table), {**typed(table, **other), "deliver": "anyway"}, follow=True)


def test_sheet_confirm_with_an_error_needs_a_reason(client: Client, table: Table) -> None:
    answer = _deliver(client, table, s0_coins=1)
    assert answer.context["errors"]
    refused = client.post(at("sheet_confirm", table), {"version": "1"}, follow=True)
    assert len(shown_messages(refused)) == 1
    assert Sheet.objects.get().state == "submitted"
    client.post(at("sheet_confirm", table), {"version": "1", "forced_reason": "Contato due volte"})
    sheet = Sheet.objects.get()
    assert (sheet.state, sheet.forced_reason) == ("confirmed", "Contato due volte")
    public = text_of(client.get(at("table_result", table)))
    assert "Contato due volte" in public


def test_sheet_confirm_with_a_warning_needs_the_tick(client: Client, table: Table) -> None:
    short = {f"s{seat}_turns": 50 for seat in range(4)}
    answer = _deliver(client, table, **short)
    assert (answer.context["warnings"], answer.context["errors"]) == (True, False)
    assert 'name="accept_warnings" required' in text_of(answer)
    client.post(at("sheet_confirm", table), {"version": "1"})
    assert Sheet.objects.get().state == "submitted"
    client.post(at("sheet_confirm", table), {"version": "1", "accept_warnings": "on"})
    assert Sheet.objects.get().state == "confirmed"


def test_sheet_confirm_outdated_version_is_refused(client: Client, table: Table) -> None:
    _deliver(client, table)
    _deliver(client, table, s0_points=34)
    answer = client.post(at("sheet_confirm", table), {"version": "1"}, follow=True)
    assert "2" in shown_messages(answer)[0]
    assert places(table) == [None] * 4


@pytest.mark.parametrize("version", ["", "0", "9", "abc", "-1"])
def test_sheet_confirm_unknown_version_answers_404(version: str, client: Client, table: Table) -> None:
    _deliver(client, table)
    assert client.post(at("sheet_confirm", table), {"version": version}).status_code == 404


def test_sheet_confirm_twice_is_idempotent(client: Client, table: Table) -> None:
    _deliver(client, table)
    client.post(at("sheet_confirm", table), {"version": "1"})
    before = Sheet.history.count()
    answer = client.post(at("sheet_confirm", table), {"version": "1"}, follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["success", "info"]
    assert Sheet.history.count() == before


def test_art_1_5_e_tie_draws_lots_and_is_confirmed(client: Client, table: Table) -> None:
    answer = client.post(at("sheet", table), {**equal(table), "deliver": "1"}, follow=True)
    assert answer.context["lots_needed"]
    refused = client.post(at("table_lots", table), {"word": " "}, follow=True)
    assert len(shown_messages(refused)) == 1
    assert Sheet.objects.count() == 1
    drawn = client.post(at("table_lots", table), {"word": make.WORD}, follow=True)
    assert not drawn.context["lots_needed"]
    assert [row["place"] for row in drawn.context["order"]] == [1, 2, 3, 4]
    again = client.post(at("table_lots", table), {"word": "altra"}, follow=True)
    assert [message.level_tag for message in again.context["messages"]] == ["info"]
    client.post(at("sheet_confirm", table), {"version": "2"})
    assert sorted(place for place in places(table)[:2] if place) == [1, 2]


# ---------------------------------------------------------------- abandonment, notes


def test_amb_35_table_abandon_puts_the_player_last_and_can_be_undone(client: Client, table: Table) -> None:
    seat = Seat.objects.get(table=table, position=1)
    page = text_of(client.get(at("table_abandon", table)))
    assert str(seat.entry.person) in page
    refused = client.post(at("table_abandon", table), {"entry": seat.entry_id, "reason": ""})
    assert (refused.status_code, bool(refused.context["refusal"])) == (422, True)
    assert not Seat.objects.get(pk=seat.pk).is_abandoned
    for _ in range(2):
        client.post(at("table_abandon", table), {"entry": seat.entry_id, "reason": "Treno"})
    assert Seat.objects.get(pk=seat.pk).is_abandoned
    assert 'name="undo"' in text_of(client.get(at("table_abandon", table)))
    client.post(at("table_abandon", table), {"entry": seat.entry_id, "undo": "1"})
    assert not Seat.objects.get(pk=seat.pk).is_abandoned
    client.post(at("table_abandon", table), {"entry": seat.entry_id, "reason": "Treno"})
    _deliver(client, table)
    client.post(at("sheet_confirm", table), {"version": "1", "accept_warnings": "on"})
    assert places(table) == [4, 1, 2, 3]


def test_amb_35_seat_of_a_player_who_abandoned_is_marked_and_asks_nothing(client: Client, table: Table) -> None:
    seat = Seat.objects.get(table=table, position=1)
    client.post(at("table_abandon", table), {"entry": seat.entry_id, "reason": "Treno"})
    # A phone that was offline still sends the numbers typed before.
    values = typed(table, turns=None)
    preview = client.post(at("sheet_preview", table), values).context["page"]
    assert (preview.seats[0].state, preview.order[-1]["abandoned"]) == ("gone", True)
    assert {field["value"] for field in (*preview.seats[0].counted, *preview.seats[0].written)} == {""}
    client.post(at("sheet", table), {**values, "deliver": "1"})
    client.post(at("sheet_confirm", table), {"version": "1", "accept_warnings": "on"})
    assert places(table) == [4, 1, 2, 3]
    assert Seat.objects.get(pk=seat.pk).values["points"] is None
    page = text_of(client.get(at("sheet", table)))
    assert "ha abbandonato" in page
    assert ">None<" not in page


@pytest.mark.parametrize("entry", ["", "0", "abc", "999999"])
def test_table_abandon_of_an_entry_not_seated_answers_404(entry: str, client: Client, table: Table) -> None:
    assert client.post(at("table_abandon", table), {"entry": entry, "reason": "Treno"}).status_code == 404


def test_table_note_is_stored_and_changes_no_result(client: Client, table: Table) -> None:
    _deliver(client, table)
    client.post(at("table_note", table), {"note": "Un richiamo alla sedia 2"})
    assert Table.objects.get(pk=table.pk).note == "Un richiamo alla sedia 2"
    assert Sheet.objects.count() == 1


def test_referee_home_shows_every_table_and_starts_the_clock(visitor: Callable[..., Client]) -> None:
    event = make.drawn_event(start=False)
    client = visitor("referee", event)
    page = text_of(client.get(reverse("referee_home")))
    assert page.count('<li class="fo-tile') == 3
    answer = client.post(reverse("round_clock", args=[event.slug, 1, "avvia"]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("referee_home"))
    assert make.last_round(event).state == "running"
    again = client.post(reverse("round_clock", args=[event.slug, 1, "avvia"]), follow=True)
    assert [message.level_tag for message in again.context["messages"]] == ["info"]
    wrong = client.post(reverse("round_clock", args=[event.slug, 1, "allunga"]), {"minutes": "500"}, follow=True)
    assert [message.level_tag for message in wrong.context["messages"]] == ["error"]


def test_sheet_order_follows_the_cards_when_a_number_contradicts_them(client: Client, table: Table) -> None:
    notice = "Dove un numero contraddice le sue voci, l’ordine segue le voci."
    values = typed(table, mode="breakdown")
    cards = {"copper": 7, "silver": 0, "gold": 3, "estate": 3, "duchy": 1, "province": 0, "curse": 0, "actions": 2}
    # The drawn kingdom may contain Gardens; without their number the points do not follow from the cards.
    cards["gardens"] = 0
    values |= {f"s0_{name}": str(count) for name, count in cards.items()} | {"s0_points": "6", "s0_coins": "16"}
    assert notice not in text_of(client.post(at("sheet_preview", table), values))
    wrong = text_of(client.post(at("sheet_preview", table), values | {"s0_points": "9"}))
    assert "le carte danno 6 punti, il modulo ne dice 9" in wrong
    assert notice in wrong
    client.post(at("sheet", table), values | {"s0_points": "9", "deliver": "anyway"})
    assert notice in text_of(client.get(at("sheet", table)))
