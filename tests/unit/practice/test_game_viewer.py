"""Test the public step-by-step viewer of recorded games."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games import registry
from games.dominion.transcript import steps
from games.runner import play_recorded, resume
from practice.web.game_viewer import EXAMPLES, examples
from tests.volume import one_in, part_of

pytestmark = pytest.mark.django_db


def test_game_viewer_lists_two_examples_or_more_of_each_game(client):
    games = [example.game for example in examples().values()]
    assert all(games.count(slug) >= 2 for slug in registry.slugs())
    answer = client.get(reverse("practice"))
    assert answer.status_code == 200
    assert {example["name"] for example in answer.context["examples"]} == set(examples()) != set()


@pytest.mark.parametrize("language", one_in(2, ["it", "en"]))
@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES))
def test_game_viewer_shows_every_example_from_first_to_last_step(client, name, language):
    client.cookies["django_language"] = language
    transcript = registry.get(examples()[name].game).transcript
    assert transcript is not None
    game_steps = transcript.steps(examples()[name])
    seat = {"it": "Sedia ", "en": "Seat "}[language]
    for number in (0, len(game_steps) // 2, len(game_steps) - 1):
        answer = client.get(reverse("practice_game", args=[name, number]))
        assert answer.status_code == 200
        assert answer.context["decision"]["words"] == game_steps[number].line[language].replace("Seat ", seat)
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
    text = EXAMPLES[0].read_bytes()
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", text)}, follow=True)
    assert answer.status_code == 200
    assert answer.context["number"] == 0


def test_game_viewer_eyes_of_one_seat_see_one_hand_and_no_other_draw(client):
    name = next(iter(examples()))
    # One step in so many, because each takes a request.
    every = 60 // part_of(60)
    for number, step in [*enumerate(steps(examples()[name])[:60])][::every]:
        answer = client.get(reverse("practice_game", args=[name, number]), {"occhi": 2})
        assert [seat["hand"] is not None for seat in answer.context["table"]["seats"]] == [False, True, False]
        told = [entry["words"] for part in answer.context["log"] for entry in part.entries]
        drawn = [text for text in told if " pesca " in text and not text.startswith("Sedia 2 ")]
        assert all(text.rstrip(".").endswith((" carte", " carta")) for text in drawn)
        if step.seat != 1 and step.kind == "play":
            assert not answer.context["decision"]["options"]


def test_game_viewer_links_lead_to_steps_and_turns_with_the_same_eyes(client):
    name = next(iter(examples()))
    answer = client.get(reverse("practice_game", args=[name, 40]), {"occhi": 1})
    links = answer.context["links"]
    assert links["on"] == reverse("practice_game", args=[name, 41]) + "?occhi=1"
    assert links["back"] == reverse("practice_game", args=[name, 39]) + "?occhi=1"
    there = client.get(links["turn_on"])
    assert there.context["step"].turn == answer.context["step"].turn + 1
    assert "turn_on" not in client.get(reverse("practice_game", args=[name, answer.context["last"]])).context["links"]


def test_game_viewer_goes_to_the_step_of_the_field(client):
    name = next(iter(examples()))
    address = reverse("practice_game", args=[name, 3])
    answer = client.get(address, {"passo": "17", "occhi": "2"})
    assert answer.url == reverse("practice_game", args=[name, 17]) + "?occhi=2"
    assert client.get(client.get(address, {"passo": "99999"}).url).context["step"].kind == "end"
    assert client.get(address, {"passo": "x", "occhi": "9"}).context["eyes"] is None


def test_game_viewer_gives_the_record_and_the_sheet_of_the_end(client):
    name = next(iter(examples()))
    address = reverse("practice_game", args=[name, 3])
    file = client.get(address, {"formato": "json"})
    assert json.loads(file.content) == examples()[name].as_dict()
    outcome = resume(examples()[name])
    rows = client.get(address).context["sheet"]["rows"]
    assert [row["cells"][0] for row in rows] == sorted(outcome.scores, reverse=True)
    assert [row["place"] for row in rows] == sorted(outcome.places)


def test_game_viewer_shows_a_paused_game_up_to_its_open_question(client):
    record = examples()["01-first-game"].as_dict()
    record["choices"] = record["choices"][:20]
    file = SimpleUploadedFile("g.json", json.dumps(record).encode())
    client.post(reverse("practice"), {"record": file})
    answer = client.get(reverse("practice_own", args=[20]))
    assert answer.context["decision"]["is_open"]
    assert answer.context["sheet"] is None
    assert client.get(reverse("practice_own", args=[21])).status_code == 404


def test_game_viewer_shows_a_game_of_megalomania_from_everybody_s_and_one_seat_s_eyes(client):
    game = registry.get("megalomania")
    names = ("Anna", "Bruno", "Carla")
    played = play_recorded(game, names, game.setup(3, {}, "guarda"), "guarda", game.bot("mission")("guarda"))[1]
    file = SimpleUploadedFile("g.json", played.dumps().encode())
    answer = client.post(reverse("practice"), {"record": file}, follow=True)
    assert [seat["hand"] is None for seat in answer.context["table"]["seats"]] == [False] * 3
    last = answer.context["last"]
    for number in (0, last // 3, last // 2, last):
        answer = client.get(reverse("practice_own", args=[number]), {"occhi": "3"})
        assert answer.status_code == 200
        assert [seat["hand"] is None for seat in answer.context["table"]["seats"]] == [True, True, False]
        told = [entry["words"] for part in answer.context["log"] for entry in part.entries]
        dealt = [text for text in told if " riceve " in text and not text.startswith("Carla")]
        assert all(text.endswith(" carte.") for text in dealt)
    assert "Fine della partita" in answer.content.decode()


def test_game_viewer_refuses_a_record_longer_than_any_game(client):
    record = examples()["01-first-game"].as_dict()
    record["choices"] = ["stop"] * 6_001
    answer = client.post(reverse("practice"), {"record": SimpleUploadedFile("g.json", json.dumps(record).encode())})
    assert answer.status_code == 422


def test_game_viewer_reports_an_illegal_choice_with_its_number(client):
    content = json.loads(EXAMPLES[0].read_text())
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
