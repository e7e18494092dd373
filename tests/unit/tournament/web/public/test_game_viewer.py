"""Test the public step-by-step viewer of recorded games."""

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


def test_game_viewer_lists_the_examples(client):
    answer = client.get(reverse("practice"))
    assert answer.status_code == 200
    assert {example["name"] for example in answer.context["examples"]} == set(examples()) != set()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.json")))
def test_game_viewer_shows_every_example_from_first_to_last_step(client, name, language):
    client.cookies["django_language"] = language
    game_steps = steps(examples()[name])
    seat = {"it": "Sedia ", "en": "Seat "}[language]
    for number in (0, len(game_steps) // 2, len(game_steps) - 1):
        answer = client.get(reverse("practice_game", args=[name, number]))
        assert answer.status_code == 200
        assert answer.context["line"] == game_steps[number].line[language].replace("Seat ", seat)
        assert answer.context["last"] == len(game_steps) - 1
    assert client.get(reverse("practice_game", args=[name, len(game_steps)])).status_code == 404


def test_game_viewer_sends_only_the_step_to_htmx(client):
    name = next(iter(examples()))
    answer = client.get(reverse("practice_game", args=[name, 1]), headers={"hx-request": "true"})
    assert b"<html" not in answer.content
    assert b'id="step"' in answer.content


def test_game_viewer_unknown_game_answers_404(client):
    assert client.get(reverse("practice_game", args=["nessuna", 0])).status_code == 404


def test_game_viewer_shows_an_uploaded_record(client):
    text = (EXAMPLES / "01-first-game.json").read_bytes()
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", text)}, follow=True)
    assert answer.status_code == 200
    assert answer.context["number"] == 0


@pytest.mark.parametrize("game", [slug for slug in registry.slugs() if registry.get(slug).transcript is None])
def test_game_viewer_validates_games_without_a_transcript(client, game):
    game_plugin = registry.get(game)
    names, setup = ("Anna", "Bruno", "Carla"), game_plugin.setup(3, {}, "pratica")
    played = play_recorded(game_plugin, names, setup, "pratica", game_plugin.bot("random")("pratica"))[1]
    file = SimpleUploadedFile("g.json", played.dumps().encode())
    answer = client.post(reverse("practice"), {"record": file})
    assert answer.status_code == 422
    assert answer.context["problem"].endswith("non si guardano ancora passo per passo.")
    wrong = played.as_dict()
    wrong["choices"][3] = "nonsense"
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", json.dumps(wrong).encode())})
    assert answer.context["problem"].startswith("Questa non è una registrazione")
    assert ": choice 3" in answer.context["problem"]


def test_game_viewer_reports_an_illegal_choice_with_its_number(client):
    content = json.loads((EXAMPLES / "01-first-game.json").read_text())
    content["choices"][5] = "province"
    file = SimpleUploadedFile("g.json", json.dumps(content).encode())
    answer = client.post(reverse("practice"), {"record": file})
    assert answer.status_code == 422
    assert "5" in answer.context["problem"]
    assert "legal" in answer.context["problem"]


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"format": "game-record/9"}', b"\xff"])
def test_game_viewer_invalid_record_is_refused(client, content):
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", content)})
    assert answer.status_code == 422
    assert answer.context["problem"]


def test_game_viewer_own_game_without_a_record_redirects_to_the_list(client):
    assert client.get(reverse("practice_own", args=[0])).status_code == 302
