"""Recorded games step by step, for everybody."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games import registry
from games.dominion.transcript import steps
from games.runner import play_recorded
from tournament.web.public.game_viewer import EXAMPLES, examples

pytestmark = pytest.mark.django_db


def test_the_games_of_the_program_are_listed(client):
    answer = client.get(reverse("practice"))
    assert answer.status_code == 200
    assert {one["name"] for one in answer.context["examples"]} == set(examples()) != set()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.json")))
def test_each_game_can_be_looked_at_from_the_first_step_to_the_last(client, name, language):
    client.cookies["django_language"] = language
    told = steps(examples()[name])
    seat = {"it": "Sedia ", "en": "Seat "}[language]
    for number in (0, len(told) // 2, len(told) - 1):
        answer = client.get(reverse("practice_game", args=[name, number]))
        assert answer.status_code == 200
        assert answer.context["line"] == told[number].line[language].replace("Seat ", seat)
        assert answer.context["last"] == len(told) - 1
    assert client.get(reverse("practice_game", args=[name, len(told)])).status_code == 404


def test_with_htmx_only_the_step_is_sent(client):
    name = next(iter(examples()))
    answer = client.get(reverse("practice_game", args=[name, 1]), headers={"hx-request": "true"})
    assert b"<html" not in answer.content
    assert b'id="step"' in answer.content


def test_an_unknown_game_is_not_there(client):
    assert client.get(reverse("practice_game", args=["nessuna", 0])).status_code == 404


def test_a_dropped_record_is_shown(client):
    text = (EXAMPLES / "01-first-game.json").read_bytes()
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", text)}, follow=True)
    assert answer.status_code == 200
    assert answer.context["number"] == 0


@pytest.mark.parametrize("game", [slug for slug in registry.slugs() if not hasattr(registry.get(slug), "transcript")])
def test_a_game_without_steps_in_words_is_judged_and_the_page_says_so(client, game):
    found = registry.get(game)
    names, setup = ("Anna", "Bruno", "Carla"), found.setup(3, {}, "pratica")
    played = play_recorded(found, names, setup, "pratica", found.bot("random")("pratica"))[1]
    file = SimpleUploadedFile("g.json", played.dumps().encode())
    answer = client.post(reverse("practice"), {"record": file})
    assert answer.status_code == 422
    assert answer.context["problem"].endswith("non si guardano ancora passo per passo.")
    wrong = played.as_dict()
    wrong["choices"][3] = "nonsense"
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", json.dumps(wrong).encode())})
    assert answer.context["problem"].startswith("Questa non è una registrazione")
    assert ": choice 3" in answer.context["problem"]


def test_an_illegal_choice_is_told_with_its_number(client):
    content = json.loads((EXAMPLES / "01-first-game.json").read_text())
    content["choices"][5] = "province"
    file = SimpleUploadedFile("g.json", json.dumps(content).encode())
    answer = client.post(reverse("practice"), {"record": file})
    assert answer.status_code == 422
    assert "5" in answer.context["problem"]
    assert "legal" in answer.context["problem"]


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"format": "game-record/9"}', b"\xff"])
def test_what_is_no_record_is_told(client, content):
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", content)})
    assert answer.status_code == 422
    assert answer.context["problem"]


def test_without_a_record_of_ones_own_the_list_comes(client):
    assert client.get(reverse("practice_own", args=[0])).status_code == 302
