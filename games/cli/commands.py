"""Sub-commands of ``python -m games``: each takes the parsed arguments and returns a :class:`CommandResult`."""

from __future__ import annotations

import json
from argparse import Namespace
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import record, registry, runner
from ..findings import Finding, has_errors
from ..game import Check, Decision, Game, GameError, IllegalChoice, Outcome
from ..placing import places
from ..transcript import transcript
from . import progress

SHEET_FORMAT = "score-sheet/1"
_SHEET_FIELDS = ("format", "game", "players", "sheet")
OK, PROBLEMS_FOUND, INVALID_INPUT, INTERRUPTED = 0, 1, 2, 130


class Unreadable(GameError):
    """A file that does not have the format it claims.

    Arguments:
        path: where in the file; ``""`` is the root. problem: what is wrong and what would be valid.
    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path, self.problem = path, problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


@dataclass(frozen=True, slots=True)
class CommandResult:
    """Result of a command.

    Arguments:
        status: the exit status: 0 no error, 1 errors found, 2 unreadable, 130 interrupted.
        data: JSON data for ``--json``. lines: text output.
    """

    status: int
    data: dict[str, Any]
    lines: tuple[str, ...]


# --- list -------------------------------------------------------------------------------------------------------------


def list_games(args: Namespace) -> CommandResult:
    """List every game with its numbers of players, its tie-break chain and its bots."""
    games = registry.all()
    rows = [
        {
            "slug": game.slug,
            "names": game.names,
            "players": list(game.players),
            "chain": [criterion.name for criterion in game.chain],
            "bots": list(game.bots),
            "default_bot": game.default_bot,
        }
        for game in games
    ]
    lines = tuple(
        f"{game.slug}: {game.names[args.lang]}, {min(game.players)}-{max(game.players)} players; "
        f"bots: {', '.join(game.bots)}"
        for game in games
    )
    return CommandResult(OK, {"ok": True, "games": rows}, lines)


# --- check ------------------------------------------------------------------------------------------------------------


def read_json(path: Path) -> Any:
    """Read the JSON data in a file.

    Raises:
        Unreadable: no such file, not UTF-8, not JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable("", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unreadable("", f"not UTF-8: {error}") from error
    except (json.JSONDecodeError, RecursionError) as error:
        raise Unreadable("", f"not JSON: {error}") from error


def read_sheet(data: Mapping[str, Any]) -> tuple[Game, tuple[str, ...], dict[str, Any]]:
    """Return game, players and sheet from the data of a ``score-sheet/1`` file.

    Raises:
        Unreadable: invalid; names the path.
    """
    for name in data:
        if name not in _SHEET_FIELDS:
            raise Unreadable(str(name), f"no such field in a score sheet; known: {', '.join(_SHEET_FIELDS)}")
    for name in _SHEET_FIELDS:
        if name not in data:
            raise Unreadable(name, "is missing")
    players, sheet = data["players"], data["sheet"]
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise Unreadable("players", "should be the list of the players' names in seating order")
    if not isinstance(sheet, dict):
        raise Unreadable("sheet", "should be an object")
    game = registry.get(str(data["game"]))
    if len(players) not in game.players:
        bounds = f"{min(game.players)} to {max(game.players)}"
        raise Unreadable("players", f"{game.slug} is for {bounds} players, not {len(players)}")
    return game, tuple(players), sheet


def check(args: Namespace) -> CommandResult:
    """Check a score sheet, or replay a game record and check the sheet that results."""
    data = read_json(args.file)
    if not isinstance(data, dict):
        raise Unreadable("", "should be a JSON object with a format")
    if data.get("format") == record.FORMAT:
        return _check_record(args)
    if data.get("format") != SHEET_FORMAT:
        raise Unreadable("format", f"is {data.get('format')!r}, should be {SHEET_FORMAT!r} or {record.FORMAT!r}")
    game, players, sheet = read_sheet(data)
    result = game.check(sheet, players=len(players))
    return _check_answer(game, players, result, args.lang)


def _check_record(args: Namespace) -> CommandResult:
    replayed = replay(args)
    if replayed.status != OK or "outcome" not in replayed.data:
        return replayed
    game_record = record.load(args.file)
    game = registry.get(game_record.game)
    result = game.check(replayed.data["outcome"]["sheet"], players=len(game_record.players))
    return _check_answer(game, game_record.players, result, args.lang)


def _check_answer(game: Game, players: Sequence[str], result: Check, lang: str) -> CommandResult:
    findings = [finding_data(game, finding, lang) for finding in result.findings]
    seat_places = places(result.rows, result.chain or game.chain)
    has_problems = has_errors(result.findings)
    lines = [finding_line(each) for each in findings]
    lines += [f"{place}. {name}" for place, name in zip(seat_places, players, strict=False) if place is not None]
    data = {"ok": not has_problems, "findings": findings, "places": list(seat_places)}
    return CommandResult(PROBLEMS_FOUND if has_problems else OK, data, tuple(lines))


def finding_data(game: Game, finding: Finding, lang: str) -> dict[str, Any]:
    """Return a finding as JSON data, with its message."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "message": game.sentence(finding, lang),
        "article": finding.article,
        "value": _plain(finding.value),
        "bound": _plain(finding.bound),
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def finding_line(row: Mapping[str, Any]) -> str:
    """Return a finding as a line of text."""
    details = [f"{name} {row[name]}" for name in ("article", "value", "bound") if row[name] not in ("", None)]
    return f"{row['severity']} {row['code']} {row['path']}: {row['message']}" + f" ({', '.join(details)})" * bool(
        details
    )


# --- replay -----------------------------------------------------------------------------------------------------------


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON data."""
    return {
        "players": outcome.players,
        "places": list(outcome.places),
        "scores": list(outcome.scores),
        "turns": list(outcome.turns),
        "end": outcome.end,
        "sheet": outcome.sheet,
    }


def replay(args: Namespace) -> CommandResult:
    """Replay a recorded game; return its outcome, its open decision if unfinished, or its first illegal choice."""
    try:
        game_record = record.load(args.file)
    except OSError as error:
        raise Unreadable("", f"cannot be read: {error.strerror}") from error
    if getattr(args, "transcript", False):
        text = transcript(game_record)
        refused = "\nrefused: " in text
        return CommandResult(
            PROBLEMS_FOUND if refused else OK, {"ok": not refused, "transcript": text}, tuple(text.splitlines())
        )
    try:
        end = runner.resume(game_record)
    except IllegalChoice as error:
        return _illegal(error)
    if isinstance(end, Decision):
        return _unfinished(registry.get(game_record.game), game_record, end)
    lines = [
        f"{name}: place {end.places[seat]}, {end.scores[seat]} points" for seat, name in enumerate(game_record.players)
    ]
    data = {"ok": True, "findings": [], "places": list(end.places), "outcome": outcome_data(end)}
    return CommandResult(OK, data, (f"{len(game_record.choices)} choices, end: {end.end}", *lines))


def _unfinished(game: Game, game_record: record.Record, pending: Decision) -> CommandResult:
    options = [game.show(pending, option) for option in pending.options]
    question = {"player": pending.player + 1, "kind": pending.kind, "options": options}
    data = {"ok": True, "findings": [], "places": [], "pending": question}
    player = game_record.players[pending.player]
    line = f"unfinished after {len(game_record.choices)} choices: {player} is asked {pending.kind!r}"
    return CommandResult(OK, data, (f"{line}; legal: {', '.join(map(str, options))}",))


def _illegal(error: IllegalChoice) -> CommandResult:
    finding = {
        "code": "illegal_choice",
        "severity": "error",
        "path": f"choices[{error.step}]",
        "message": str(error),
        "article": "",
        "value": error.choice,
        "bound": list(error.decision.options),
    }
    return CommandResult(
        PROBLEMS_FOUND, {"ok": False, "findings": [finding], "places": []}, (f"choices[{error.step}]: {error}",)
    )


# --- import-log -------------------------------------------------------------------------------------------------------


def import_logs(args: Namespace) -> CommandResult:
    """Derive the results of logged games from their turns and compare them with what each log itself states."""
    game = registry.get(args.game)
    importer = getattr(game, "import_log", None)
    if importer is None:
        raise Unreadable("--game", f"no logs are known for {game.slug}")
    results = [_import_one(importer, path, args.lang) for path in progress.shown(args.files, len(args.files))]
    unreadable = any("error" in row for row in results)
    ok = all(row["ok"] for row in results)
    status = INVALID_INPUT if unreadable else OK if ok else PROBLEMS_FOUND
    return CommandResult(status, {"ok": ok, "logs": results}, tuple(map(_log_line, results)))


def _decoded(content: bytes) -> str:
    """Return a file's text: UTF-16 where its first bytes say so or every other byte is empty, else UTF-8."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    for encoding, empty in (("utf-16-le", content[1:400:2]), ("utf-16-be", content[:400:2])):
        if empty and empty.count(0) * 2 > len(empty):
            return content.decode(encoding, errors="replace")
    return content.decode("utf-8", errors="replace")


def _import_one(importer: Any, path: Path, lang: str) -> dict[str, Any]:
    try:
        text = _decoded(path.read_bytes())
    except OSError as error:
        return {"name": path.name, "ok": False, "error": f"cannot be read: {error.strerror}", "findings": []}
    try:
        result: dict[str, Any] = importer(text, path.name).as_dict(lang)
    except GameError as error:
        return {"name": path.name, "ok": False, "error": error.message(lang), "findings": []}
    return result


def _log_line(row: Mapping[str, Any]) -> str:
    if "error" in row:
        return f"{row['name']}: {row['error']}"
    findings = "".join(f"\n  {finding_line(each)}" for each in row["findings"])
    return f"{row['name']}: {row['kind']}, {len(row['players'])} players{findings}"
