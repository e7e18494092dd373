"""The organiser holds the laptop, reads every secret of its database, and wants a player to be drawn first.

What the organiser may do before the list of a ceremony is fixed: choose the word, who is present, and the nonces of
colluding phones. After it: withhold the nonce of one of them, deny a reveal, or rewrite the database. What follows from
each choice is computed from the secrets in the database, by the functions that draw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count, product
from math import sqrt
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tests import factories as make
from tournament.draws import services as draw_services
from tournament.draws.ceremonies import ceremony_list, day_seal, day_seals, failed_attempts, revealed
from tournament.draws.errors import PartRefused
from tournament.draws.receipts import is_signed, receipt
from tournament.draws.selectors import as_record, draw_findings
from tournament.models import Draw, DrawCeremony, Entry, Event
from tournament.pages.event import shown_name
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol
from tournament.regulation import draws as rules
from tournament.regulation.ceremony import Contribution, FailedAttempt, Guarantee
from tournament.rounds.ceremonies import ceremony_advance, ceremony_open, part_commit, part_reveal

pytestmark = pytest.mark.django_db
Stage = DrawCeremony.Stage

#: Two more or less of them leave the same number of tables.
PLAYERS, WITHOUT_FRIEND = 14, 13
HONEST, FIRST_COLLUDER, SECOND_COLLUDER = "p01", "p02", "p03"
WANTED = "p05"
WORDS = ("ombrello", "sedia", "tre gatti")
#: Honest nonces that are enumerated for each choice, and how far above chance a share of them may lie by accident: of
#: the 168 numbers that are looked at the largest lies at three standard deviations.
NONCES = tuple(protocol.digest(f"honest {number}") for number in range(1_400))
DEVIATIONS = 4.5


def _bound(chance: float, tries: int) -> float:
    return tries * chance + DEVIATIONS * sqrt(tries * chance * (1 - chance))


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Return an event at its check-in whose draws are all committed to; its secrets are the same in each run."""
    numbers = count()
    monkeypatch.setattr(draw_services.secrets, "token_hex", lambda _bytes: protocol.digest(f"secret {next(numbers)}"))
    event = make.check_in_event(players=PLAYERS, **make.around_today())
    facts: dict[str, Any] = {"event": event, "number": 1, "is_final": False, "now": timezone.now(), "by": None}
    draw_services.commit_round(**facts)
    draw_services.commit_results(**facts, tables=4, has_reserve=True)
    return event


def _entry(event: Event, player: str) -> Entry:
    return next(entry for entry in Entry.objects.filter(event=event) if player_id(entry) == player)


def _fixed(event: Event, word: str, nonces: dict[str, str]) -> DrawCeremony:
    """Open an attempt, let phones commit, and let the time to do so pass."""
    ceremony = ceremony_open(event=event, word=word, by=None)
    for player, nonce in nonces.items():
        part_commit(ceremony=ceremony, entry=_entry(event, player), commitment=protocol.digest(nonce))
    DrawCeremony.objects.filter(pk=ceremony.pk).update(closes_at=timezone.now())
    ceremony_advance(ceremony=ceremony)
    ceremony.refresh_from_db()
    return ceremony


def _drawn(event: Event, word: str, nonces: dict[str, str]) -> DrawCeremony:
    """Run an attempt in which every phone reveals."""
    ceremony = _fixed(event, word, nonces)
    for player, nonce in nonces.items():
        part_reveal(ceremony=ceremony, entry=_entry(event, player), nonce=nonce)
    ceremony.refresh_from_db()
    return ceremony


def _tables(event: Event) -> Draw:
    return Draw.objects.get(event=event, purpose="tables", annulled_at=None)


@dataclass(frozen=True)
class Knowledge:
    """Contents of the organiser's copy of the database.

    Arguments:
        record: of the ceremony that comes, but for its root. seed: the own seed of the draw of the tables.
        secret: of the server's chain.
    """

    record: protocol.Ceremony
    seed: str
    secret: str

    def first(self, word: str, nonces: dict[str, str], players: int = PLAYERS) -> str:
        """Return who is drawn first if these phones reveal these nonces."""
        parts = tuple(Contribution(by, nonce, protocol.digest(nonce)) for by, nonce in sorted(nonces.items()))
        record = replace(self.record, inputs=self.record.inputs[:players])
        record = replace(record, root=protocol.list_root(record, word, parts))
        stream = rules.Stream(self.seed, word, "tables", "round-1", protocol.outcome_seed(record, parts))
        return str(rules.shuffled(record.inputs, stream)[0])

    def after(self, *failures: FailedAttempt) -> Knowledge:
        """Return the same for the attempt after some that failed."""
        number = len(failures) + 1
        seed = protocol.chain_seed(self.secret, number)
        return replace(self, record=replace(self.record, failures=failures, number=number, server_seed=seed))


