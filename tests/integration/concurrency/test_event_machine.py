"""Stateful test of an event: arbitrary commands in any order; every invariant must hold after each.

Hypothesis walks: from one of several stages of an event it executes commands, legal or not. After each:
the event's states follow each other as the articles say; a refusal is a sentence with its article and leaves the
database unchanged; and everything of :mod:`tests.integration.concurrency.invariants` holds.

``tests/volume.py`` sets number and length of the walks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.integration.concurrency.commands import REASON, WORD, Command, Hands
from tests.integration.concurrency.fingerprint import fingerprint
from tests.integration.concurrency.invariants import broken
from tests.integration.concurrency.playing import next_step
from tests.integration.concurrency.stages import STAGES, Cast, make_cast, make_stages
from tests.integration.concurrency.world import World
from tests.reporting import FORUM
from tests.volume import SOAK, VOLUME
from tournament.core.messages import sentence
from tournament.regulation.lifecycle import STEPS
from tournament.regulation.refused import Refused
from tournament.web.ways_out import WAYS

pytestmark = pytest.mark.django_db

WALKS, LENGTH = VOLUME.walks, VOLUME.steps
ALLOWED = {(str(source), str(target)) for source, target in STEPS if source is not None}

#: Refusals that are corrected on the page where they appear; the others lead to a page that helps.
IN_PLACE = {
    *("ALREADY_DONE", "BAD_WORD", "CARD_OF_ANOTHER", "CARD_NUMBER_TAKEN", "CARD_UNKNOWN", "CRITERION_MISSING"),
    *("DECISION_REASON_MISSING", "DRAW_BY_HAND_WRONG", "DRAW_DAY_REASON_MISSING", "FASCIA_CHANGE_REFUSED"),
    *("FASCIA_REASON_MISSING", "FASCIA_UNDECIDED", "FIELD_WRONG", "FORUM_ADDRESS_WRONG", "HOMOLOGATION_REFUSED"),
    *("LOT_MISSING", "LOT_NOT_NEEDED", "LOTS_NOT_A_PERMUTATION", "LOTS_NOT_AS_DRAWN", "MINUTES_REASON_MISSING"),
    *("NOTHING_CHANGED", "NOT_REFERENT", "NO_TIE", "PHOTO_TWICE", "REASON_MISSING", "REASON_NEEDED"),
    *("ROUNDS_CHOICE_REASON_MISSING", "SHEETS_TOO_MANY", "SHEET_HAS_ERRORS", "SHEET_HAS_WARNINGS"),
    *(
        "SHEET_KEY_REUSED",
        "SHEET_NOT_THERE",
        "SHEET_OUTDATED",
        "SHEET_UNREADABLE",
        "SHEET_UNUSABLE",
        "CORRECTION_CHANGES_TABLES",
    ),
    *("TABLES_BY_HAND_WRONG", "WITNESSES_MISSING", "WORD_MISSING", "FINAL_CLOCK_REASON_MISSING", "NO_REPORT_YET"),
}

some = st.integers(0, 15)
first = st.sampled_from([0, 0, 0, 1, 2, 5])
word = st.sampled_from([WORD, WORD, WORD, "", "   "])
reason = st.sampled_from([REASON, REASON, REASON, ""])


class EventMachine(RuleBasedStateMachine):
    """One event and all users' commands. ``stages`` and ``cast`` are created once, before the walks."""

    stage: str
    stages: dict[str, int]
    cast: Cast
    done: Counter[str]
    refused: Counter[str]
    codes: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self._walk = transaction.atomic()
        self._walk.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._walk.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.world = World(self.stages[self.stage], self.cast)
        self.hands = Hands(self.world)
        self.before = fingerprint()

    def do(self, command: Command | None) -> None:
        """Execute one command and compare its result with the articles."""
        if command is None:
            return
        state, refusal = self.world.state, _carried_out(command)
        if refusal is not None:
            self.refused[command.name] += 1
            self.codes[refusal.code] += 1
            assert command.due is not True, f"{command.name} in {state} was refused: {refusal.code} {refusal.params}"
            assert sentence(refusal, "it"), refusal.code
            assert fingerprint() == self.before, f"{command.name} was refused and wrote: {refusal.code}"
            return
        self.done[command.name] += 1
        assert command.due is not False, f"{command.name} in {state} passed"
        after = self.world.state
        assert state == after or (state, after) in ALLOWED, f"{command.name}: {state} to {after}"
        now = fingerprint()
        changed = {table for table, rows in now.items() if rows != self.before[table]}
        assert broken(self.world.event, changed) == [], command.name
        self.before = now

    # Towards the end: the regular next step. Twice, so that walks make progress.

    @rule(order=some)
    def go_on(self, order: int) -> None:
        for command in next_step(self.hands, order):
            self.do(command)

    @rule(order=some)
    def go_on_again(self, order: int) -> None:
        self.go_on(order)

    # Referees.

    @rule(at=first, kind=st.sampled_from(["right", "tied", "wrong", "unfinished", "garbage"]), order=some, by=some)
    def submit(self, at: int, kind: str, order: int, by: int) -> None:
        self.do(self.hands.submit(at, kind, order, "", by))

    @rule(at=first, order=some, key=st.sampled_from(["k1", "k2"]))
    def submit_with_key(self, at: int, order: int, key: str) -> None:
        self.do(self.hands.submit(at, "right", order, key, 3))

    @rule(at=first, accept=st.booleans(), forced=st.sampled_from(["", "", "deciso al tavolo"]), by=some)
    def confirm(self, at: int, accept: bool, forced: str, by: int) -> None:
        self.do(self.hands.confirm(at, accept, forced, by))

    @rule(at=first, word=word)
    def table_lots(self, at: int, word: str) -> None:
        self.do(self.hands.lots(at, word))

    @rule(
        at=some,
        kind=st.sampled_from(["right", "right", "tied", "wrong", "garbage"]),
        order=some,
        reason=reason,
        accepted=st.booleans(),
        word=word,
    )
    def correct(self, at: int, kind: str, order: int, reason: str, accepted: bool, word: str) -> None:
        self.do(self.hands.correct(at, kind, order, reason, accepted, word))

    @rule(at=first, seat=some, reason=reason, undo=st.booleans())
    def abandon(self, at: int, seat: int, reason: str, undo: bool) -> None:
        self.do(self.hands.abandon(at, seat, reason, undo))

    @rule(at=some, seat=some, version=st.integers(0, 3), what=st.sampled_from(["note", "call", "confirm"]))
    def beside_the_sheet(self, at: int, seat: int, version: int, what: str) -> None:
        acts: dict[str, Callable[[], Command | None]] = {
            "note": partial(self.hands.note, at, f"nota {version}"),
            "call": partial(self.hands.call, at),
            "confirm": partial(self.hands.player_confirms, at, seat, version),
        }
        self.do(acts[what]())

    # Organisers.

    @rule(
        who=some,
        name=st.sampled_from(["Ugo", "Ida", ""]),
        proof=st.sampled_from(["card", "referent", "wrong", "", "door", "door", "door"]),
    )
    def enter(self, who: int, name: str, proof: str) -> None:
        self.do(self.hands.walk_in(name) if proof == "door" else self.hands.register(who, proof))

    @rule(what=st.sampled_from(["entry_check_in", "entry_undo_check_in", "entry_remove"]), who=some)
    def entry_before(self, what: str, who: int) -> None:
        self.do(self.hands.entry(what, who))

    @rule(what=st.sampled_from(["entry_leave", "entry_return", "leave_wish", "leave_wish_undo"]), who=some)
    def entry_during(self, what: str, who: int) -> None:
        self.do(self.hands.entry(what, who))

    @rule(what=st.sampled_from(["announce", "open_check_in"]))
    def prepare(self, what: str) -> None:
        self.do(getattr(self.hands, what)())

    @rule(minutes=st.sampled_from([0, 30, 45]), override=st.sampled_from([None, 2, 3, 4]), reason=reason)
    def update(self, minutes: int, override: int | None, reason: str) -> None:
        self.do(self.hands.update(minutes, override, reason))

    @rule(official=st.booleans(), reason=reason)
    def official(self, official: bool, reason: str) -> None:
        self.do(self.hands.official(official, reason))

    @rule(word=word, final=st.booleans())
    def draw(self, word: str, final: bool) -> None:
        self.do(self.hands.draw_final(word) if final else self.hands.draw(word))

    @rule(final=st.booleans(), with_seats=st.booleans(), word=word, has_witnesses=st.booleans(), by=some)
    def draw_by_hand(self, final: bool, with_seats: bool, word: str, has_witnesses: bool, by: int) -> None:
        self.do(self.hands.hand_draw(final, with_seats, word, has_witnesses, by))

    @rule(at=first, reason=reason, by=some)
    def undo(self, at: int, reason: str, by: int) -> None:
        self.do(self.hands.undo(at, reason, by))

    @rule(at=first, what=st.sampled_from(["clock_start", "clock_pause", "clock_resume"]))
    def show(self, at: int, what: str) -> None:
        self.do(self.hands.clock(at, what))

    @rule(at=first, word=word)
    def close(self, at: int, word: str) -> None:
        self.do(self.hands.close(at, word))

    @rule(what=st.sampled_from(["conclude", "stop", "stop", "void"]), reason=reason, sure=st.integers(0, 4))
    def end(self, what: str, reason: str, sure: int) -> None:
        if what == "conclude":
            self.do(self.hands.conclude())
        elif what == "stop" or sure == 0:
            self.do(self.hands.stop(reason) if what == "stop" else self.hands.void(reason))

    @rule(role=st.sampled_from(["organiser", "referee", "king"]), grant=st.booleans())
    def role(self, role: str, grant: bool) -> None:
        self.do(self.hands.role(role, grant))

    @rule(what=st.sampled_from(["participant_links_make", "table_links_make", "link_revoke"]), at=first)
    def links(self, what: str, at: int) -> None:
        self.do(self.hands.links(what, at))

    # The report and the Referent.

    @rule(what=st.sampled_from(["photo", "forum", "send"]), days=st.sampled_from([0, 6, 7]), note=st.text(max_size=3))
    def report(self, what: str, days: int, note: str) -> None:
        acts: dict[str, Callable[[], Any]] = {
            "photo": partial(self.hands.photo, 100 + days),
            "forum": partial(self.hands.forum, FORUM if days else "forum"),
            "send": partial(self.hands.send, days, note),
        }
        self.do(acts[what]())

    @rule(days=st.sampled_from([1, 8]))
    def sweep(self, days: int) -> None:
        self.do(self.hands.sweep(days))

    @rule(
        what=st.sampled_from(["homologate", "homologate", "revoke", "reopen", "refuse"]),
        reason=reason,
    )
    def decide(self, what: str, reason: str) -> None:
        self.do(self.hands.decide(what, reason, ""))

    @rule(
        what=st.sampled_from(["authorise", "refuse_authorisation", "promote", "demote"]),
        reason=reason,
        to=st.sampled_from(["I", "II", "III"]),
    )
    def decide_beside(self, what: str, reason: str, to: str) -> None:
        self.do(self.hands.decide(what, reason, to))


