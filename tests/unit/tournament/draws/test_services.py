"""Test draws: committed, revealed, recorded by hand, annulled; never made twice."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.dominion.cards import ATTACKS, KINGDOM, MOAT
from tests import factories as make
from tests.refusals import refuses
from tournament.draws import services as draws
from tournament.draws.refusals import DrawByHandWrong
from tournament.draws.selectors import as_record, draw_findings, event_draws, lots_of, public_facts, relative_order
from tournament.models import Draw, Event
from tournament.regulation import draws as rules
from tournament.regulation.refusal_codes import Code
from tournament.regulation.refusals import BadWord

pytestmark = pytest.mark.django_db

LOTS = Draw.Purpose.TABLE_LOTS


@pytest.fixture
def event() -> Event:
    return make.authorised_event()


def _commit(event: Event, purpose: str = LOTS, scope: str = "round-1/table-1") -> Draw:
    return draws.draw_commit(event=event, purpose=purpose, scope=scope)


def test_draw_commit_publishes_the_commitment_and_hides_the_seed(event: Event) -> None:
    draw = _commit(event)
    assert draw.commitment == rules.commit(draw.seed)
    assert public_facts(draw)["seed"] == ""
    assert "seed" not in {field.name for field in draw.history.model._meta.get_fields()}
    assert _commit(event).pk == draw.pk


def test_draw_reveal_can_be_recomputed_from_public_data(event: Event) -> None:
    """REQ-809: from seed, word, purpose, scope and inputs alone."""
    draw = _commit(event)
    outcome = draws.draw_reveal(draw=draw, inputs=["p01", "p02", "p03"], word="  carciofo  fritto ", by=None)
    draw.refresh_from_db()
    public = public_facts(draw)
    assert rules.commit(public["seed"]) == public["commitment"]
    assert public["word"] == "carciofo fritto"
    stream = rules.Stream(public["seed"], public["word"], public["purpose"], public["scope"])
    assert rules.shuffled(public["inputs"], stream) == outcome == public["outcome"]
    assert draw_findings(draw) == []
    draw.outcome = outcome[::-1]
    assert [finding.code for finding in draw_findings(draw)] == ["DRAW_OUTCOME"]


def test_draw_reveal_kingdom_is_drawn_from_the_twenty_five(event: Event) -> None:
    """REQ-803, AMB-07, AMB-09."""
    draw = _commit(event, Draw.Purpose.KINGDOM, "round-1")
    outcome = draws.draw_reveal(draw=draw, inputs=(), word=make.WORD, by=None)
    draw.refresh_from_db()
    assert draw.inputs == list(KINGDOM)
    assert len(outcome["drawn"]) == 10
    assert MOAT in outcome["drawn"] or not ATTACKS & set(outcome["drawn"])
    assert as_record(draw).rejected == tuple(outcome["rejected"])
    assert draw_findings(draw) == []


def test_draw_made_twice_is_refused(event: Event) -> None:
    """AMB-04, REQ-705: refused by the code and by a database constraint."""
    draw = _commit(event)
    draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word=make.WORD, by=None)
    with refuses("DRAW_ALREADY_MADE"):
        draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word="altra", by=None)
    with refuses("DRAW_ALREADY_MADE"):
        draws.draw_by_hand(draw=draw, inputs=["p01", "p02"], outcome=["p02", "p01"], by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(event=event, purpose=LOTS, scope=draw.scope, committed_at=timezone.now())
    draw.refresh_from_db()
    assert draw.word == make.WORD


def test_draw_belongs_to_an_event_or_a_season(event: Event) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(purpose=LOTS, scope="x", committed_at=timezone.now())
    season = event.season
    draw = draws.draw_commit(season=season, purpose=Draw.Purpose.RANKING_LOTS, scope="line")
    assert draws.draw_commit(season=season, purpose=Draw.Purpose.RANKING_LOTS, scope="line").pk == draw.pk
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(season=season, purpose=Draw.Purpose.RANKING_LOTS, scope="line", committed_at=timezone.now())


@pytest.mark.parametrize(("word", "error"), [("", "WORD_MISSING"), ("x" * 65, "BAD_WORD"), ("a\x00b", "BAD_WORD")])
def test_draw_reveal_invalid_word_is_refused(event: Event, word: str, error: Code) -> None:
    draw = _commit(event)
    with refuses(error):
        draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word=word, by=None)
    draw.refresh_from_db()
    assert draw.drawn_at is None


def test_draw_reveal_longest_word_is_stored_completely(event: Event) -> None:
    """Length is counted after normalisation, as stored: on PostgreSQL a longer word would be an error."""
    draw, word = _commit(event), "\u0958" * 32
    draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word=word, by=None)
    draw.refresh_from_db()
    assert draw.word == "\u0915\u093c" * 32
    with pytest.raises(BadWord):
        draws.draw_reveal(draw=_commit(event, Draw.Purpose.KINGDOM), inputs=["p01"], word=word + "a", by=None)


def test_draw_commit_unknown_purpose_is_refused(event: Event) -> None:
    with refuses("BAD_PURPOSE"):
        _commit(event, "colours")
    assert Draw.objects.count() == 0


@pytest.mark.parametrize("outcome", [["p01"], ["p01", "p03"], ["p01", "p01"], ["p01", "p02", "p03"]])
def test_draw_by_hand_must_be_a_permutation(event: Event, outcome: list[str]) -> None:
    draw = _commit(event)
    with pytest.raises(DrawByHandWrong) as refusal:
        draws.draw_by_hand(draw=draw, inputs=["p01", "p02"], outcome=outcome, by=None)
    assert refusal.value.findings[0].code == "DRAW_NOT_A_PERMUTATION"
    draw.refresh_from_db()
    assert draw.drawn_at is None


def test_draw_annul_keeps_the_draw_and_allows_a_new_one(event: Event) -> None:
    draw = _commit(event)
    draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word=make.WORD, by=None)
    draws.draw_annul(draw=draw, reason="Turno annullato", by=None)
    with refuses("DRAW_ANNULLED"):
        draws.draw_annul(draw=draw, reason="Di nuovo", by=None)
    with refuses("DRAW_ANNULLED"):
        draws.draw_reveal(draw=draw, inputs=["p01", "p02"], word=make.WORD, by=None)
    fresh = _commit(event)
    assert fresh.pk != draw.pk
    assert [draw_listed.pk for draw_listed in event_draws(event)] == [draw.pk, fresh.pk]
    assert draw_findings(Draw.objects.get(pk=draw.pk)) == []


def test_relative_order_settles_every_group_by_one_permutation() -> None:
    """AMB-37: seats and lots are derived from one permutation by relative order."""
    order = ["p04", "p01", "p03", "p02"]
    assert relative_order([["p01", "p02"], ["p03", "p04"]], order) == [["p01", "p02"], ["p04", "p03"]]
    assert lots_of([["p01", "p02"], ["p03", "p04"]], order) == {"p01": 1, "p02": 2, "p04": 1, "p03": 2}