@pytest.fixture
def knowledge(event: Event) -> Knowledge:
    """Read the secrets, after a ceremony in a copy of the database: nothing of it is left."""
    with transaction.atomic():
        fixed = revealed(ceremony_list(_drawn(event, WORDS[0], {})))
        transaction.set_rollback(True)
    return Knowledge(fixed.record, _tables(event).seed, event.draw_chain.secret)


def test_word_alone_is_chosen_by_who_reads_the_database_and_the_draw_says_so(
    event: Event, knowledge: Knowledge
) -> None:
    word = next(word for word in map("parola {}".format, count()) if knowledge.first(word, {}) == WANTED)
    _drawn(event, word, {})
    record = as_record(_tables(event))
    assert record.outcome[0] == WANTED
    assert record.guarantee() is Guarantee.WORD


@pytest.mark.soak
def test_one_honest_phone_leaves_every_choice_at_chance(event: Event, knowledge: Knowledge) -> None:
    chosen: dict[tuple[str, int, str], Counter[str]] = {}
    for word, players, digit in product(WORDS, (PLAYERS, WITHOUT_FRIEND), "1f"):
        colluding = {FIRST_COLLUDER: digit * 64, SECOND_COLLUDER: "2" * 64}
        firsts = (knowledge.first(word, {HONEST: nonce, **colluding}, players) for nonce in NONCES)
        chosen[word, players, digit] = Counter(firsts)
    for (_word, players, _digit), tally in chosen.items():
        assert max(tally.values()) <= _bound(1 / players, len(NONCES))
    # The draw is the one that was computed: the same functions, fed from the database, give what the site draws.
    word, _players, digit = max(
        (choice for choice in chosen if choice[1] == PLAYERS), key=lambda choice: chosen[choice][WANTED]
    )
    nonces = {HONEST: protocol.digest("unknown"), FIRST_COLLUDER: digit * 64, SECOND_COLLUDER: "2" * 64}
    _drawn(event, word, nonces)
    record = as_record(_tables(event))
    assert record.outcome[0] == knowledge.first(word, nonces)
    assert (record.guarantee(), rules.verify(record)) == (Guarantee.PHONES, [])


@pytest.mark.soak
def test_withheld_nonces_buy_one_fair_try_each_and_are_public(event: Event, knowledge: Knowledge) -> None:
    """The organiser computes the outcome from the honest nonce, and reveals the colluding one only if it is wanted."""
    word, colluding = WORDS[0], {FIRST_COLLUDER: "1" * 64, SECOND_COLLUDER: "2" * 64}
    first = knowledge.first
    failing = next(nonce for nonce in NONCES if first(word, {HONEST: nonce, **colluding}) != WANTED)
    ceremony = _fixed(event, word, {HONEST: failing, **colluding})
    part_reveal(ceremony=ceremony, entry=_entry(event, HONEST), nonce=failing)
    DrawCeremony.objects.filter(pk=ceremony.pk).update(reveal_by=timezone.now())
    ceremony_advance(ceremony=ceremony)
    failed = failed_attempts(event)
    assert [(attempt.number, attempt.missing) for attempt in failed] == [(1, [FIRST_COLLUDER, SECOND_COLLUDER])]

    again = knowledge.after(FailedAttempt(failed[0].root, tuple(failed[0].missing)))
    others = {"p04": "3" * 64}
    in_the_first = sum(first(word, {HONEST: nonce, **colluding}) == WANTED for nonce in NONCES)
    # The honest phone takes a fresh nonce for each attempt: any of the first goes with any of the second.
    in_the_second = sum(again.first(word, {HONEST: nonce, **others}) == WANTED for nonce in NONCES)
    for reached in (in_the_first, in_the_second):
        assert reached <= _bound(1 / PLAYERS, len(NONCES))
    both = 1 - (1 - in_the_first / len(NONCES)) * (1 - in_the_second / len(NONCES))
    fair = 1 - (1 - 1 / PLAYERS) ** 2
    assert both - fair <= 2 * (_bound(1 / PLAYERS, len(NONCES)) / len(NONCES) - 1 / PLAYERS)

    repeated = DrawCeremony.objects.get(event=event, stage=Stage.COLLECTING)
    nonces = {HONEST: NONCES[7], **others}
    for player, nonce in nonces.items():
        part_commit(ceremony=repeated, entry=_entry(event, player), commitment=protocol.digest(nonce))
    DrawCeremony.objects.filter(pk=repeated.pk).update(closes_at=timezone.now())
    ceremony_advance(ceremony=repeated)
    for player, nonce in nonces.items():
        part_reveal(ceremony=repeated, entry=_entry(event, player), nonce=nonce)
    record = as_record(_tables(event))
    assert record.outcome[0] == again.first(word, nonces)
    assert record.ceremony is not None
    assert [attempt.missing for attempt in record.ceremony.failures] == [(FIRST_COLLUDER, SECOND_COLLUDER)]


