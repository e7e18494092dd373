"""Test complete events from the draft to the conclusion."""

from __future__ import annotations

import pytest

from tests import factories as make
from tournament.draws.selectors import draw_findings
from tournament.models import Draw, Event, FinalPlace, Round, StandingRow

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("players", "rounds"), [(12, 2), (13, 2), (16, 3)])
def test_event_with_real_draws_from_draft_to_concluded(players: int, rounds: int) -> None:
    event = make.concluded_event(players=players)
    assert event.state == Event.State.CONCLUDED
    assert event.rounds == rounds
    assert Round.objects.filter(event=event, state=Round.State.CLOSED).count() == rounds + 1
    assert StandingRow.objects.filter(round__event=event).count() == players * rounds
    places = list(FinalPlace.objects.filter(event=event))
    assert [place.place for place in places] == list(range(1, players + 1))
    assert [place.decided_by for place in places[:4]] == ["final"] * 4
    drawn = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert drawn.count() >= 2 * (rounds + 1) + 1
    assert [finding for draw in drawn for finding in draw_findings(draw)] == []
