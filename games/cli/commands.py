"""Sub-commands of ``fossato-games``: each takes the parsed arguments and returns a :class:`CommandResult`."""

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
from ..text_transcript import transcript
from ..tie_breaks import places
from . import progress
from .texts import word

SHEET_FORMAT = "score-sheet/1"
_SHEET_FIELDS = ("format", "game", "players", "sheet")
OK, PROBLEMS_FOUND, INVALID_INPUT, INTERRUPTED = 0, 1, 2, 130


class Unreadable(GameError):
    """A file that does not have the format it claims.

    Arguments:
        path: where in the file; ``""`` is the root. key: of :mod:`games.cli.texts`, what is wrong and what would be
            valid. params: what fills it in.
    """

    def __init__(self, path: str, key: str, **params: object) -> None:
        super().__init__(path, key)
        self.path, self.key, self.params = path, key, params

    def message(self, language: str) -> str:
        problem = word(self.key, language, **self.params)
        return f"{self.path}: {problem}" if self.path else problem

    def __str__(self) -> str:
        return self.message("en")


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
        word(
            "game",
            args.lang,
            slug=game.slug,
            name=game.names[args.lang],
            least=min(game.players),
            most=max(game.players),
            bots=", ".join(game.bots),
        )
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
        raise Unreadable("", "unreadable", detail=error.strerror) from error
    except UnicodeDecodeError as error:
        raise Unreadable("", "not-utf-8", detail=error) from error
    except (json.JSONDecodeError, RecursionError) as error:
        raise Unreadable("", "not-json", detail=error) from error


def read_sheet(data: Mapping[str, Any]) -> tuple[Game, tuple[str, ...], dict[str, Any]]:
    """Return game, players and sheet from the data of a ``score-sheet/1`` file.

    Raises:
        Unreadable: invalid; names the path.
    """
    for name in data:
        if name not in _SHEET_FIELDS:
            raise Unreadable(str(name), "no-field", known=", ".join(_SHEET_FIELDS))
    for name in _SHEET_FIELDS:
        if name not in data:
            raise Unreadable(name, "missing")
    players, sheet = data["players"], data["sheet"]
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise Unreadable("players", "names")
    if not isinstance(sheet, dict):
        raise Unreadable("sheet", "object")
    game = registry.get(str(data["game"]))
    if len(players) not in game.players:
        least, most = min(game.players), max(game.players)
        raise Unreadable("players", "players", game=game.slug, least=least, most=most, count=len(players))
    return game, tuple(players), sheet


def check(args: Namespace) -> CommandResult:
    """Check a score sheet, or replay a game record and check the sheet that results."""
    data = read_json(args.file)
    if not isinstance(data, dict):
        raise Unreadable("", "format-missing")
    if data.get("format") == record.FORMAT:
        return _check_record(args)
    if data.get("format") != SHEET_FORMAT:
        raise Unreadable("format", "format", found=data.get("format"), sheet=SHEET_FORMAT, record=record.FORMAT)
    game, players, sheet = read_sheet(data)
    result = registry.check(game.slug, sheet, players=len(players))
    return _check_answer(game, players, result, args.lang)


def _check_record(args: Namespace) -> CommandResult:
    replayed = replay(args)
    if replayed.status != OK or "outcome" not in replayed.data:
        return replayed
    game_record = record.load(args.file)
    game = registry.get(game_record.game)
    result = registry.check(game.slug, replayed.data["outcome"]["sheet"], players=len(game_record.players))
    return _check_answer(game, game_record.players, result, args.lang)


def _check_answer(game: Game, players: Sequence[str], result: Check, lang: str) -> CommandResult:
    findings = [finding_data(game, finding, lang) for finding in result.findings]
    seat_places = places(result.rows, result.chain or game.chain)
    has_problems = has_errors(result.findings)
    lines = [finding_line(each, lang) for each in findings]
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


