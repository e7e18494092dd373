"""Step-by-step transcript of a recorded game, for the replay page: table, choice and consequences, as text.

:func:`steps` replays the record under the rules (:func:`games.runner.resume` validates it first) on a table that
records what happens. Pure: takes a record, returns data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from .. import registry
from ..decision import Watching
from ..game import Chance, Decision, Outcome, Pending
from ..record import Record, RecordError
from ..runner import Replayer, chance_from_record, resume
from . import observation, turn
from .cards import IS_TREASURE, LIBRARY, MOAT_CARD, NAMES, points
from .choose_policy import Choosing
from .policy import Policy
from .questions import YES_NO
from .setup import Setup
from .state import STOP, YES, Player, Question, Table
from .transcript_words import ANSWERS, SECRET, Words, words

SLUG: Final = "dominion"
EDITION: Final = "regulation"
#: Questions whose answer text already states the resulting gain or trashing.
_ANNOUNCING: Final = frozenset(
    ("buy", "chapel", "remodel_trash", "remodel_gain", "mine_trash", "mine_gain", "feast", "workshop", "thief_trash")
)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table: the hand, the sizes of deck and discard pile, the value of the cards."""

    player: str
    hand: dict[str, int]
    deck: int
    discard: int
    discard_top: str | None
    points: int
    turns: int


