"""A visitor's table without an account: the browser holds the answers and a seal, the server plays them again.

The seal is a signed text with the game, the seats and the set-up. The seed of the shuffles is not in it: the server
derives it from the seal with its own key, so that nobody can look into a deck. Bots answer by themselves from the same
seed; only the answers of people are kept, one or three letters each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from typing import Any, Final

from django.core import signing
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import registry, runner
from games.decision import Decision, Watching, put
from games.game import BotMaker, Game, GameError, IllegalChoice, Outcome, Pending
from games.record import Record

from .opponents import PERSON, STRENGTHS, bot_maker, searches
from .searching import SearchPlace, Thinking

SALT: Final = "tournament.guest-table"
LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#: Answers up to this number are one letter; others are the last letter and two more.
_SHORT: Final = len(LETTERS) - 1
#: Answers of people in one game, and choices of all seats: more than any game has that ends.
MOST_ANSWERS: Final = 1_500
MOST_CHOICES: Final = 6_000
#: Seconds for which the choices of a table are kept, so that no bot has to think again about its earlier moves.
KEPT: Final = 24 * 60 * 60


class BadTable(GameError):
    """A link to a table that cannot be played: a changed seal, or answers that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class GuestTable:
    """Content of a seal.

    Arguments:
        game: slug. seats: PERSON or a strength for each seat. setup: the options of the game. nonce: of this table.
        called: the name that the person of each seat gave; empty without one.
    """

    game: str
    seats: tuple[str, ...]
    setup: Mapping[str, Any]
    nonce: str
    called: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == PERSON)

    def seal(self) -> str:
        """Return the table as a signed text for an address."""
        content = [self.game, self.seats, self.setup, self.nonce, self.called]
        return signing.dumps(content, salt=SALT, compress=True)

    def seed(self) -> str:
        """Return the seed of the shuffles, which only the server can derive."""
        return salted_hmac(f"{SALT}.seed", self.nonce, algorithm="sha256").hexdigest()

    def names(self) -> tuple[str, ...]:
        """Return the names of the seats in the visitor's language."""
        alone = len(self.people) == 1
        return tuple(self._name(seat, alone) for seat in range(len(self.seats)))

    def _name(self, seat: int, alone: bool) -> str:
        kind = self.seats[seat]
        if kind != PERSON:
            same = [each for each in range(len(self.seats)) if self.seats[each] == kind]
            name = str(STRENGTHS[kind][0])
            return f"{name} {same.index(seat) + 1}" if len(same) > 1 else name
        if seat < len(self.called) and self.called[seat]:
            return self.called[seat]
        if alone:
            return _("Player")
        return _("Player %(number)s") % {"number": self.people.index(seat) + 1}


def new_table(game: str, seats: Sequence[str], options: Mapping[str, Any], called: Sequence[str] = ()) -> GuestTable:
    """Set up a table.

    Arguments:
        called: the names that people gave, for each seat.

    Raises:
        BadSetup: the options or the number of seats are wrong.
    """
    table = fixed_table(game, seats, options, token_urlsafe(12))
    return replace(table, called=tuple(called)) if any(called) else table


def fixed_table(game: str, seats: Sequence[str], options: Mapping[str, Any], nonce: str) -> GuestTable:
    """Return the table of a nonce: its shuffles are the same for everybody who sits down at it.

    Raises:
        BadSetup: the options or the number of seats are wrong.
    """
    plugin = registry.get(game)
    setup = plugin.setup_data(plugin.setup(len(seats), options, nonce))
    return GuestTable(game, tuple(seats), setup, nonce)


def open_seal(seal: str) -> GuestTable:
    """Return the table of a seal.

    Raises:
        BadTable: the server has not written it.
    """
    try:
        game, seats, setup, nonce, called = signing.loads(seal, salt=SALT)
    except (signing.BadSignature, ValueError) as wrong:
        raise BadTable("seal") from wrong
    return GuestTable(game, tuple(seats), setup, nonce, tuple(called))


