"""The ceremony of a draw: who has a part, what is fixed before a nonce, what fails in public, what receipts refute."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from tests import factories as make
from tests.regulation.ceremonies import BEACONS
from tournament.core.errors import ReasonMissing, WordMissing
from tournament.draws.ceremonies import open_ceremony
from tournament.draws.errors import (
    BeaconWrong,
    CeremonyGone,
    CeremonyOpen,
    ListClosed,
    NonceWrong,
    PartRefused,
    SecondPersonNeeded,
    WitnessesWrong,
)
from tournament.draws.receipts import is_signed
from tournament.draws.selectors import as_record, draw_findings
from tournament.exchange.export import event_to_file
from tournament.models import Draw, DrawCeremony, DrawRequest, Entry, Event, Job, Person, Round, Seat
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol
from tournament.regulation.ceremony import Guarantee
from tournament.regulation.draw_errors import BadSequence
from tournament.regulation.draws import commit, verify
from tournament.regulation.event_file.parse import parse
from tournament.regulation.event_file.verify import verify as verify_file
from tournament.regulation.lifecycle_errors import RoundNotComplete
from tournament.regulation.sequences import sequence_word
from tournament.rounds import ceremonies
from tournament.rounds.beacon import round_time
from tournament.rounds.ceremonies import (
    beacon_job,
    ceremony_advance,
    ceremony_open,
    ceremony_stop,
    part_commit,
    part_reveal,
)
from tournament.rounds.draw_requests import hand_draw_ask, request_agree, sequence_ask, stop_ask, word_draw_ask
from tournament.rounds.errors import AgreementOfWitnesses, AgreementOwn
from tournament.rounds.services import round_draw
from tournament.rounds.word_draws import word_draw
from tournament.sheets.services import sheet_submit, table_lots_draw

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
    lots = Draw.objects.get(event=event, purpose="standings_lots", scope="round-1")
    assert lots.outcome is not None, "drawn at the closing even if nobody is equal"
    promised = Draw.objects.filter(event=event, drawn_at=None, ceremony__ceremony__step="round-2")
    assert set(promised.values_list("purpose", "scope")) == {
        ("standings_lots", "round-1/again-2"),
        *((kind, f"round-2{end}") for kind in ("standings_lots",) for end in ("", "/again-2")),
        *(("table_lots", f"round-2/table-{n}{end}") for n in (1, 2, 3) for end in ("", "/again-2")),
    }
    record = as_record(lots)
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


def _made_round(event: Event) -> Round:
    """Draw round 1 with the phones of everybody, and return it."""
    _ceremony(event, _entries(event), _entries(event))
    return make.last_round(event)


def test_lots_at_a_table_come_from_the_ceremony_of_its_round_without_another_word(event: Event) -> None:
    table = make.tables_of(_made_round(event))[0]
    make.opened(table.round)
    sheet_submit(table=table, data=make.tied_sheet(table), by=None)
    table_lots_draw(table=table, word="", by=None)
    record = as_record(Draw.objects.get(event=event, purpose="table_lots", drawn_at__isnull=False))
    assert record.guarantee() is Guarantee.PHONES
    assert verify(record) == []


def test_own_seed_changed_after_the_list_makes_the_attempt_fail(event: Event) -> None:
    """The organiser has read the nonces, and exchanges a draw's own seed for one that gives a better outcome."""
    entries = _entries(event)
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    _commit(ceremony, entries[0])
    _pass(ceremony, "closes_at")
    Draw.objects.filter(event=event, purpose="seats").update(seed="0" * 64, commitment=commit("0" * 64))
    part_reveal(ceremony=ceremony, entry=entries[0], nonce=_nonce(entries[0]))
    ceremony.refresh_from_db()
    assert ceremony.stage == Stage.FAILED


def test_result_changed_after_the_list_makes_the_attempt_fail(event: Event) -> None:
    _made_round(event)
    make.play_round(event, close=False)
    entries = _entries(event)
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    _commit(ceremony, entries[0])
    _pass(ceremony, "closes_at")
    first, second = Seat.objects.filter(round__event=event, place__in=(1, 2), table__number=1).order_by("place")
    Seat.objects.filter(pk=first.pk).update(place=None)
    Seat.objects.filter(pk=second.pk).update(place=1)
    Seat.objects.filter(pk=first.pk).update(place=2)
    part_reveal(ceremony=ceremony, entry=entries[0], nonce=_nonce(entries[0]))
    ceremony.refresh_from_db()
    assert ceremony.stage == Stage.FAILED