@dataclass(frozen=True, slots=True)
class Step:
    """One choice, with the table as it was when the choice was made.

    Arguments:
        number: of the choice in the record, from 0; the last step has the number of choices in the record.
        kind: the question, e.g. ``"play"``; ``"end"`` for the last step of a finished game.
        seat: the deciding player, from 0; None at the end. active: the player in turn; turn: that player's turn, from
            1.
        options, choice: in the record's notation; ``choice`` is None at the end and for an open question.
        actions, buys, coins: what the active player has left.
        seats, in_play, supply, trash: the table, card to copies; the supply holds every pile of the game.
        before: text of what happened since the previous choice; line: the choice as text.
        hidden: for each text of ``before`` the seat that alone may read it and what the others read, or None.
    """

    number: int
    kind: str
    seat: int | None
    active: int
    turn: int
    options: tuple[str, ...]
    choice: str | None
    actions: int
    buys: int
    coins: int
    seats: tuple[SeatView, ...]
    in_play: dict[str, int]
    supply: dict[str, int]
    trash: dict[str, int]
    before: tuple[Words, ...]
    line: Words
    hidden: tuple[tuple[int, Words] | None, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every seat, by the cards owned."""
        return tuple(seat.points for seat in self.seats)

    def as_dict(self) -> dict[str, Any]:
        """Return the step as JSON data."""
        return asdict(self)


class _RecordingTable(Table):
    """A table that records, as text, every event that is not a choice.

    Attributes:
        messages, hidden: texts since the last choice, and what the others read of them.
        playing: the Action last chosen to be played.
        announced: a card whose gain or trashing is already stated by the text of a choice.
    """

    def __init__(
        self, setup: Setup, chance: Chance, policies: list[Policy], players: Sequence[str], edition: str
    ) -> None:
        super().__init__(setup, chance, policies)
        self.names = tuple(players)
        self.edition = edition
        self.messages: list[Words] = []
        self.hidden: list[tuple[int, Words] | None] = []
        self.playing = STOP
        self.announced = STOP
        self.laid = False
        self._steps_before = 0

    def add_message(self, key: str, seat: int, **facts: Any) -> None:
        """Append a message about a player; what only the player sees, with the version for the others."""
        self.messages.append(words(key, self.edition, player=self.names[seat], **facts))
        self.hidden.append(self._version_for_others(key, seat, facts))

    def _version_for_others(self, key: str, seat: int, facts: dict[str, Any]) -> tuple[int, Words] | None:
        if key not in SECRET:
            return None
        number = len(facts["codes"])
        return seat, words(f"{key}_hidden", self.edition, player=self.names[seat], number=number)

    def sentence(self, decision: Decision, option: int) -> Words:
        """Return the text of a choice."""
        player, kind = self.names[decision.player], decision.kind
        other = self.names[self.subject] if self.subject >= 0 else ""
        if kind in YES_NO:
            own = "_own" if kind == "spy" and self.subject == decision.player else ""
            subject_card = MOAT_CARD if kind == "moat" else self.shown
            answer = "yes" if option == YES else "no"
            return words(f"{kind}{own}_{answer}", self.edition, card=subject_card, player=player, other=other)
        for_card, for_none = ANSWERS[kind]
        if option == STOP:
            return words(for_none, self.edition, player=player)
        return words(for_card, self.edition, card=option, player=player, other=other)

    def checked(self, player: Player, question: Question, answer: int) -> int:
        super().checked(player, question, answer)
        if self.steps == self._steps_before and answer != STOP:
            # There was only one legal answer, so no question was put to the player.
            self.messages.append(self.sentence(Decision(player.seat, question.kind, (answer,), self), answer))
            self.hidden.append(None)
        self._steps_before = self.steps
        if question.kind in ("play", "throne_room") and answer != STOP:
            self.playing = answer
        self.announced = answer if question.kind in _ANNOUNCING else STOP
        return answer

    def note_laid(self) -> None:
        """Append the message about the Treasures laid, before the first purchase of a turn."""
        laid = [] if self.laid else [card for card in self.in_play if IS_TREASURE[card]]
        self.laid = True
        if laid and not self.setup.lay:
            self.add_message("treasures", self.active, codes=laid, number=self.coins)

    def gain(self, player: Player, card: int) -> None:
        super().gain(player, card)
        self._note_gain(player, card, "gain")

    def gain_to_hand(self, player: Player, card: int) -> None:
        super().gain_to_hand(player, card)
        self._note_gain(player, card, "gain")

    def gain_onto_deck(self, player: Player, card: int) -> None:
        super().gain_onto_deck(player, card)
        self._note_gain(player, card, "gain_deck")

    def _note_gain(self, player: Player, card: int, key: str) -> None:
        if self.announced == card and player.seat == self.active:
            self.announced = STOP
        else:
            self.add_message(key, player.seat, card=card)

    def put_in_trash(self, player: Player, card: int) -> None:
        super().put_in_trash(player, card)
        if self.announced == card:
            self.announced = STOP
        else:
            self.add_message("trash", player.seat, card=card)

    def renew(self, player: Player) -> None:
        super().renew(player)
        if player.undrawn:
            self.add_message("shuffle", player.seat, number=player.undrawn)

    def draw(self, player: Player, count: int) -> None:
        before = len(player.hand)
        # Report a new hand, after the turn or at the deal, only when it is complete.
        new_hand = player.seat == self.active and not before and not self.in_play
        super().draw(player, count)
        if self.turns[self.active] and not new_hand and len(player.hand) > before:
            self.add_message("draw", player.seat, codes=list(player.hand)[before:])

    def has_top(self, player: Player) -> bool:
        has_card = super().has_top(player)
        if has_card:
            self.add_message("draw" if self.playing == LIBRARY else "reveal", player.seat, **self._top(player))
        return has_card

    def _top(self, player: Player) -> dict[str, Any]:
        card = player.deck[player.undrawn - 1]
        return {"codes": [card]} if self.playing == LIBRARY else {"card": card}

    def seat_views(self, view: dict[str, Any], decision: Decision) -> tuple[SeatView, ...]:
        """Return every player's side of the table, from what the first seat sees and the hand of each other."""
        return tuple(
            SeatView(
                player=self.names[seat],
                hand=_counted((view if seat == 0 else observation.own(decision, seat))["hand"]),
                deck=shown["deck"],
                discard=shown["discard"],
                discard_top=shown["top_of_discard"],
                points=points(self.seats[seat].owned),
                turns=shown["turns"],
            )
            for seat, shown in enumerate(view["seats"])
        )


def _counted(names: Sequence[str]) -> dict[str, int]:
    return {name: names.count(name) for name in NAMES if name in names}


class _Recorded(Choosing):
    """The player of a record, who lays the Treasures before the first purchase."""

    def buy(self, table: Table, me: Player) -> int:
        assert isinstance(table, _RecordingTable)
        table.note_laid()
        return super().buy(table, me)


class _StepRecorder:
    """Answer the game's questions from the record and store a step for each."""

    def __init__(self, record: Record, edition: str) -> None:
        self.record = record
        self.game = registry.get(SLUG)
        self.answers = Replayer(self.game, record.choices)
        self.steps: list[Step] = []
        setup = self.game.setup(len(record.players), record.setup)
        policies: list[Policy] = [_Recorded(Watching(self.choose))] * setup.players
        self.table = _RecordingTable(setup, chance_from_record(record), policies, record.players, edition)

    def choose(self, decision: Decision) -> Any:
        """Return the recorded answer; a question without a recorded answer becomes the last step."""
        try:
            option = self.answers(decision)
        except Pending:
            self.add_step(decision.kind, decision, None, {"it": "", "en": ""})
            raise
        self.add_step(decision.kind, decision, self.game.show(decision, option), self.table.sentence(decision, option))
        return option

    def add_step(self, kind: str, decision: Decision | None, choice: str | None, line: Words) -> None:
        """Append a step with the current table and the messages since the last step."""
        table = self.table
        asked = decision or Decision(0, "end", (0,), table)
        view = observation.observe(asked, 0)
        self.steps.append(
            Step(
                number=len(self.steps),
                kind=kind,
                seat=decision.player if decision else None,
                active=view["turn"]["seat"],
                turn=view["turn"]["number"],
                options=tuple(self.game.show(decision, option) for option in decision.options) if decision else (),
                choice=choice,
                actions=view["turn"]["actions"],
                buys=view["turn"]["buys"],
                coins=view["turn"]["coins"],
                seats=table.seat_views(view, asked),
                in_play=_counted(view["in_play"]),
                supply=view["supply"],
                trash=_counted(view["trash"]),
                before=tuple(table.messages),
                line=line,
                hidden=tuple(table.hidden),
            )
        )
        table.messages, table.hidden = [], []

    def play(self) -> None:
        """Play the complete game as :func:`games.dominion.turn.play` does, and append the final step."""
        table = self.table
        turn.deal(table)
        for seat in range(table.players):
            table.add_message("deal", seat, codes=table.hands[seat])
        while True:
            table.laid = False
            table.add_message("turn", table.active, number=table.turns[table.active] + 1)
            turn.take_turn(table)
            table.add_message("clean_up", table.active, codes=table.hands[table.active])
            if table.is_over() or sum(table.turns) == table.setup.turn_limit:
                break
            table.active = (table.active + 1) % table.players
        outcome = turn.outcome(table)
        for seat in sorted(range(table.players), key=lambda seat: outcome.places[seat]):
            facts = {"place": outcome.places[seat], "points": outcome.scores[seat], "number": outcome.turns[seat]}
            table.add_message("place", seat, **facts)
        self.add_step("end", None, None, words(f"end_{outcome.end}", table.edition))


def steps(record: Record, edition: str = EDITION) -> list[Step]:
    """Return the steps of a recorded game of Dominion, one per choice.

    Arguments:
        record: finished or not; an unfinished one ends with the open question.
        edition: the Italian names of the cards, ``"regulation"`` or ``"rulebook"``.

    Returns:
        One step per choice, and one for the end or the open question.

    Raises:
        IllegalChoice, RecordError, BadSetup, UnknownName: as :func:`games.runner.replay`.
    """
    if record.game != SLUG:
        raise RecordError("game", f"is {record.game!r}, should be {SLUG!r}", f"è {record.game!r}, serve {SLUG!r}")
    result: Decision | Outcome = resume(record)
    recorder = _StepRecorder(record, edition)
    try:
        recorder.play()
    except Pending:
        assert isinstance(result, Decision), "the replay came to the end of the game"
    return recorder.steps
