"""Games that visitors play without an account: set-up, legal moves alone, undo, hint, passing the screen, the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override

from games import registry
from games.decision import put
from games.dominion.cards import ATTACKS, SUGGESTED_KINGDOMS
from games.dominion.rulings import ruling
from practice.tables import playing, searching, watching
from practice.tables.guest_tables import (
    BadTable,
    fixed_table,
    letters_of,
    new_table,
    open_seal,
    position_of,
    read_answers,
)
from practice.tables.kingdoms import kingdom_by_lot
from practice.tables.opponents import continuing_bot, searches
from practice.tables.searching import SearchPlace
from practice.tables.worker_moves import moves_from_worker
from tests.card_packs import edited
from tests.factories import announced_event
from tests.visitor_tables import SET_UP, begun, moves, played_out
from tests.volume import one_in
from tournament import tasks
from tournament.card_packs.services import pack_add
from tournament.delivery.jobs import BOT_MOVES, KINDS
from tournament.models import Event, Job, Round
from tournament.personal_data.retention import data_retention

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_budget() -> None:
    cache.clear()


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_game_of_era_of_kingdoms_is_played_to_its_sheet")
@pytest.mark.parametrize(
    "fields", one_in(2, [{"kingdom": "village_square"}, {"way": "sorte", "lots": "a", "any_ten": "on"}])
)
def test_whole_game_against_bots_ends_with_its_sheet(client: Client, fields: dict[str, str]) -> None:
    address = begun(client, seat_3="forte", seat_4="debole", **fields)
    end = played_out(client, address)
    assert len(end.context["sheet"]["rows"]) == 4
    letters = end.context["letters"]
    watch = client.get(reverse("play_watch", args=[address.split("/")[-2], 3]), {"m": letters})
    assert watch.status_code == 200
    assert watch.context["sheet"]["lines"] == end.context["sheet"]["lines"]
    assert [row["name"] == "Tu" for row in end.context["sheet"]["rows"]].count(True) == 1


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_game_of_era_of_kingdoms_is_played_to_its_sheet")
def test_whole_game_of_megalomania_in_pairs_ends_with_its_sheet(client: Client) -> None:
    seats = {"seat_2": "forte", "seat_3": "debole", "seat_4": "forte", "pairs": "on"}
    end = played_out(client, begun(client, game="megalomania", **seats), prefer=0)
    assert len(end.context["sheet"]["rows"]) == 4
    assert len(end.context["sheet"]["columns"]) == 14


@pytest.mark.parametrize(
    "fields",
    one_in(3, [{}, {"game": "megalomania", "seat_2": "forte"}, {"game": "era_of_kingdoms", "trade": "on"}]),
)
def test_every_legal_option_is_one_button(client: Client, fields: dict[str, str]) -> None:
    address = begun(client, **fields)
    table = open_seal(address.split("/")[-2])
    letters = ""
    for _move in range(40):
        page = client.get(address, {"m": letters})
        decision = position_of(table, read_answers(letters)).decision
        assert decision is not None
        expected = {letters + letters_of(answer) for answer in range(len(decision.options))}
        assert sorted(moves(page.content.decode())) == sorted(expected)
        letters += letters_of(len(decision.options) - 1)


def test_page_shows_no_hand_but_the_visitor_s_and_no_seed(client: Client) -> None:
    address = begun(client, seat_3="medio")
    page = client.get(address)
    seen = [seat["hand"] is not None for seat in page.context["table"]["seats"]]
    assert seen == [seat == page.context["seat"] for seat in range(3)]
    table = open_seal(address.split("/")[-2])
    assert table.seed() not in page.content.decode()
    assert "seed" not in str(vars(table) if hasattr(table, "__dict__") else table.seal())


def test_record_is_not_shown_before_the_end(client: Client) -> None:
    address = begun(client)
    answer = client.get(reverse("play_watch", args=[address.split("/")[-2], 0]), {"m": ""})
    assert answer.status_code == 302
    assert urlsplit(answer.url).path == address


def test_undo_takes_the_last_answer_back(client: Client) -> None:
    address = begun(client)
    first = client.get(address)
    assert first.context["undo"] == ""
    answer = moves(first.content.decode())[0]
    second = client.get(address, {"m": answer})
    assert parse_qs(urlsplit(second.context["undo"]).query, keep_blank_values=True)["m"] == [""]


def test_hint_names_a_legal_move_with_the_games_won(client: Client) -> None:
    address = begun(client, kingdom="village_square")
    page = client.get(address, {"m": "", "aiuto": "1"})
    hint = page.context["hint"]
    assert hint["option"] in page.context["step"].options
    assert hint["bars"][0]["words"] == hint["words"]
    assert [bar["percent"] for bar in hint["bars"]] == sorted((bar["percent"] for bar in hint["bars"]), reverse=True)


def test_two_people_pass_the_screen_without_seeing_a_hand(client: Client) -> None:
    address = begun(client, seat_2="persona")
    page = client.get(address)
    assert "g-hand" not in page.content.decode()
    seat = page.context["seat"]
    own = client.get(address, {"m": "", "p": seat})
    assert own.context["seat"] == seat - 1
    assert own.context["undo"] == ""
    other = client.get(address, {"m": "", "p": 3 - seat})
    assert "g-hand" not in other.content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat_1": "forte"}, "Persona a questo schermo"),
        ({"seat_2": ""}, "2"),
        ({"way": "mano", "cards": ["moat", "witch"]}, "2"),
        ({"way": "evento", "round": "nessuno/1"}, "turno"),
        ({"kingdom": "nessuno"}, ""),
        ({"game": "scacchi"}, ""),
        ({"game": "megalomania", "seat_2": "forte", "pairs": "on"}, "quattro"),
    ],
)
def test_set_up_that_is_no_table_is_refused_with_its_reason(client: Client, fields: Any, words: str) -> None:
    answer = client.post(reverse("play"), SET_UP | fields)
    assert answer.status_code == 422
    assert words in str(answer.context["form"].errors)


def test_rulings_of_the_kingdom_stand_at_the_table_and_in_the_lobby(client: Client) -> None:
    page = client.get(begun(client)).content.decode()
    rulings = [ruling(card, "regulation") for card in SUGGESTED_KINGDOMS["first_game"]]
    assert all(escape(text) in page for text in rulings if text)
    assert 'class="fo-rulings"' in client.get(reverse("play")).content.decode()


def test_kingdom_by_hand_is_played(client: Client) -> None:
    chosen = ["moat", "witch", "village", "smithy", "market", "mine", "cellar", "chapel", "library", "gardens"]
    address = begun(client, way="mano", cards=chosen)
    assert set(open_seal(address.split("/")[-2]).setup["kingdom"]) == set(chosen)


def test_kingdom_of_a_round_is_played(client: Client) -> None:
    event = announced_event()
    drawn = list(SUGGESTED_KINGDOMS["big_money"])
    setup = {"drawn": drawn, "rejected": [], "branch": 1}
    Round.objects.create(event=event, number=1, setup=setup, drawn_at=timezone.now())
    value = f"{event.slug}/1"
    shown = client.post(reverse("play"), SET_UP | {"way": "evento", "round": value, "show": "1"})
    assert {card.code for card in shown.context["round_cards"]} == set(drawn)
    address = begun(client, way="evento", round=value)
    assert set(open_seal(address.split("/")[-2]).setup["kingdom"]) == set(drawn)
    assert client.get(reverse("play"), {"turno": value}).context["way"] == "evento"


def test_kingdom_of_a_draft_or_a_practice_event_is_not_offered(client: Client) -> None:
    event = announced_event()
    setup = {"drawn": list(SUGGESTED_KINGDOMS["big_money"]), "rejected": [], "branch": 1}
    Round.objects.create(event=event, number=1, setup=setup, drawn_at=timezone.now())
    for hidden in ({"state": Event.State.DRAFT}, {"is_practice": True}):
        Event.objects.update(**hidden)
        assert client.get(reverse("play")).context["form"].rounds == []
        Event.objects.update(state=Event.State.RUNNING, is_practice=False)


def test_each_person_turns_down_one_card_of_a_kingdom_by_lot(client: Client) -> None:
    sent = SET_UP | {"way": "sorte", "lots": "veto", "seat_2": "persona"}
    vetoed: list[str] = []
    for _person in range(2):
        page = client.post(reverse("play"), sent | {"veto": page_card(client, sent, vetoed), "vetoed": vetoed})
        assert page.status_code == 200
        vetoed = page.context["form"].vetoes
    assert len(set(vetoed)) == 2
    assert page.context["form"].vetoes_left == 0
    again = client.post(reverse("play"), sent | {"veto": page_card(client, sent, vetoed), "vetoed": vetoed})
    assert again.context["form"].vetoes == vetoed
    kingdom = open_seal(begun(client, **(sent | {"vetoed": vetoed})).split("/")[-2]).setup["kingdom"]
    assert not set(kingdom) & set(vetoed)
    assert set(kingdom) == {card.code for card in again.context["lot_cards"]}
    redrawn = client.post(reverse("play"), sent | {"redraw": "1", "vetoed": vetoed})
    assert redrawn.context["form"].vetoes == []


def page_card(client: Client, sent: dict[str, Any], vetoed: list[str]) -> str:
    """Return the first card of the kingdom by lot that the page shows."""
    page = client.post(reverse("play"), sent | {"vetoed": vetoed, "show": "1"})
    return str(page.context["lot_cards"][0].code)


@pytest.mark.parametrize("moat_rule", [True, False])
def test_kingdom_by_lot_without_a_vetoed_moat_has_no_attack_under_the_moat_rule(moat_rule: bool) -> None:
    kingdoms = [kingdom_by_lot(str(number), ["moat"], moat_rule=moat_rule) for number in range(40)]
    assert all(len(set(kingdom)) == 10 and "moat" not in kingdom for kingdom in kingdoms)
    assert any(ATTACKS.intersection(kingdom) for kingdom in kingdoms) != moat_rule


def test_names_that_people_gave_stand_at_the_table(client: Client) -> None:
    address = begun(client, seat_2="persona", name_1="Marta", name_2="Ugo")
    assert position_of(open_seal(address.split("/")[-2]), []).record.players == ("Marta", "Ugo")


def test_link_of_a_game_goes_on_with_it(client: Client) -> None:
    address = begun(client)
    answer = client.get(reverse("play_resume"), {"link": f"http://testserver{address}?m=0"})
    assert answer.status_code == 302
    assert urlsplit(answer.url).path == address
    assert parse_qs(urlsplit(answer.url).query)["m"] == ["0"]


@pytest.mark.parametrize("link", ["", "https://example.org/", "/gioca/tavolo/x/", "/gioca/", "http://["])
def test_other_link_leads_back_with_a_reason(client: Client, link: str) -> None:
    answer = client.get(reverse("play_resume"), {"link": link}, follow=True)
    assert answer.redirect_chain == [(reverse("play"), 302)]
    assert "link" in str(next(iter(answer.context["messages"])))


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("game", ["dominion", "megalomania", "era_of_kingdoms"])
def test_rules_of_every_game_have_every_topic(client: Client, game: str, language: str) -> None:
    with override(language):
        page = client.get(reverse("rulebook", args=[game]), headers={"accept-language": language})
    text = page.content.decode()
    anchors = re.findall(r'href="#([a-z-]+)"', text.partition("<footer")[0].split('aria-label="')[-1])
    assert len(anchors) > 7
    assert all(f'id="{anchor}"' in text for anchor in anchors)


def test_rules_of_no_game_are_not_found(client: Client) -> None:
    assert client.get(reverse("rulebook", args=["scacchi"])).status_code == 404


@pytest.mark.parametrize("letters", ["-", "z", "zz", "ZZZZ", "0" * 1600, "è"])
def test_changed_answers_are_not_found(client: Client, letters: str) -> None:
    assert client.get(begun(client), {"m": letters}).status_code == 404


def test_changed_seal_is_not_found(client: Client) -> None:
    seal = begun(client).split("/")[-2]
    assert client.get(reverse("play_table", args=[seal[:-1] + ("a" if seal[-1] != "a" else "b")])).status_code == 404
    with pytest.raises(BadTable):
        open_seal("niente")


def test_letters_of_every_answer_are_read_again() -> None:
    answers = [*range(200), 3000]
    assert read_answers("".join(map(letters_of, answers))) == answers


@pytest.mark.soak(gate="tests/unit/practice/test_play.py::test_same_address_is_the_same_game_and_another_table_another")
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("dominion", ("persona", "debole", "forte")),
        ("megalomania", ("persona", "forte", "debole")),
        ("era_of_kingdoms", ("persona", "medio")),
    ],
)
def test_bots_answer_the_same_with_and_without_their_remembered_choices(game: str, seats: tuple[str, ...]) -> None:
    table, answers = new_table(game, seats, {}), list[int]()
    for _move in range(6):
        remembered = position_of(table, answers)
        cache.clear()
        assert position_of(table, answers).record == remembered.record
        answers.append(0)


def test_same_address_is_the_same_game_and_another_table_another() -> None:
    table = new_table("dominion", ("persona", "medio"), {"kingdom": "first_game"})
    assert position_of(table, [0]).record == position_of(open_seal(table.seal()), [0]).record
    other = new_table("dominion", ("persona", "medio"), {"kingdom": "first_game"})
    assert other.seed() != table.seed()


@pytest.mark.parametrize("seats", one_in(2, [{"seat_2": "", "difficulty": "hard"}, {"seat_2": "forte"}]))
def test_game_of_era_of_kingdoms_is_played_to_its_sheet(client: Client, seats: dict[str, str]) -> None:
    address = begun(client, game="era_of_kingdoms", **seats)
    table, answers = open_seal(address.split("/")[-2]), list[int]()
    random = Random("era")
    while (position := position_of(table, answers)).decision is not None:
        if len(answers) % 40 == 0:
            page = client.get(address, {"m": "".join(map(letters_of, answers))})
            assert len(moves(page.content.decode())) == len(position.decision.options)
        answers.append(random.randrange(len(position.decision.options)))
    end = client.get(address, {"m": "".join(map(letters_of, answers))})
    assert len(end.context["sheet"]["rows"]) == len(table.seats)


@pytest.mark.parametrize(
    ("game", "based_on", "values", "card"),
    [
        (
            *("megalomania", "mega-assumed-1"),
            {"values.knight": 12, "missions.2": list(range(3, 15))},
            ("yellow_knight", 12),
        ),
        ("era_of_kingdoms", "eok-assumed-1", {"lumber_camp.amount": 3}, ("lumber_camp", None, "3 legno", "1 PV")),
    ],
)
def test_game_is_played_and_watched_with_a_corrected_edition(
    client: Client, game: str, based_on: str, values: dict[str, Any], card: tuple[Any, ...]
) -> None:
    """Statements 003-64, 004-01 and 004-03: the figures of a federation's edition replace the presumed ones."""
    assert "pack-" not in client.get(reverse("play")).content.decode(), "one edition is no choice"
    edition = pack_add(based_on=based_on, edited=edited(based_on, values), label="lucca", note="cards", by=None).name
    assert f'<option value="{edition}">' in client.get(reverse("play")).content.decode()
    address = begun(client, game=game, **{f"pack_{game}": edition})
    assert open_seal(address.split("/")[-2]).setup["pack"] == edition
    assert open_seal(begun(client, game=game).split("/")[-2]).setup["pack"] == based_on
    table = fixed_table(game, ["persona", "debole"], {"pack": edition}, "1")
    page, position = client.get(reverse("play_table", args=[table.seal()])), position_of(table, [])
    assert edition in page.content.decode()
    steps = playing.steps_of(position)
    watched = watching.moment(position.record, steps, len(steps) - 1, 0, "it", str)
    for shown in (page.context["table"], watched["table"]):
        assert card in [(each.code, each.cost, *each.plus) for each in shown["seats"][0]["hand"]]
        assert shown.get("mission", 3) in range(3, 15)


