"""Test that the desk warns of a draw outside the event's days and asks for its reason (art. 1.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dominion.cards import SUGGESTED_KINGDOMS
from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at

pytestmark = [pytest.mark.django_db, pytest.mark.rule("REQ-701")]

REASON = "La sala era chiusa il giorno del torneo"
KINGDOM = SUGGESTED_KINGDOMS["first_game"]


def test_draw_page_outside_the_days_asks_for_the_reason(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    client = organiser(event)
    page = client.get(at("round_new", event))
    assert {"dates_reason", "hand_dates_reason"} <= {*page.context["form"].fields, *page.context["hand"].fields}
    assert "è finito il 4 luglio 2009" in text_of(page)
    refused = client.post(at("round_new", event), {"word": make.WORD})
    assert (refused.status_code, event.round_set.count()) == (422, 0)
    assert refused.context["form"].errors.keys() == {"dates_reason"}
    client.post(at("round_new", event), {"word": make.WORD, "dates_reason": REASON})
    assert REASON in text_of(client.get(at("round_desk", event, 1)))


def test_draw_page_on_a_day_of_the_event_asks_for_no_reason(organiser: AsOrganiser) -> None:
    event = make.check_in_event(**make.around_today())
    client = organiser(event)
    page = client.get(at("round_new", event))
    assert not {"dates_reason", "hand_dates_reason"} & {*page.context["form"].fields, *page.context["hand"].fields}
    assert client.post(at("round_new", event), {"word": make.WORD}).status_code == 302
    assert event.round_set.get().dates_reason == ""


def test_hand_draw_form_outside_the_days_asks_for_the_reason(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    client = organiser(event)
    form_data = {"by_hand": "1", "kingdom": ", ".join(KINGDOM), "first_witness": "Elisa", "second_witness": "Omar"}
    form_data |= {"hand_word": make.WORD}
    refused = client.post(at("round_new", event), form_data)
    assert refused.context["hand"].errors.keys() == {"hand_dates_reason"}
    answer = client.post(at("round_new", event), {**form_data, "hand_dates_reason": REASON})
    assert answer["Location"] == at("round_drawn", event, 1)
    assert event.round_set.get().dates_reason == REASON


def test_close_page_outside_the_days_asks_for_the_reason(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    make.play_round(event, close=False)
    client = organiser(event)
    assert "dates_reason" in client.get(at("round_close", event, 1)).context["dates_form"].fields
    refused = client.post(at("round_close", event, 1), {"word": make.WORD, "draw": "1"})
    assert (refused.status_code, event.round_set.count()) == (422, 1)
    client.post(at("round_close", event, 1), {"word": make.WORD, "draw": "1", "dates_reason": REASON})
    assert event.round_set.get(number=2).dates_reason == REASON


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (dict, "è finito il 4 luglio 2009"),
        (make.upcoming, "comincia il"),
        (make.around_today, ""),
    ],
)
def test_desk_warns_of_a_draw_outside_the_days(facts: Any, words: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event(**facts())
    page = organiser(event).get(at("desk", event))
    assert bool(page.context["day_warning"]) is bool(words)
    assert words in text_of(page)