def letters_of(answer: int) -> str:
    """Return an answer, the place of an option among the legal ones, as letters of an address."""
    if answer < _SHORT:
        return LETTERS[answer]
    return LETTERS[_SHORT] + LETTERS[answer // len(LETTERS)] + LETTERS[answer % len(LETTERS)]


def read_answers(letters: str) -> list[int]:
    """Return the answers of an address.

    Raises:
        BadTable: other letters, or too many.
    """
    answers: list[int] = []
    rest = iter(letters)
    try:
        for letter in rest:
            place = LETTERS.index(letter)
            if place == _SHORT:
                place = LETTERS.index(next(rest, "-")) * len(LETTERS) + LETTERS.index(next(rest, "-"))
            answers.append(place)
    except ValueError as wrong:
        raise BadTable("answers") from wrong
    if len(answers) > MOST_ANSWERS:
        raise BadTable("too many answers")
    return answers


@dataclass(frozen=True, slots=True)
class Position:
    """State of a table.

    Arguments:
        record: every choice so far, of people and bots. decision: the open question to a person; None at the end.
        outcome: of a finished game.
    """

    record: Record
    decision: Decision | None
    outcome: Outcome | None


def _bots(table: GuestTable) -> dict[int, BotMaker]:
    return {seat: bot_maker(table.game, kind) for seat, kind in enumerate(table.seats) if kind != PERSON}


class _Players:
    """Answers every question of a table: people from their answers, bots by themselves; keeps the choices.

    Arguments:
        known: the first choices, of people and bots, as a record has them.
        place: to be taken before a bot searches.
    """

    def __init__(
        self, game: Game, table: GuestTable, answers: Sequence[int], known: Sequence[Any], place: SearchPlace
    ) -> None:
        self._game, self._answers, self._bots, self._known = game, answers, _bots(table), known
        self._table, self._place = table, place
        self._seed = table.seed()
        self.used = 0
        self.choices: list[Any] = []

    def __call__(self, decision: Decision) -> Any:
        if len(self.choices) >= MOST_CHOICES:
            raise BadTable("a game without an end")
        bot = self._bots.get(decision.player)
        if bot is None:
            option = self._answer(decision)
        elif len(self.choices) < len(self._known):
            option = self._game.read(decision, self._known[len(self.choices)])
        else:
            strength = self._table.seats[decision.player]
            if searches(self._table.game, strength, decision.kind) and not self._place.take():
                raise Thinking
            # A bot of its own for every question: its answer does not depend on whether it gave those before.
            option = put(bot(f"{self._seed}/{len(self.choices)}"), decision)
        self.choices.append(self._game.show(decision, option))
        return option

    def _answer(self, decision: Decision) -> Any:
        if self.used >= len(self._answers):
            raise Pending(decision)
        answer = self._answers[self.used]
        if answer >= len(decision.options):
            raise IllegalChoice(len(self.choices), decision, answer)
        self.used += 1
        return decision.options[answer]


def position_of(table: GuestTable, answers: Sequence[int], *, is_patient: bool = False) -> Position:
    """Play a table again up to the next question to a person.

    What bots have chosen before is remembered for a day; they would choose the same again.

    Arguments:
        is_patient: wait some seconds for a place where a bot has to search and too many do.

    Raises:
        BadTable: the answers do not fit the game. IllegalChoice: one is none of the options.
        Thinking: too many bots search, and this call does not wait any longer.
    """
    game = registry.get(table.game)
    empty = replace(runner.start(game, table.names(), table.setup, table.seed()))
    decision, outcome = None, None
    with SearchPlace(is_patient=is_patient) as place:
        players = _Players(game, table, answers, _known_choices(table, answers), place)
        try:
            setup = game.setup(len(table.seats), empty.setup)
            outcome = game.play(setup, runner.chance_from_record(empty), Watching(players))
        except Pending as pending:
            decision = pending.decision
    if players.used < len(answers):
        raise BadTable("answers after the end")
    cache.set(_cache_key(table, answers), players.choices, KEPT)
    return Position(replace(empty, choices=tuple(players.choices)), decision, outcome)


def _cache_key(table: GuestTable, answers: Sequence[int]) -> str:
    """Return the name under which the choices of a table are kept after some answers."""
    named = f"{table.seed()}{table.game}{table.seats}{dict(table.setup)}{list(answers)}"
    return "guest-table-" + salted_hmac(SALT, named, algorithm="sha256").hexdigest()


def _known_choices(table: GuestTable, answers: Sequence[int]) -> Sequence[Any]:
    """Return the choices kept after these answers, or after all but the last of them."""
    keys = [_cache_key(table, answers), _cache_key(table, answers[:-1])]
    kept = cache.get_many(keys)
    return kept.get(keys[0]) or kept.get(keys[1]) or ()