@pytest.mark.parametrize("game", ["dominion", "megalomania", "era_of_kingdoms"])
def test_names_of_every_game_on_the_page(client: Client, game: str) -> None:
    assert registry.get(game).names["it"] in client.get(reverse("play")).content.decode()


def test_searching_bot_s_moves_follow_from_a_worker_under_load(client: Client) -> None:
    """While two search, a page waits and asks again; the worker's moves are those that the page would have found."""
    address = begun(client, game="megalomania", seat_2="forte")
    table = open_seal(address.split("/")[-2])
    expected = position_of(table, []).record
    cache.clear()
    with SearchPlace() as first, SearchPlace() as second:
        assert first.take()
        assert second.take()
        waiting = client.get(address)
        assert waiting.status_code == 200
        assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting.content.decode()
        assert "I bot stanno pensando" in waiting.content.decode()
        assert moves(waiting.content.decode()) == []
        assert client.get(reverse("play_watch", args=[address.split("/")[-2], 0]), {"m": ""}).status_code == 302
        resumed = client.get(reverse("play_resume"), {"link": address})
        assert resumed.status_code == 302
        assert resumed.url.startswith(address)
        assert client.get(begun(client, seat_2="forte")).status_code == 200, (
            "a bot that does not search waits for nobody"
        )
    (job,) = Job.objects.filter(kind=BOT_MOVES)
    tasks.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    with SearchPlace() as first, SearchPlace() as second:
        assert first.take()
        assert second.take()
        assert moves(client.get(address).content.decode()) != []
        assert position_of(table, []).record == expected
    cache.clear()
    assert moves(client.get(address).content.decode()) != [], "moves that the cache has lost are found again"


