"""Play, record, replay and simulate games of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from typing import Any

from . import registry
from .chance import CarryChance, SeededChance, carry_chance
from .decision import Watching, put, seated
from .game import BotMaker, Chance, Choose, Decision, Game, IllegalChoice, Outcome, Pending
from .record import Record, RecordError


class RecordedChance:
    """A ``chance`` that reads the outcome of every random event from a record.

    Arguments:
        events: permutations and picked numbers, in order. A missing event, or one that does not fit the question,
            raises :class:`RecordError` naming the event.
    """

    def __init__(self, events: Sequence[Any]) -> None:
        self._events = events
        self.used = 0

    def _next(self, wanted: str, wanted_it: str) -> Any:
        if self.used >= len(self._events):
            raise RecordError(
                f"chance[{self.used}]", f"is missing: the game needs {wanted}", f"manca: alla partita serve {wanted_it}"
            )
        self.used += 1
        return self._events[self.used - 1]

    def shuffle(self, items: list[Any]) -> None:
        """Put ``items`` into the recorded order, in place."""
        wanted = f"a permutation of {len(items)} positions"
        wanted_it = f"una permutazione di {len(items)} posizioni"
        order = self._next(wanted, wanted_it)
        if not isinstance(order, list) or len(order) != len(items):
            raise RecordError(
                f"chance[{self.used - 1}]", f"is {order!r}, should be {wanted}", f"è {order!r}, serve {wanted_it}"
            )
        items[:] = [items[position] for position in order]

    def pick(self, count: int) -> int:
        """Return the recorded number, which must be below ``count``."""
        number = self._next(f"a number below {count}", f"un numero sotto {count}")
        if not isinstance(number, int) or number >= count:
            raise RecordError(
                f"chance[{self.used - 1}]",
                f"is {number!r}, should be a number below {count}",
                f"è {number!r}, serve un numero sotto {count}",
            )
        return number


class RecordingChance:
    """A ``chance`` that delegates to another one and records the outcome of every random event in ``events``."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self.events: list[Any] = []

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle the positions, record their order and reorder ``items`` accordingly."""
        order = list(range(len(items)))
        self._inner.shuffle(order)
        self.events.append(order)
        items[:] = [items[position] for position in order]

    def pick(self, count: int) -> int:
        """Pick a number and record it."""
        number = self._inner.pick(count)
        self.events.append(number)
        return number


class Replayer:
    """A ``choose`` that reads the choices of a record.

    Raises on a call:
        IllegalChoice: the recorded answer is none of the options; the options are shown in the record's notation.
        Pending: the record ends here.
    """

    def __init__(self, game: Game, choices: Sequence[Any]) -> None:
        self._game, self._choices = game, choices
        self.used = 0

    def __call__(self, decision: Decision) -> Any:
        if self.used >= len(self._choices):
            raise Pending(decision)
        written = self._choices[self.used]
        option = self._game.read(decision, written)
        if option not in decision.options:
            legal = tuple(self._game.show(decision, each) for each in decision.options)
            raise IllegalChoice(self.used, decision.with_options(legal), written)
        self.used += 1
        return option


#: The version of the generator of new games.
NEW_RANDOMNESS = 2


def chance_from_record(record: Record) -> SeededChance | CarryChance | RecordedChance:
    """Return the randomness of a record, from its beginning."""
    if record.chance is not None:
        return RecordedChance(record.chance)
    return SeededChance(record.seed or 0) if record.randomness == 1 else carry_chance(record.seed or 0)


def replay(record: Record, watch: Choose | None = None) -> Outcome:
    """Replay a recorded game under the rules and return its outcome.

    Arguments:
        watch: called with every position just before its recorded answer is used; its return value is ignored.

    Raises:
        IllegalChoice: a choice is illegal. Pending: the game is not over. RecordError: the random outcomes do not
        fit, or choices are left when the game is over. UnknownName, BadSetup: no such game or set-up.
    """
    game = registry.get(record.game)
    replayer = Replayer(game, record.choices)

    def watched(decision: Decision) -> Any:
        if watch is not None and replayer.used < len(record.choices):
            watch(decision)
        return replayer(decision)

    chance = chance_from_record(record)
    outcome = game.play(game.setup(len(record.players), record.setup), chance, Watching(watched))
    if replayer.used < len(record.choices):
        raise RecordError(
            f"choices[{replayer.used}]",
            f"the game was over after {replayer.used} choices",
            f"la partita era finita dopo {replayer.used} scelte",
        )
    if isinstance(chance, RecordedChance) and record.chance is not None and chance.used < len(record.chance):
        raise RecordError(
            f"chance[{chance.used}]",
            f"the game was over after {chance.used} random events",
            f"la partita era finita dopo {chance.used} eventi casuali",
        )
    return outcome


def resume(record: Record) -> Decision | Outcome:
    """Return the next decision of an unfinished game, or the outcome of a finished one. Raises as :func:`replay`."""
    try:
        return replay(record)
    except Pending as pending:
        return pending.decision


def answer(record: Record, option: Any) -> Record:
    """Return the record with one more decision answered.

    Arguments:
        option: one of the options of the pending decision, or its notation in a record.

    Raises:
        IllegalChoice: it is not an option. RecordError: the game is over. And as :func:`replay`.
    """
    pending = resume(record)
    if isinstance(pending, Outcome):
        raise RecordError(f"choices[{len(record.choices)}]", "the game is over", "la partita è finita")
    game = registry.get(record.game)
    choice = option if option in pending.options else game.read(pending, option)
    if choice not in pending.options:
        legal = tuple(game.show(pending, each) for each in pending.options)
        raise IllegalChoice(len(record.choices), pending.with_options(legal), option)
    return record.with_choice(game.show(pending, choice))


def start(game: Game, players: Sequence[str], options: Mapping[str, Any], seed: str | int) -> Record:
    """Return the record of a game that has just been set up, with no choices yet."""
    setup = game.setup(len(players), options, str(seed))
    return Record(game.slug, tuple(players), game.setup_data(setup), (), seed, randomness=NEW_RANDOMNESS)


def play_recorded(
    game: Game,
    players: Sequence[str],
    setup: Any,
    seed: str | int,
    choose: Choose,
    *,
    with_chance: bool = False,
) -> tuple[Outcome, Record]:
    """Play one game and record it.

    Arguments:
        players: the names for the record, in seating order.
        with_chance: store every random outcome in the record instead of the seed.
    """
    choices: list[Any] = []

    def recorded(decision: Decision) -> Any:
        option = put(choose, decision)
        choices.append(game.show(decision, option))
        return option

    chance = RecordingChance(carry_chance(seed)) if with_chance else carry_chance(seed)
    outcome = game.play(setup, chance, Watching(recorded))
    named = tuple(players)
    record = Record(game.slug, named, game.setup_data(setup), tuple(choices), seed, randomness=NEW_RANDOMNESS)
    if isinstance(chance, RecordingChance):
        record = replace(record, seed=None, chance=tuple(chance.events), randomness=1)
    return outcome, record


@dataclass(frozen=True, slots=True)
class Plan:
    """Specification of a simulation: everything that determines its games, besides their numbers.

    Arguments:
        game: slug. players: number of seats. options: as ``Game.setup`` takes them.
        bots: one name per seat; a shorter list is repeated around the table.
        seed: game number ``i`` (from 0) is played with the seed ``"<seed>/<i>"``.
        keep: whether to record the games.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str
    keep: bool = False

    def seats(self) -> tuple[str, ...]:
        """Return the bot of every seat."""
        return tuple(self.bots[seat % len(self.bots)] for seat in range(self.players))