def test_honest_phone_that_is_dropped_lets_the_repetition_be_chosen_and_is_named(
    client: Client, event: Event, knowledge: Knowledge
) -> None:
    """The machine drops the honest reveal, of which the phone then has no receipt, and leaves the phone out.

    What one failure buys so is every outcome; what it costs is that the draw names the phone beside its guarantee.
    """
    word = WORDS[0]
    ceremony = _fixed(event, word, {HONEST: NONCES[0], FIRST_COLLUDER: NONCES[1]})
    part_reveal(ceremony=ceremony, entry=_entry(event, FIRST_COLLUDER), nonce=NONCES[1])
    DrawCeremony.objects.filter(pk=ceremony.pk).update(reveal_by=timezone.now())
    ceremony_advance(ceremony=ceremony)
    ceremony.refresh_from_db()
    repeated = DrawCeremony.objects.get(event=event, stage=Stage.COLLECTING)
    with pytest.raises(PartRefused):
        part_commit(ceremony=repeated, entry=_entry(event, HONEST), commitment=protocol.digest(NONCES[2]))
    again = knowledge.after(FailedAttempt(ceremony.root, tuple(ceremony.missing)))
    reached = {again.first(word, {FIRST_COLLUDER: nonce}): nonce for nonce in NONCES}
    assert set(reached) == set(again.record.inputs)

    nonce = reached[WANTED]
    part_commit(ceremony=repeated, entry=_entry(event, FIRST_COLLUDER), commitment=protocol.digest(nonce))
    DrawCeremony.objects.filter(pk=repeated.pk).update(closes_at=timezone.now())
    ceremony_advance(ceremony=repeated)
    part_reveal(ceremony=repeated, entry=_entry(event, FIRST_COLLUDER), nonce=nonce)
    record = as_record(_tables(event))
    assert (record.outcome[0], record.guarantee(), record.left_out()) == (WANTED, Guarantee.PHONES, (HONEST,))
    page = client.get(reverse("draw", args=[_tables(event).pk])).content.decode()
    named = shown_name(_entry(event, HONEST), sees_names=False)
    assert f"Fuori dopo un tentativo fallito: {escape(named)}." in page


def test_reveal_that_is_denied_is_proved_by_its_receipt(event: Event) -> None:
    nonces = {HONEST: NONCES[0], FIRST_COLLUDER: NONCES[1]}
    ceremony = _fixed(event, WORDS[0], nonces)
    signed = part_reveal(ceremony=ceremony, entry=_entry(event, HONEST), nonce=NONCES[0])
    ceremony.parts.update(nonce="", revealed_at=None)
    DrawCeremony.objects.filter(pk=ceremony.pk).update(reveal_by=timezone.now())
    ceremony_advance(ceremony=ceremony)
    ceremony.refresh_from_db()
    assert HONEST in ceremony.missing
    lines = [ceremony.root, HONEST, NONCES[0]]
    assert is_signed("reveal", lines, ceremony.key, signed["signature"])
    assert not is_signed("reveal", [ceremony.root, FIRST_COLLUDER, NONCES[0]], ceremony.key, signed["signature"])


def test_database_taken_back_to_before_the_draw_contradicts_one_paper_and_one_phone(event: Event) -> None:
    with transaction.atomic():
        first = _drawn(event, WORDS[0], {HONEST: NONCES[0]})
        on_paper, on_the_phone = day_seal(event), receipt("list", first.root)
        transaction.set_rollback(True)
    # The phone is not there for the second draw; all that is shown afterwards is consistent.
    second = _drawn(event, WORDS[1], {FIRST_COLLUDER: NONCES[1]})
    assert draw_findings(_tables(event)) == []
    assert day_seal(event) != on_paper
    assert is_signed("list", [first.root], second.key, on_the_phone["signature"])
    assert first.root != second.root


def test_word_draw_that_is_rewritten_contradicts_one_paper(event: Event) -> None:
    """Without phones too: the database is taken back to before the draw, and drawn with another word."""
    with transaction.atomic():
        make.draw_round(event, word=WORDS[0])
        on_paper = day_seal(event)
        transaction.set_rollback(True)
    make.draw_round(event, word=WORDS[1])
    make.play_round(event)
    assert draw_findings(_tables(event)) == []
    assert on_paper not in {step.seal for step in day_seals(event)}
