"""The page of a visitor's table: chronicle, hint, texts of cards, guided games, what follows the end."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.megalomania.missions import BY_TRICKS
from practice.tables import playing
from practice.tables.card import shown_in
from practice.tables.chapters import to_visitor
from practice.tables.guest_tables import fixed_table, open_seal, position_of
from tests.visitor_tables import begun, moves, played_out

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_budget() -> None:
    cache.clear()


@pytest.mark.parametrize(("game", "turns"), [("dominion", 10), ("megalomania", 3), ("era_of_kingdoms", 8)])
def test_guided_game_has_a_sentence_for_each_of_its_first_turns(client: Client, game: str, turns: int) -> None:
    page = client.get(reverse("play_lesson", args=[game]), follow=True)
    address, told = page.request["PATH_INFO"], list[str]()
    while (step := page.context["step"]).turn <= turns:
        told.append(page.context["lesson"])
        assert told[-1], step
        page = client.get(address, {"m": moves(page.content.decode())[-1 if game == "dominion" else 0]})
    assert len(set(told)) >= 5
    assert page.context["lesson"] == ""
    assert client.get(reverse("play_lesson", args=["scacchi"])).status_code == 404


@pytest.mark.parametrize(
    ("text", "language", "read"),
    [
        ("Ugo gioca Fucina.", "it", "Giochi Fucina."),
        ("Ugo non mostra Fossato.", "it", "Non mostri Fossato."),
        ("Ugo scarta tutto e pesca Rame.", "it", "Scarti tutto e peschi Rame."),
        ("Bot forte fa scartare Rame a Ugo.", "it", "Bot forte fa scartare Rame a te."),
        ("Bot forte lascia Oro sul mazzo di Ugo.", "it", "Bot forte lascia Oro sul tuo mazzo."),
        ("Sfarzo di Ugo: 2 → 1.", "it", "Il tuo sfarzo: 2 → 1."),
        ("Ugolino gioca Fucina.", "it", "Ugolino gioca Fucina."),
        ("Ugo discards everything and draws Copper.", "en", "You discard everything and draw Copper."),
        ("Ugo is dealt Copper.", "en", "You are dealt Copper."),
        ("Strong bot trashes Ugo’s Silver.", "en", "Strong bot trashes your Silver."),
        ("Strong bot has Ugo discard Copper.", "en", "Strong bot has you discard Copper."),
    ],
)
def test_sentence_about_the_visitor_is_in_the_second_person(text: str, language: str, read: str) -> None:
    assert to_visitor(text, "Ugo", language) == read


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize(("game", "options"), [("dominion", {"kingdom": "village_square"}), ("megalomania", {})])
def test_chronicle_never_names_the_visitor_and_repeats_no_question(game: str, options: Any, language: str) -> None:
    table = replace(fixed_table(game, ("persona", "medio", "debole"), options, "cronaca"), called=("Ugo", "", ""))
    answers = list[int]()
    with override(language):
        for move in range(30):
            position = position_of(table, answers)
            context = playing.open_question(table, position, "", language)
            told = [entry["words"] for part in context["log"] for entry in part.entries]
            assert not [words for words in told if "Ugo" in words or "?" in words]
            answers.append(move % len(position.decision.options) if position.decision else 0)
    assert told


def test_others_tell_what_they_did_since_the_visitor_s_last_move(client: Client) -> None:
    address = begun(client, seat_3="debole")
    page, letters = client.get(address), ""
    assert not [seat["deed"] for seat in page.context["others"] if "deed" in seat]
    for _turn in range(2):
        letters = moves(page.content.decode())[-1]
        page = client.get(address, {"m": letters})
    deeds = [seat.get("deed", "") for seat in page.context["others"]]
    assert any(deeds)
    assert all(deed in page.context["said"] for deed in deeds)
    entries = [entry for part in page.context["log"] for entry in part.entries]
    new = [entry["is_new"] for entry in entries]
    assert new == sorted(new, reverse=True)
    assert {True, False} == set(new)


def test_hint_marks_its_card_where_it_lies(client: Client) -> None:
    page = client.get(begun(client, kingdom="village_square"), {"m": "", "aiuto": "1"})
    option = page.context["hint"]["option"]
    marked = [card.code for card in shown_in(page.context["table"]) if card.is_best]
    assert marked == ([] if option == "stop" else [option])
    assert page.content.decode().count("is-best") == 1


def test_hint_alone_against_a_shadow_realm_that_wins_is_no_error(client: Client) -> None:
    address = begun(client, game="era_of_kingdoms", seat_2="", difficulty="champion")
    assert client.get(address, {"m": "", "aiuto": "1"}).status_code == 200


def test_every_card_on_the_page_has_its_text_and_opens_it(client: Client) -> None:
    for game in ("dominion", "megalomania", "era_of_kingdoms"):
        page = client.get(begun(client, game=game, trade="on")).content.decode()
        texts = set(re.findall(r'popover id="t-([\w]+)"', page))
        opened = set(re.findall(r'(?:data-sheet|popovertarget)="t-([\w]+)"', page))
        assert opened == texts != set()


def test_end_leads_to_the_same_game_again_and_to_another_kingdom(client: Client) -> None:
    table = fixed_table("dominion", ("persona", "medio"), {"kingdom": "first_game", "turn_limit": 2}, "fine")
    end = played_out(client, reverse("play_table", args=[table.seal()]))
    again, other = open_seal(end.context["again"]), open_seal(end.context["other_kingdom"])
    assert (again.seats, again.setup) == (table.seats, table.setup)
    assert again.seed() != table.seed()
    assert set(other.setup["kingdom"]) != set(table.setup["kingdom"])
    assert client.get(reverse("play_table", args=[other.seal()])).status_code == 200


def test_missions_say_how_far_everybody_is_and_who_leads(client: Client) -> None:
    table = fixed_table("megalomania", ("persona", "debole", "debole"), {}, "missione")
    address, page = reverse("play_table", args=[table.seal()]), None
    for _move in range(60):
        page = client.get(address, {"m": moves(page.content.decode())[0]} if page else {})
        progress, step = page.context["table"]["progress"], page.context["step"]
        assert len(progress) == 3
        if (number := step.views[0]["mission"]) in BY_TRICKS and number not in (20, 21):
            tricks = [step.views[0]["takers"].count(seat) for seat in range(3)]
            assert [seat["count"] for seat in progress] == tricks
        assert sum(seat["leads"] for seat in progress) < 3


def test_move_answers_htmx_with_its_part_and_the_way_back_with_the_page(client: Client) -> None:
    address = begun(client)
    part = client.get(address, headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part
    assert part.lstrip().startswith("<title>")
    back = {"hx-request": "true", "hx-history-restore-request": "true"}
    assert "<html" in client.get(address, headers=back).content.decode()