def test_file_of_an_event_agrees_with_the_results_that_its_draws_bound() -> None:
    event = make.check_in_event(players=12, **make.around_today())
    _made_round(event)
    for _round in range(2):
        make.play_round(event, close=False)
        entries = _entries(event)
        _ceremony(event, entries[:2], entries[:2])
    make.play_round(event)
    make.conclusion.event_conclude(event=event, by=None)
    content = event_to_file(Event.objects.get(pk=event.pk))
    assert [item.code for item in verify_file(parse(content)).findings if item.code.startswith("DRAW")] == []
    results = content["rounds"][0]["tables"][0]["results"]
    results[0]["player"], results[1]["player"] = results[1]["player"], results[0]["player"]
    codes = [item.code for item in verify_file(parse(content)).findings]
    assert "DRAW_RESULTS" in codes


DICE = "416253 416253 416253 416253"


def test_sequence_read_out_by_two_witnesses_draws_at_once_and_names_them(event: Event) -> None:
    entries = _entries(event)
    ceremony = ceremony_open(event=event, word=DICE.replace(" ", ""), by=None, witnesses=entries[:2])
    ceremony.refresh_from_db()
    record = as_record(Draw.objects.get(event=event, purpose="tables"))
    assert (ceremony.stage, record.word, record.guarantee()) == (Stage.MADE, DICE, Guarantee.WITNESSES)
    assert record.ceremony is not None
    assert record.ceremony.witnesses == (player_id(entries[0]), player_id(entries[1]))
    assert verify(record) == []


def test_witnesses_are_two_players_present(event: Event) -> None:
    entries = _entries(event)
    absent = Entry(event=event, number=99, state=Entry.State.REGISTERED)
    for witnesses in (entries[:1], [entries[0], entries[0]], entries[:3], [entries[0], absent]):
        with pytest.raises(WitnessesWrong):
            ceremony_open(event=event, word=DICE, by=None, witnesses=witnesses)
    with pytest.raises(BadSequence):
        ceremony_open(event=event, word="ombrello", by=None, witnesses=entries[:2])


@pytest.mark.parametrize(
    "text",
    [
        "41625341625341625341625",
        "4162534162534162534162537",
        "AC 2C 3C",
        "AC AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC",
        "1" * 60,
    ],
)
def test_sequences_that_are_too_short_or_wrong_are_refused(text: str) -> None:
    with pytest.raises(BadSequence):
        sequence_word(text)


def test_cards_of_a_sequence_are_written_in_capitals() -> None:
    cards = "AC 2Q 3F 4P 5C 6Q 7F 8P 9C 10Q JF KP"
    assert sequence_word(cards.lower().replace(" ", ", ")) == cards


BEACON = BEACONS[3]


