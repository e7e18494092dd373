"""The ceremony of a draw: who has a part, what is fixed before a nonce, what fails in public, what receipts refute."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests import factories as make
from tournament.core.errors import WordMissing
from tournament.draws.ceremonies import open_ceremony
from tournament.draws.errors import CeremonyGone, CeremonyOpen, ListClosed, NonceWrong, PartRefused
from tournament.draws.receipts import is_signed
from tournament.draws.selectors import as_record, draw_findings
from tournament.models import Draw, DrawCeremony, Entry, Event, Round
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol
from tournament.regulation.ceremony import Guarantee
from tournament.regulation.errors import RoundNotComplete
from tournament.rounds import ceremonies
from tournament.rounds.ceremonies import ceremony_advance, ceremony_open, ceremony_stop, part_commit, part_reveal

pytestmark = pytest.mark.django_db
Stage = DrawCeremony.Stage


def _nonce(entry: Entry, attempt: int = 1) -> str:
    return protocol.digest(f"{player_id(entry)} {attempt}")


def _entries(event: Event) -> list[Entry]:
    return list(Entry.objects.filter(event=event).exclude(state=Entry.State.ABSENT).order_by("number"))


def _commit(ceremony: DrawCeremony, entry: Entry) -> dict[str, Any]:
    return part_commit(ceremony=ceremony, entry=entry, commitment=protocol.digest(_nonce(entry)))


def _pass(ceremony: DrawCeremony, field: str) -> None:
    """Let the time limit of an attempt pass, and take the step that is due."""
    ceremony.refresh_from_db()
    DrawCeremony.objects.filter(pk=ceremony.pk).update(**{field: getattr(ceremony, field) - timedelta(seconds=90)})
    ceremony_advance(ceremony=ceremony)
    ceremony.refresh_from_db()


def _ceremony(event: Event, committing: list[Entry], revealing: list[Entry]) -> DrawCeremony:
    """Run one attempt to its end."""
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    for entry in committing:
        _commit(ceremony, entry)
    ceremony.refresh_from_db()
    if ceremony.stage == Stage.COLLECTING:
        _pass(ceremony, "closes_at")
    for entry in revealing:
        part_reveal(ceremony=ceremony, entry=entry, nonce=_nonce(entry))
    if set(revealing) != set(committing):
        _pass(ceremony, "reveal_by")
    ceremony.refresh_from_db()
    return ceremony


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=12, **make.around_today())


def test_one_seed_draws_tables_seats_and_kingdom(event: Event) -> None:
    entries = _entries(event)
    ceremony = _ceremony(event, entries[:8], entries[:8])
    assert ceremony.stage == Stage.MADE
    drawn = list(Draw.objects.filter(event=event, drawn_at__isnull=False).order_by("purpose"))
    assert [draw.purpose for draw in drawn] == ["kingdom", "seats", "tables"]
    for draw in drawn:
        record = as_record(draw)
        assert draw_findings(draw) == []
        assert record.guarantee() is Guarantee.PHONES
        assert record.ceremony is not None
        assert record.ceremony.anchor == event.draw_chain.anchor
        assert [part.by for part in record.contributions] == [player_id(entry) for entry in entries[:8]]
    drawn[0].ceremony["contributions"][0]["value"] = "0" * 64
    assert [finding.code for finding in draw_findings(drawn[0])] == ["DRAW_CEREMONY"]


def test_nothing_is_drawn_before_the_last_nonce_and_nothing_joins_after_the_list(event: Event) -> None:
    entries = _entries(event)
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    with pytest.raises(CeremonyOpen):
        ceremony_open(event=event, word=make.WORD, by=None)
    for entry in entries[:2]:
        _commit(ceremony, entry)
    with pytest.raises(ListClosed):
        part_reveal(ceremony=ceremony, entry=entries[0], nonce=_nonce(entries[0]))
    ceremony_advance(ceremony=ceremony)
    assert DrawCeremony.objects.get().stage == Stage.COLLECTING
    _pass(ceremony, "closes_at")
    root = ceremony.root
    with pytest.raises(ListClosed):
        _commit(ceremony, entries[2])
    with pytest.raises(PartRefused):
        part_reveal(ceremony=ceremony, entry=entries[2], nonce=_nonce(entries[2]))
    with pytest.raises(NonceWrong):
        part_reveal(ceremony=ceremony, entry=entries[0], nonce="0" * 64)
    part_reveal(ceremony=ceremony, entry=entries[0], nonce=_nonce(entries[0]))
    assert not Round.objects.filter(event=event).exists()
    part_reveal(ceremony=ceremony, entry=entries[1], nonce=_nonce(entries[1]))
    assert Round.objects.filter(event=event).exists()
    assert DrawCeremony.objects.get().root == root
    with pytest.raises(CeremonyGone):
        _commit(ceremony, entries[0])


def test_phone_that_does_not_reveal_fails_in_public_and_has_no_part_in_the_repetition(event: Event) -> None:
    entries = _entries(event)
    first = _ceremony(event, entries[:4], entries[:3])
    assert (first.stage, first.missing) == (Stage.FAILED, [player_id(entries[3])])
    again = open_ceremony(event)
    assert again is not None
    assert (again.number, again.step, again.word) == (2, "round-1", first.word)
    with pytest.raises(PartRefused):
        _commit(again, entries[3])
    for entry in entries[:3]:
        _commit(again, entry)
    _pass(again, "closes_at")
    for entry in entries[:3]:
        part_reveal(ceremony=again, entry=entry, nonce=_nonce(entry))
    draw = Draw.objects.get(event=event, purpose="tables")
    record = as_record(draw)
    assert draw_findings(draw) == []
    assert record.ceremony is not None
    assert record.ceremony.failures == (protocol.FailedAttempt(first.root, (player_id(entries[3]),)),)


def test_without_phones_the_word_draws_and_the_guarantee_says_so(event: Event) -> None:
    ceremony = _ceremony(event, [], [])
    draw = Draw.objects.get(event=event, purpose="tables")
    assert (ceremony.stage, as_record(draw).guarantee()) == (Stage.MADE, Guarantee.WORD)
    assert draw_findings(draw) == []


def test_closing_draws_lots_and_the_next_round_from_one_seed(event: Event) -> None:
    _ceremony(event, [], [])
    with pytest.raises(RoundNotComplete):
        ceremony_open(event=event, word=make.WORD, by=None)
    make.play_round(event, close=False)
    with pytest.raises(WordMissing):
        ceremony_open(event=event, word=" ", by=None)
    assert open_ceremony(event) is None
    entries = _entries(event)
    ceremony = _ceremony(event, entries, entries)
    drawn = list(Draw.objects.filter(event=event, ceremony__isnull=False, drawn_at__isnull=False).order_by("pk"))
    steps = {draw.ceremony["ceremony"]["step"] for draw in drawn if draw.purpose != "tables"}
    assert ceremony.step in steps
    assert Round.objects.last_round(event).number == 2  # type: ignore[union-attr]
    assert [finding for draw in drawn for finding in draw_findings(draw)] == []
    assert not Draw.objects.filter(event=event, ceremony__isnull=False, drawn_at=None).exists()
    record = as_record(drawn[-1])
    assert record.ceremony is not None
    assert record.ceremony.before == DrawCeremony.objects.get(event=event, number=1).seal


def test_player_who_comes_after_the_list_makes_the_attempt_fail(event: Event) -> None:
    entries = _entries(event)
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    _commit(ceremony, entries[0])
    _pass(ceremony, "closes_at")
    Entry.objects.filter(pk=entries[8].pk).update(state=Entry.State.REGISTERED)
    part_reveal(ceremony=ceremony, entry=entries[0], nonce=_nonce(entries[0]))
    ceremony.refresh_from_db()
    assert (ceremony.stage, ceremony.missing) == (Stage.FAILED, [])
    assert not Round.objects.filter(event=event).exists()


def test_stopped_attempt_counts_as_failed(event: Event) -> None:
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    ceremony_stop(ceremony=ceremony, by=None)
    ceremony.refresh_from_db()
    assert (ceremony.stage, bool(ceremony.root), open_ceremony(event)) == (Stage.FAILED, True, None)


def test_seeds_that_are_used_up_are_told(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceremonies.protocol, "CHAIN_LENGTH", 0)
    with pytest.raises(ceremonies.ChainUsedUp):
        ceremony_open(event=event, word=make.WORD, by=None)


def test_receipt_refutes_that_a_phone_is_missing(
    event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The organiser deletes a nonce and says that the phone never revealed: its receipt says otherwise."""
    entries = _entries(event)
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    in_list = _commit(ceremony, entries[0])
    _commit(ceremony, entries[1])
    _pass(ceremony, "closes_at")
    signed = part_reveal(ceremony=ceremony, entry=entries[0], nonce=_nonce(entries[0]))
    ceremony.parts.update(nonce="")
    _pass(ceremony, "reveal_by")
    assert player_id(entries[0]) in ceremony.missing
    assert signed["lines"] == [ceremony.root, player_id(entries[0]), _nonce(entries[0])]
    assert is_signed("reveal", signed["lines"], ceremony.key, signed["signature"])
    assert is_signed("commit", in_list["lines"], ceremony.key, in_list["signature"])
    (tmp_path / "receipt.json").write_text(json.dumps(signed), encoding="utf-8")
    with pytest.raises(SystemExit, match="0"):
        call_command("draw_verify", str(tmp_path / "receipt.json"))
    assert "ricevuta" in capsys.readouterr().out
    signed["lines"][1] = player_id(entries[1])
    (tmp_path / "receipt.json").write_text(json.dumps(signed), encoding="utf-8")
    with pytest.raises(SystemExit, match="1"):
        call_command("draw_verify", str(tmp_path / "receipt.json"))
