"""Test the chain of an event's draws: every act has its step, and nothing can be rewritten behind a later seal."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournament.draws.ceremonies import ceremony_list, day_seal, day_seals
from tournament.draws.errors import CeremonyOpen
from tournament.draws.selectors import as_record
from tournament.draws.services import draw_by_hand, draw_commit
from tournament.models import Draw, DrawCeremony, Event
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol
from tournament.regulation.draws import record_hash
from tournament.rounds.ceremonies import ceremony_advance, ceremony_open, ceremony_stop, part_commit
from tournament.rounds.services import round_undo

pytestmark = pytest.mark.django_db
Stage = DrawCeremony.Stage


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=12, **make.around_today())


def _acts(event: Event) -> list[tuple[str, str, str]]:
    return [(step.act, step.purpose, step.scope) for step in day_seals(event)]


def _stopped(event: Event) -> DrawCeremony:
    """Run an attempt that fails."""
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    ceremony_stop(ceremony=ceremony, by=None)
    ceremony.refresh_from_db()
    return ceremony


def _ceremony_without_phones(event: Event) -> DrawCeremony:
    """Run an attempt without phones."""
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    DrawCeremony.objects.filter(pk=ceremony.pk).update(closes_at=timezone.now())
    ceremony_advance(ceremony=ceremony)
    ceremony.refresh_from_db()
    return ceremony


def test_draws_with_the_word_alone_and_their_undoing_are_steps_of_the_chain(event: Event) -> None:
    anchor = day_seal(event)
    make.draw_round(event)
    drawn = day_seal(event)
    round_undo(round=make.last_round(event), reason="Manca un giocatore", by=None)
    undone = day_seal(event)
    assert len({anchor, drawn, undone}) == 3
    three = [("tables", "round-1"), ("seats", "round-1"), ("kingdom", "round-1")]
    assert _acts(event)[:3] == [("drawn", *what) for what in three]
    assert sorted(_acts(event)[3:]) == sorted(("annulled", *what) for what in three)
    seal = protocol.NOTHING_BEFORE
    for step in day_seals(event):
        draw = Draw.objects.get(event=event, purpose=step.purpose, scope=step.scope, drawn_at__isnull=False)
        assert step.content == record_hash(as_record(draw))
        seal = protocol.seal_act(seal, step.act, step.content)
        assert step.seal == seal
    assert seal == undone


def test_draw_by_hand_is_a_step_of_the_chain(event: Event) -> None:
    everybody = [player_id(entry) for entry in event.entries.order_by("number")]
    draw = draw_commit(event=event, purpose="tables", scope="round-1")
    draw_by_hand(draw=draw, inputs=everybody, outcome=everybody[::-1], by=None)
    assert _acts(event) == [("drawn", "tables", "round-1")]


def test_list_of_an_attempt_holds_every_step_before_it(event: Event) -> None:
    failed = _stopped(event)
    make.draw_round(event)
    round_undo(round=make.last_round(event), reason="Manca un giocatore", by=None)
    last = day_seal(event)
    ceremony = _ceremony_without_phones(event)
    record = as_record(Draw.objects.get(event=event, purpose="tables", annulled_at=None)).ceremony
    assert record is not None
    assert (record.before, record.failures) == (last, ())
    assert [act for act, _purpose, _scope in _acts(event)] == ["failed", *["drawn"] * 3, *["annulled"] * 3, "made"]
    assert day_seal(event) == ceremony.seal
    # What came later changes nothing of an earlier attempt.
    assert ceremony_list(failed).root == failed.root


def test_failures_of_a_step_stand_between_its_attempt_and_the_seal_before(event: Event) -> None:
    first, second = _stopped(event), _stopped(event)
    _ceremony_without_phones(event)
    record = as_record(Draw.objects.get(event=event, purpose="tables")).ceremony
    assert record is not None
    assert (record.before, [failed.root for failed in record.failures]) == (
        protocol.NOTHING_BEFORE,
        [first.root, second.root],
    )
    assert [step.seal for step in day_seals(event)][:2] == [first.seal, second.seal]


def test_nothing_is_drawn_between_the_list_of_an_attempt_and_its_end(event: Event) -> None:
    entry = event.entries.earliest("number")
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    part_commit(ceremony=ceremony, entry=entry, commitment=protocol.digest("1" * 64))
    DrawCeremony.objects.filter(pk=ceremony.pk).update(closes_at=timezone.now())
    ceremony_advance(ceremony=ceremony)
    lots = draw_commit(event=event, purpose="table_lots", scope="round-9/table-1")
    with pytest.raises(CeremonyOpen):
        draw_by_hand(draw=lots, inputs=["p01", "p02"], outcome=["p02", "p01"], by=None)
    lots.refresh_from_db()
    assert lots.drawn_at is None


def test_page_of_the_draws_lists_each_step_with_what_it_holds(event: Event) -> None:
    _stopped(event)
    make.draw_round(event)
    page = Client().get(reverse("draws", args=[event.slug])).content.decode()
    steps = day_seals(event)
    assert len(steps) == 4
    assert [step.number for step in steps if step.seal not in page or step.content not in page] == []