def test_at_most_two_search_at_the_same_time() -> None:
    with SearchPlace() as first, SearchPlace() as second, SearchPlace() as third:
        assert first.take()
        assert first.take(), "a place is taken once"
        assert second.take()
        assert not third.take()
    with SearchPlace() as again:
        assert again.take()


def test_jobs_of_bots_moves_are_deleted_after_a_day_with_other_data() -> None:
    """Their seals hold names; a poll of the page that waits deletes nothing."""
    seal = new_table("megalomania", ["persona", "forte"], {}).seal()
    old = Job.objects.create(kind=BOT_MOVES, key="bot_moves:old")
    Job.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=2))
    moves_from_worker(seal, "")
    assert Job.objects.count() == 2
    assert data_retention(dry_run=True).moves == 1
    assert data_retention().moves == 1
    assert not Job.objects.filter(pk=old.pk).exists()
    assert Job.objects.count() == 1


def test_moves_of_bots_do_not_wait_behind_simulations() -> None:
    assert KINDS[BOT_MOVES].queue == ""


@pytest.fixture
def no_place(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two searches in progress, and nobody who waits long for their end."""
    monkeypatch.setattr(searching, "PATIENCE", 0.01)
    with SearchPlace() as first, SearchPlace() as second:
        assert first.take()
        assert second.take()
        yield


@pytest.mark.usefixtures("no_place")
def test_page_and_worker_wait_for_a_place_no_longer_than_their_patience(client: Client) -> None:
    address = begun(client, game="megalomania", seat_2="forte")
    client.get(address)
    (job,) = Job.objects.filter(kind=BOT_MOVES)
    tasks.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.WAITING, "it is tried again"
    Job.objects.update(state=Job.State.DONE)
    waiting = client.get(address)
    assert "I bot stanno pensando" in waiting.content.decode()
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting.content.decode()


@pytest.mark.usefixtures("no_place")
def test_hint_without_a_place_is_the_move_of_a_quick_bot() -> None:
    table = new_table("megalomania", ["persona", "debole"], {})
    position = position_of(table, [])
    assert position.decision is not None
    quick = continuing_bot("megalomania")("hint")
    chosen = playing.hint(table, position, "it")
    assert chosen["bars"] == []
    assert chosen["option"] == registry.get("megalomania").show(position.decision, put(quick, position.decision))


@pytest.mark.parametrize("game", ["dominion", "megalomania"])
def test_strong_bot_that_searches_is_quick_at_other_questions(game: str) -> None:
    assert searches(game, "forte", {"dominion": "buy", "megalomania": "play"}[game])
    assert not searches(game, "forte", {"dominion": "play", "megalomania": "split"}[game])
    assert not searches(game, "medio", "buy")