def _carried_out(command: Command) -> Refused | None:
    """Execute a command; return the error that refused it, if any."""
    try:
        command.act()
    except Refused as refusal:
        return refusal
    return None


def test_event_invariants_hold_for_any_commands(
    settings: Any, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Art. 1.2 to 1.6: see the module."""
    settings.MEDIA_ROOT = tmp_path
    cast = make_cast()
    done, refused, codes = Counter[str](), Counter[str](), Counter[str]()
    # Hypothesis begins each stage with the simplest walks, which go straight to the end: four walks of it at least.
    every = 4 * len(STAGES) // WALKS
    stages = list(STAGES)[1::every] if every > 1 else list(STAGES)
    facts = {"stages": make_stages(cast, stages), "cast": cast, "done": done, "refused": refused, "codes": codes}
    for stage in stages:
        machine = type("Walk", (EventMachine,), facts | {"stage": stage})
        run_state_machine_as_test(seed(list(STAGES).index(stage))(machine), settings=_walks(WALKS // len(stages)))
    record_property("counts", _summary(done, refused, codes))
    always = {"round_draw", "sheet_submit", "sheet_confirm", "round_close", "event_conclude", "homologate"}
    # Commands that the few walks of the gate seldom reach.
    seldom = {"round_undo"} if VOLUME is SOAK else set()
    assert set(done) >= always | seldom
    assert sum(refused.values()) > WALKS
    assert set(codes) <= set(WAYS) | IN_PLACE, sorted(set(codes) - set(WAYS) - IN_PLACE)


def _walks(number: int) -> settings:
    return settings(
        max_examples=number,
        stateful_step_count=LENGTH,
        deadline=None,
        database=None,
        # The failing walk is short enough to read, and shrinking it takes many minutes.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def _summary(done: Counter[str], refused: Counter[str], codes: Counter[str]) -> str:
    names = sorted({*done, *refused})
    commands = ", ".join(f"{name} {done[name]}/{refused[name]}" for name in names)
    reasons = ", ".join(f"{code} {times}" for code, times in codes.most_common())
    total = f"{WALKS} walks of up to {LENGTH} steps: {sum(done.values())} commands carried out, {sum(refused.values())}"
    return f"{total} refused. Carried out/refused: {commands}. Refusals: {reasons}."
