"""Game records, format ``game-record/1``: all that is needed to replay a game.

A record holds the set-up, the randomness (a seed, or the outcome of every random event in order) and every choice in
order. It is read strictly: an unknown format, version or field, or a value of the wrong kind, is an error that names
its path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .game import GameError

FORMAT = "game-record/1"
_REQUIRED = ("format", "game", "players", "setup", "choices")
_OPTIONAL = ("seed", "randomness", "chance")
#: Versions of the generator that a seed may name; a record without one was made by the first.
RANDOMNESS = (1, 2)


class RecordError(GameError):
    """A file that is not a record, or a record whose random outcomes do not fit its game.

    Arguments:
        path: where in the file, e.g. ``"choices[3]"``; ``""`` is the root.
        problem, problem_it: what is wrong and what would be valid, in English and in Italian.
    """

    def __init__(self, path: str, problem: str, problem_it: str) -> None:
        super().__init__(path, problem, problem_it)
        self.path, self.problem, self.problem_it = path, problem, problem_it

    def message(self, language: str) -> str:
        problem = self.problem_it if language == "it" else self.problem
        return f"{self.path}: {problem}" if self.path else problem

    def __str__(self) -> str:
        return self.message("en")


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not.

    Arguments:
        game: the slug.
        players: names or ids in seating order.
        setup: the game's own options, as ``Game.setup`` takes them.
        choices: the answer to every decision in order, as ``Game.show`` writes it.
        seed: the seed of the randomness; None where ``chance`` is given.
        chance: per random event a permutation (the positions, in their new order) or a picked number.
        randomness: the version of the generator that the seed is for, see :mod:`games.chance`.
    """

    game: str
    players: tuple[str, ...]
    setup: Mapping[str, Any]
    choices: tuple[Any, ...]
    seed: str | int | None = None
    chance: tuple[Any, ...] | None = None
    randomness: int = 1

    def with_choice(self, choice: Any) -> Record:
        """Return a copy of the record with one choice appended."""
        return replace(self, choices=(*self.choices, choice))

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON data, with the fields in the order of the format's description."""
        randomness: dict[str, Any] = {"seed": self.seed} if self.chance is None else {"chance": list(self.chance)}
        if self.chance is None and self.randomness != 1:
            randomness["randomness"] = self.randomness
        head = {"format": FORMAT, "game": self.game, "players": list(self.players), "setup": dict(self.setup)}
        return head | randomness | {"choices": list(self.choices)}

    def dumps(self) -> str:
        """Return the record as JSON text, one field per line; deterministic to the byte."""
        fields = (f" {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in self.as_dict().items())
        return "{\n" + ",\n".join(fields) + "\n}\n"

    def write(self, path: Path) -> None:
        """Write the record to a file."""
        path.write_text(self.dumps(), encoding="utf-8")


def _need(condition: bool, path: str, problem: str, problem_it: str) -> None:
    if not condition:
        raise RecordError(path, problem, problem_it)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_fields(data: Mapping[str, Any]) -> None:
    _need(
        data.get("format") == FORMAT,
        "format",
        f"is {data.get('format')!r}, should be {FORMAT!r}",
        f"è {data.get('format')!r}, serve {FORMAT!r}",
    )
    for name in data:
        _need(
            name in _REQUIRED or name in _OPTIONAL,
            str(name),
            "no such field in a game record",
            "il registro di una partita non ha questo campo",
        )
    for name in _REQUIRED:
        _need(name in data, name, "is missing", "manca")
    _need(
        ("seed" in data) != ("chance" in data),
        "seed",
        "a record holds either seed or chance",
        "un registro ha o seed o chance",
    )


def _check_chance(events: object) -> tuple[Any, ...]:
    if not isinstance(events, list):
        raise RecordError(
            "chance", "should be a list of permutations and numbers", "serve un elenco di permutazioni e numeri"
        )
    for index, event in enumerate(events):
        is_number = _is_integer(event) and event >= 0
        permutation = isinstance(event, list) and sorted(map(repr, event)) == sorted(map(repr, range(len(event))))
        _need(
            is_number or permutation,
            f"chance[{index}]",
            "should be a number from 0 or a permutation of the positions",
            "serve un numero da 0 in su o una permutazione delle posizioni",
        )
    return tuple(events)


def _check_randomness(data: Mapping[str, Any]) -> int:
    version = data.get("randomness", 1)
    known = " or ".join(map(str, RANDOMNESS))
    _need(
        _is_integer(version) and version in RANDOMNESS,
        "randomness",
        f"is {version!r}, should be {known}",
        f"è {version!r}, serve {known}",
    )
    _need(
        "randomness" not in data or "seed" in data,
        "randomness",
        "goes with a seed, not with chance",
        "va con seed, non con chance",
    )
    return int(version)


def _check_choices(choices: object) -> tuple[Any, ...]:
    if not isinstance(choices, list):
        raise RecordError("choices", "should be a list", "serve un elenco")
    for index, choice in enumerate(choices):
        is_valid = isinstance(choice, str | list) or _is_integer(choice)
        _need(
            is_valid,
            f"choices[{index}]",
            f"is {choice!r}, should be a text, a whole number or a list",
            f"è {choice!r}, serve un testo, un numero intero o un elenco",
        )
    return tuple(choices)


def from_dict(data: object) -> Record:
    """Build a record from JSON data.

    Raises:
        RecordError: invalid; names the path.
    """
    if not isinstance(data, dict):
        raise RecordError("", "a game record is a JSON object", "il registro di una partita è un oggetto JSON")
    _check_fields(data)
    _need(isinstance(data["game"], str), "game", "should be the name of a game", "serve il nome di un gioco")
    players = data["players"]
    named = isinstance(players, list) and all(isinstance(name, str) for name in players)
    _need(
        named and len(players) > 0,
        "players",
        "should be the list of the players' names in seating order",
        "serve l’elenco dei nomi dei giocatori nell’ordine delle sedie",
    )
    _need(isinstance(data["setup"], dict), "setup", "should be an object", "serve un oggetto")
    seed = data.get("seed")
    _need(
        "seed" not in data or isinstance(seed, str) or _is_integer(seed),
        "seed",
        "should be a text or a whole number",
        "serve un testo o un numero intero",
    )
    chance = _check_chance(data["chance"]) if "chance" in data else None
    randomness = _check_randomness(data)
    choices = _check_choices(data["choices"])
    return Record(data["game"], tuple(players), data["setup"], choices, seed, chance, randomness)


def loads(text: str) -> Record:
    """Parse a record from JSON text.

    Raises:
        RecordError: not JSON (with line and column) or not a record.
    """
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise RecordError("", f"not JSON: {error}", f"non è JSON: {error}") from error
    return from_dict(data)


def load(path: Path) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: not a record. OSError: not readable.
    """
    try:
        return loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8: {error}", f"non è UTF-8: {error}") from error