#: One simulated game: its number from 0, its outcome, and its record if the plan keeps them.
PlayedGame = tuple[int, Outcome, Record | None]


def prepare(plan: Plan) -> tuple[Game, list[BotMaker]]:
    """Return the game of a plan and the maker of every seat's bot. Raises UnknownName, BadSetup."""
    game = registry.get(plan.game)
    game.setup(plan.players, plan.options, plan.seed)
    return game, [game.bot(name) for name in plan.seats()]


def play_one(plan: Plan, game: Game, makers: Sequence[BotMaker], number: int) -> PlayedGame:
    """Play one game of a plan, and record it if the plan keeps its games."""
    seed = f"{plan.seed}/{number}"
    setup = game.setup(plan.players, plan.options, seed)
    choose = seated([make(f"{seed}/{seat}") for seat, make in enumerate(makers)])
    if not plan.keep:
        return number, game.play(setup, carry_chance(seed), choose), None
    names = [f"{seat + 1} {bot}" for seat, bot in enumerate(plan.seats())]
    outcome, record = play_recorded(game, names, setup, seed, choose)
    return number, outcome, record


def _play_some(plan: Plan, numbers: range) -> list[PlayedGame]:
    game, makers = prepare(plan)
    return [play_one(plan, game, makers, number) for number in numbers]


def simulate(plan: Plan, games: int, jobs: int = 1, chunk: int = 50) -> Iterator[PlayedGame]:
    """Play ``games`` games of the plan and yield them in order of their numbers.

    The same plan gives the same games whatever the number of jobs.

    Arguments:
        jobs: number of processes; 1 plays in this process.
        chunk: games per message between processes.

    Raises:
        UnknownName, BadSetup: before the first game.
    """
    game, makers = prepare(plan)
    if jobs <= 1:
        for number in range(games):
            yield play_one(plan, game, makers, number)
        return
    chunks = (range(first, min(first + chunk, games)) for first in range(0, games, chunk))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_play_some, plan, numbers) for numbers in islice(chunks, jobs * 4)]
        while waiting:
            yield from waiting.pop(0).result()
            waiting.extend(pool.submit(_play_some, plan, numbers) for numbers in islice(chunks, 1))