def finding_line(row: Mapping[str, Any], lang: str) -> str:
    """Return a finding as a line of text."""
    names = [name for name in ("article", "value", "bound") if row[name] not in ("", None)]
    details = [f"{word(name, lang)} {row[name]}" for name in names]
    line = f"{word(row['severity'], lang)} {row['code']} {row['path']}: {row['message']}"
    return line + f" ({', '.join(details)})" * bool(details)


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
        raise Unreadable("", "unreadable", detail=error.strerror) from error
    if getattr(args, "transcript", False):
        text = transcript(game_record)
        refused = "\nrefused: " in text
        return CommandResult(
            PROBLEMS_FOUND if refused else OK, {"ok": not refused, "transcript": text}, tuple(text.splitlines())
        )
    try:
        end = runner.resume(game_record)
    except IllegalChoice as error:
        return _illegal(error, args.lang)
    if isinstance(end, Decision):
        return _unfinished(registry.get(game_record.game), game_record, end, args.lang)
    lines = [
        word("place", args.lang, name=name, place=end.places[seat], points=end.scores[seat])
        for seat, name in enumerate(game_record.players)
    ]
    data = {"ok": True, "findings": [], "places": list(end.places), "outcome": outcome_data(end)}
    return CommandResult(OK, data, (word("choices", args.lang, count=len(game_record.choices), end=end.end), *lines))


def _unfinished(game: Game, game_record: record.Record, pending: Decision, lang: str) -> CommandResult:
    options = [game.show(pending, option) for option in pending.options]
    question = {"player": pending.player + 1, "kind": pending.kind, "options": options}
    data = {"ok": True, "findings": [], "places": [], "pending": question}
    player = game_record.players[pending.player]
    count, legal = len(game_record.choices), ", ".join(map(str, options))
    line = word("unfinished", lang, count=count, player=player, kind=pending.kind, options=legal)
    return CommandResult(OK, data, (line,))


def _illegal(error: IllegalChoice, lang: str) -> CommandResult:
    decision = error.decision
    message = word(
        "illegal",
        lang,
        step=error.step,
        player=decision.player + 1,
        kind=decision.kind,
        answer=error.choice,
        options=", ".join(map(str, decision.options)),
    )
    finding = {
        "code": "illegal_choice",
        "severity": "error",
        "path": f"choices[{error.step}]",
        "message": message,
        "article": "",
        "value": error.choice,
        "bound": list(error.decision.options),
    }
    return CommandResult(
        PROBLEMS_FOUND, {"ok": False, "findings": [finding], "places": []}, (f"choices[{error.step}]: {message}",)
    )


# --- import-log -------------------------------------------------------------------------------------------------------


def import_logs(args: Namespace) -> CommandResult:
    """Derive the results of logged games from their turns and compare them with what each log itself states."""
    game = registry.get(args.game)
    importer = getattr(game, "import_log", None)
    if importer is None:
        raise Unreadable("--game", "no-logs", game=game.slug)
    results = [_import_one(importer, path, args.lang) for path in progress.shown(args.files, len(args.files))]
    unreadable = any("error" in row for row in results)
    ok = all(row["ok"] for row in results)
    status = INVALID_INPUT if unreadable else OK if ok else PROBLEMS_FOUND
    return CommandResult(status, {"ok": ok, "logs": results}, tuple(_log_line(row, args.lang) for row in results))


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
        return {
            "name": path.name,
            "ok": False,
            "error": word("unreadable", lang, detail=error.strerror),
            "findings": [],
        }
    try:
        result: dict[str, Any] = importer(text, path.name).as_dict(lang)
    except GameError as error:
        return {"name": path.name, "ok": False, "error": error.message(lang), "findings": []}
    return result


def _log_line(row: Mapping[str, Any], lang: str) -> str:
    if "error" in row:
        return f"{row['name']}: {row['error']}"
    findings = "".join(f"\n  {finding_line(each, lang)}" for each in row["findings"])
    kind = word("unfinished-log" if row["kind"] == "unfinished" else row["kind"], lang)
    return word("log", lang, name=row["name"], kind=kind, count=len(row["players"])) + findings