@pytest.fixture
def beacon(settings: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Set up a beacon whose next round is the published one; return the answer that it will give."""
    settings.FOSSATO_BEACON_URL = "https://beacon.example/chain"
    settings.FOSSATO_BEACON_SCHEME, settings.FOSSATO_BEACON_KEY = BEACON.scheme, BEACON.key
    settings.FOSSATO_BEACON_PERIOD = 30
    settings.FOSSATO_BEACON_GENESIS = int(timezone.now().timestamp()) + 15 - 30 * (BEACON.round - 2)
    answer: dict[str, Any] = {"round": BEACON.round, "signature": BEACON.signature, "randomness": "not looked at"}
    monkeypatch.setattr("tournament.rounds.beacon.fetch", lambda _url: json.dumps(answer).encode())
    return answer


def _beacon_job(ceremony: DrawCeremony) -> None:
    beacon_job(Job(args={"ceremony": ceremony.pk}), lambda: None)
    ceremony.refresh_from_db()


def _fixed_with_beacon(event: Event) -> DrawCeremony:
    """Return an attempt without phones whose list named the published round of the beacon."""
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    DrawCeremony.objects.filter(pk=ceremony.pk).update(closes_at=timezone.now())
    ceremony_advance(ceremony=ceremony)
    ceremony.refresh_from_db()
    return ceremony


def test_beacon_is_named_with_the_list_later_than_the_nonces_and_draws_when_it_comes(
    event: Event, beacon: dict[str, Any]
) -> None:
    ceremony = _fixed_with_beacon(event)
    assert ceremony.stage == Stage.REVEALING
    assert ceremony.beacon["round"] == BEACON.round
    assert round_time(BEACON.round) > ceremony.reveal_by
    root = ceremony.root
    _beacon_job(ceremony)
    draw = Draw.objects.get(event=event, purpose="tables")
    assert (ceremony.stage, ceremony.root) == (Stage.MADE, root)
    assert as_record(draw).guarantee() is Guarantee.BEACON
    assert draw_findings(draw) == []
    content = draw.ceremony
    content["ceremony"]["beacon"]["signature"] = BEACON.signature[:-2] + "00"
    Draw.objects.filter(pk=draw.pk).update(ceremony=content)
    assert draw_findings(Draw.objects.get(pk=draw.pk)) != []


@pytest.mark.parametrize("wrong", [{"signature": BEACON.signature[:-2] + "00"}, {"round": 1}, {"signature": 7}])
def test_beacon_that_answers_wrongly_draws_nothing(event: Event, beacon: dict[str, Any], wrong: dict[str, Any]) -> None:
    ceremony = _fixed_with_beacon(event)
    beacon |= wrong
    with pytest.raises(BeaconWrong):
        _beacon_job(ceremony)
    assert not Round.objects.filter(event=event).exists()


def test_beacon_that_does_not_come_fails_in_public_and_the_repetition_names_none(
    event: Event, beacon: dict[str, Any]
) -> None:
    ceremony = _fixed_with_beacon(event)
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        ceremony_advance(ceremony=ceremony)
    assert Job.objects.filter(kind="beacon").count() == 0
    ceremony.refresh_from_db()
    again = open_ceremony(event)
    assert (ceremony.stage, ceremony.missing) == (Stage.FAILED, [])
    assert again is not None
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        ceremony_advance(ceremony=again)
    again.refresh_from_db()
    assert (again.stage, again.beacon) == (Stage.MADE, None)


def _second(event: Event) -> Any:
    referee = make.make_user()
    make.grant(event, referee, "referee")
    return referee


def test_stopping_needs_somebody_else_and_counts_as_failed(event: Event) -> None:
    organiser = make.make_user()
    ceremony = ceremony_open(event=event, word=make.WORD, by=organiser)
    request = stop_ask(event=event, reason="Allarme", by=organiser)
    with pytest.raises(AgreementOwn):
        request_agree(request=request, by=organiser)
    ceremony.refresh_from_db()
    assert ceremony.stage == Stage.COLLECTING
    assert request_agree(request=request, by=_second(event))
    ceremony.refresh_from_db()
    assert ceremony.stage == Stage.FAILED
    with pytest.raises(CeremonyGone):
        stop_ask(event=event, reason="Ancora", by=organiser)


def test_word_alone_is_refused_while_a_draw_is_open(event: Event) -> None:
    """The organiser, who could know the outcome of the open attempt, has no other way to a draw."""
    everybody = _entries(event)
    seats = [everybody[:4], everybody[4:8], everybody[8:]]
    ceremony_open(event=event, word=make.WORD, by=None)
    with pytest.raises(CeremonyOpen):
        word_draw(event=event, draw=lambda: round_draw(event=event, word=make.WORD, by=None))
    with pytest.raises(CeremonyOpen):
        hand_draw_ask(event=event, final=False, reason="Carte", by=None, word=make.WORD, seats=seats)
    assert not Round.objects.filter(event=event).exists()


def test_word_alone_after_a_failure_needs_somebody_else(event: Event) -> None:
    organiser = make.make_user()
    ceremony_stop(ceremony=ceremony_open(event=event, word=make.WORD, by=organiser), by=organiser)
    with pytest.raises(SecondPersonNeeded):
        word_draw(event=event, draw=lambda: round_draw(event=event, word=make.WORD, by=organiser))
    request = word_draw_ask(event=event, word=make.WORD, reason="Niente rete", by=organiser)
    assert not Round.objects.filter(event=event).exists()
    assert request_agree(request=request, by=_second(event))
    assert as_record(Draw.objects.get(event=event, purpose="tables")).guarantee() is Guarantee.WORD


def test_sequence_after_a_failure_needs_a_reason_and_both_witnesses(event: Event) -> None:
    organiser, entries = make.make_user(), _entries(event)
    ceremony_stop(ceremony=ceremony_open(event=event, word=make.WORD, by=organiser), by=organiser)
    with pytest.raises(ReasonMissing):
        sequence_ask(event=event, word=DICE, by=organiser, witnesses=entries[:2])
    request = sequence_ask(event=event, word=DICE, reason="Niente rete", by=organiser, witnesses=entries[:2])
    with pytest.raises(AgreementOfWitnesses):
        request_agree(request=request, by=_second(event))
    with pytest.raises(AgreementOfWitnesses):
        request_agree(request=request, entry=entries[2])
    assert not request_agree(request=request, entry=entries[0])
    assert not request_agree(request=request, entry=entries[1], is_by_printed_link=True)
    assert not Round.objects.filter(event=event).exists()
    assert request_agree(request=request, entry=entries[1])
    record = as_record(Draw.objects.get(event=event, purpose="tables"))
    assert (record.guarantee(), verify(record)) == (Guarantee.WITNESSES, [])


def test_sequence_is_not_witnessed_by_who_asks_for_it(event: Event) -> None:
    entries, organiser = _entries(event), make.make_user()
    Person.objects.filter(pk=entries[0].person_id).update(user=organiser)
    with pytest.raises(WitnessesWrong):
        sequence_ask(event=event, word=DICE, by=organiser, witnesses=entries[:2])
    with pytest.raises(WitnessesWrong):
        sequence_ask(event=event, word=DICE, by=organiser, witnesses=entries[1:2])
    assert not DrawRequest.objects.exists()
