"""Import of Isotropic logs: derives the result of a game from its turns and compares it with the log's head.

:func:`import_log` reads one log. The final decks, the trash, the turns, the points, the end and the places come from
the turns alone (:mod:`games.dominion.logs.turns`); the head is only compared with them. The derived sheet is checked
by the validator like any sheet of a tournament.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from ...findings import Finding, Param, Severity, has_errors
from ...messages import fill_in
from .. import cards
from ..check.messages import sentence as validator_sentence
from ..check.sheet import check
from .messages import SENTENCES
from .phrases import Counted
from .replay import LogTurn
from .text import RESIGNED, Line, Log, LogFormatError, PlayerSummary, TurnHead, gone_piles, read_log
from .turns import PILES_TO_END, TurnFollower

__all__ = ["LogFormatError", "LogResult", "LogTurn", "import_log"]

SHEET_FORMAT: Final = "score-sheet/1"
KINGDOM_SIZE: Final = 10


@dataclass(frozen=True, slots=True)
class LogResult:
    """Result derived from the turns of a log.

    Arguments:
        name: of the log, as given (a file's name).
        kind: ``"finished"``; ``"resigned"`` (no player reached the end of the game); ``"solitaire"`` (one player);
            ``"unfinished"`` (the log stops before the end); ``"unknown"`` (cards of another set: no turn followed).
        players: in the order of play. kingdom: code names as the head lists them.
        end: ``"provinces"``, ``"piles"`` or None; ended_by: the seat, from 1; empty: the empty piles.
        turn_counts, points, decks: per seat; trash and supply: card to copies.
        places: per seat, by points, then fewer turns, else shared (the rulebook's own tie rule); empty without an end.
        sheet: the complete ``score-sheet/1`` of a finished game of two to four players, else None.
        turns: what was played and bought, turn by turn. findings: all findings, with line and turn.
    """

    name: str
    kind: str
    players: tuple[str, ...]
    kingdom: tuple[str, ...]
    end: str | None
    ended_by: int | None
    empty: tuple[str, ...]
    turn_counts: tuple[int, ...]
    points: tuple[int, ...]
    decks: tuple[dict[str, int], ...]
    trash: dict[str, int]
    supply: dict[str, int]
    places: tuple[int, ...]
    sheet: dict[str, Any] | None
    turns: tuple[LogTurn, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """True if nothing contradicts the rules or the head."""
        return not has_errors(self.findings)

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """Return the result as JSON data, with a message per finding in ``language`` (``"it"`` or ``"en"``)."""
        return {
            "name": self.name,
            "ok": self.ok,
            "kind": self.kind,
            "players": list(self.players),
            "kingdom": list(self.kingdom),
            "end": self.end,
            "ended_by": self.ended_by,
            "empty": list(self.empty),
            "turns": list(self.turn_counts),
            "points": list(self.points),
            "places": list(self.places),
            "sheet": self.sheet,
            "findings": [self._finding(finding, language) for finding in self.findings],
        }

    @staticmethod
    def _finding(finding: Finding, language: str) -> dict[str, Any]:
        return {
            "code": finding.code,
            "severity": str(finding.severity),
            "path": finding.path,
            "message": _message(finding, language),
            "article": finding.article,
            "value": _plain_value(finding.value),
            "bound": _plain_value(finding.bound),
            "line": finding.params.get("line"),
            "turn": finding.params.get("turn"),
        }


def _plain_value(value: Param) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _message(finding: Finding, language: str) -> str:
    """Return the message of a finding of a log, including the validator's findings about its sheet."""
    template = SENTENCES.get(finding.code)
    if template is None:
        return validator_sentence(finding, language)
    edition = "en" if language == "en" else "regulation"
    facts: dict[str, object] = {"value": finding.value, "bound": finding.bound}
    for key, param in finding.params.items():
        facts[key] = param
        if key == "card" and isinstance(param, str) and param in cards.NAMES:
            facts[key] = cards.name_of(param, edition)
        elif isinstance(param, tuple):
            facts[key] = ", ".join(cards.name_of(name, edition) if name in cards.NAMES else name for name in param)
    return fill_in(template[language], facts)


def import_log(text: str, name: str = "") -> LogResult:
    """Follow one log and derive its result.

    Arguments:
        text: the complete log, HTML or plain text in the same wording. name: shown with the result.

    Raises:
        LogFormatError: the text is not a log; carries the line.
    """
    log = read_log(text)
    if log.head.foreign:
        return _nothing_followed(log, name, _foreign_cards(log))
    game = TurnFollower(log)
    game.run()
    kind = _kind(log, game)
    findings = _kingdom_findings(log) + game.findings + _Head(log, game).findings(kind)
    places = _places(game) if game.over is not None else ()
    sheet = _sheet(log, game) if kind == "finished" else None
    if sheet:
        verdict = check(sheet["sheet"], players=game.count)
        findings += [finding.under("sheet") for finding in verdict.findings if isinstance(finding, Finding)]
    return LogResult(
        name=name,
        kind=kind,
        players=log.players,
        kingdom=tuple(cards.NAMES[code] for code in log.head.kingdom),
        end=_end(game),
        ended_by=None if game.over is None else game.turns[game.over].seat + 1,
        empty=tuple(cards.NAMES[code] for code in game.empty_piles()),
        turn_counts=tuple(game.counts),
        points=tuple(cards.points(holding.own) for holding in game.holdings),
        decks=tuple(_named(holding.own) for holding in game.holdings),
        trash=_named(game.trash),
        supply={cards.NAMES[code]: left for code, left in enumerate(game.supply) if left >= 0},
        places=places,
        sheet=sheet,
        turns=tuple(game.turns),
        findings=tuple(findings),
    )


def _named(counts: list[int]) -> dict[str, int]:
    return {cards.NAMES[code]: copies for code, copies in enumerate(counts) if copies}


def _nothing_followed(log: Log, name: str, findings: list[Finding]) -> LogResult:
    kingdom = tuple(cards.NAMES[code] for code in log.head.kingdom)
    return LogResult(
        name, "unknown", log.players, kingdom, None, None, (), (), (), (), {}, {}, (), None, (), tuple(findings)
    )


def _foreign_cards(log: Log) -> list[Finding]:
    """Report cards that are not of this game: the first turn that names each, or else the head."""
    first: dict[str, tuple[int, int, str]] = {}
    for card, number in log.head.foreign + log.head.unknown:
        first.setdefault(card, (number, 0, ""))
    turn, player = 0, ""
    seen: set[str] = set()
    for line in log.lines:
        if isinstance(line, TurnHead):
            turn, player = line.turn, log.players[line.who]
        else:
            named = {line.op.name} if line.op.verb == "unknown_card" else _mentioned(line, first, seen)
            for card in named - seen:
                seen.add(card)
                first[card] = (line.number, turn, player)
    return [
        Finding(
            "L1" if turn else "L0",
            Severity.ERROR,
            f"lines[{number}]",
            {"text": card, "line": number, "turn": turn, "active": player, "player": player},
        )
        for card, (number, turn, player) in first.items()
    ]


def _mentioned(line: Line, names: dict[str, tuple[int, int, str]], seen: set[str]) -> set[str]:
    return {card for card in names if card not in seen and card in line.text} if names else set()


def _kind(log: Log, game: TurnFollower) -> str:
    resigned = game.gave_up or log.head.ending[0] in RESIGNED or any(row in RESIGNED for row, _ in log.tail)
    if game.over is None and resigned:
        return "resigned"
    if game.count == 1:
        return "solitaire"
    return "finished" if game.over is not None else "unfinished"


def _end(game: TurnFollower) -> str | None:
    if game.over is None:
        return None
    return "provinces" if game.supply[cards.PROVINCE] == 0 else "piles"


def _places(game: TurnFollower) -> tuple[int, ...]:
    """Return the places: by points, then fewer turns, else shared.

    Source: rulebook, end of the game (S0:281).
    """
    keys = [
        (-cards.points(holding.own), turns) for holding, turns in zip(game.holdings, game.counts, strict=True)
    ]  # fmt: skip
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _sheet(log: Log, game: TurnFollower) -> dict[str, Any]:
    seats = []
    for holding, turns in zip(game.holdings, game.counts, strict=True):
        own = holding.own
        seats.append(
            {
                "points": cards.points(own),
                "turns": turns,
                "gold": own[cards.GOLD],
                "coins": sum(copies * value for copies, value in zip(own, cards.VALUE, strict=True)),
                "actions": sum(copies for code, copies in enumerate(own) if cards.IS_ACTION[code]),
                "deck": _named(own),
            }
        )
    return {
        "format": SHEET_FORMAT,
        "game": "dominion",
        "players": list(log.players),
        "sheet": {
            "kingdom": [cards.NAMES[code] for code in log.head.kingdom],
            "tournament": False,
            "end": _end(game),
            "ended_by": game.turns[game.over if game.over is not None else -1].seat + 1,
            "seats": seats,
            "trash": _named(game.trash),
            "supply": {cards.NAMES[code]: left for code, left in enumerate(game.supply) if left >= 0},
        },
    }


def _kingdom_findings(log: Log) -> list[Finding]:
    codes = log.head.kingdom
    if len(codes) == KINGDOM_SIZE == len(set(codes)) and all(code in cards.KINGDOM_CODES for code in codes):
        return []
    params = {"line": log.head.kingdom_line, "turn": 0}
    return [
        Finding(
            "L4", Severity.ERROR, f"lines[{log.head.kingdom_line}]", params, value=len(set(codes)), bound=KINGDOM_SIZE
        )
    ]


class _Head:
    """Comparison of a log's head with the results derived from the turns."""

    def __init__(self, log: Log, game: TurnFollower) -> None:
        self.log, self.game = log, game
        self.collected: list[Finding] = []

    def findings(self, kind: str) -> list[Finding]:
        """Return all contradictions between the turns and the head, or the lines after the last turn."""
        for text, line in self.log.head.unknown:
            self.add("L0", line, text=text)
        if self.game.over is None and kind != "resigned":
            # Half a game cannot agree with the summary of a complete one; reporting each card would not help anyone.
            self.add("L7", self.game.number, value=len(self.game.turns))
            return self.collected
        if not self.log.head.blocks:
            self.add("L5", 1, severity=Severity.WARNING)
        for seat, name in enumerate(self.log.players):
            block = self.log.head.blocks.get(name)
            if block:
                self.block(seat, block)
        if self.log.head.trash is not None:
            self.counts("L45", self.log.head.trash_line, "", self.log.head.trash, self.game.trash)
        if kind == "resigned":
            self.add("L8", self.game.number, severity=Severity.WARNING, value=len(self.game.turns))
        self.end_lines()
        return self.collected

    def end_lines(self) -> None:
        """Check the lines about how the game ended and who won it."""
        for row, number in (self.log.head.ending, *self.log.tail, self.log.head.verdict):
            if number and (row in RESIGNED or row.endswith(" gone.")):
                self.ending(row, number)
            elif number and self.game.over is not None:
                self.verdict(row, number)

    def add(
        self, code: str, line: int, *, value: Param = None, bound: Param = None, player: str = "",
        severity: Severity = Severity.ERROR, **params: Param,
    ) -> None:  # fmt: skip
        """Add a finding at a line of the head or the end; the turn is the last one of the game."""
        last = self.game.turns[-1]
        where: dict[str, Param] = {
            "line": line,
            "turn": last.turn,
            "active": self.log.players[last.seat],
            "player": player,
        }
        self.collected.append(Finding(code, severity, f"lines[{line}]", where | params, value=value, bound=bound))

    def counts(self, code: str, line: int, player: str, said: Counted, derived: list[int]) -> None:
        """Compare listed with derived cards: one finding per card that differs."""
        listed_counts = [0] * cards.COUNT
        for card, copies in said:
            listed_counts[card] += copies
        for card in cards.CODES:
            if listed_counts[card] != derived[card]:
                self.add(
                    code, line, player=player, card=cards.NAMES[card], value=listed_counts[card], bound=derived[card]
                )

    def block(self, seat: int, block: PlayerSummary) -> None:
        """Check the lines about one player."""
        own, name = self.game.holdings[seat].own, block.name
        points = cards.points(own)
        if block.points is not None and block.points != points:
            self.add("L42", block.line, player=name, value=block.points, bound=points)
        if block.turns != self.game.counts[seat]:
            self.add("L43", block.line, player=name, value=block.turns, bound=self.game.counts[seat])
        if block.cards is not None:
            worth = [
                copies if cards.IS_VICTORY[code] or cards.IS_CURSE[code] else 0 for code, copies in enumerate(own)
            ]  # fmt: skip
            self.counts("L46", block.line, name, block.cards, worth)
        if block.deck is not None:
            self.counts("L44", block.deck_line, name, block.deck, own)
        if block.size is not None and block.size != sum(own):
            self.add("L47", block.deck_line, player=name, value=block.size, bound=sum(own))
        if block.opening is not None:
            self.opening(seat, block)

    def opening(self, seat: int, block: PlayerSummary) -> None:
        """Check the purchases of a player's first two turns."""
        first = [turn for turn in self.game.turns if turn.seat == seat][:2]
        bought = [cards.name_of(turn.bought[0], "en") if turn.bought else "nothing" for turn in first]
        derived = " / ".join((bought + ["nothing"] * 2)[:2])
        if block.opening != derived:
            self.add("L48", block.line, player=block.name, value=block.opening, bound=derived)

    def ending(self, row: str, number: int) -> None:
        """Check why the game ended."""
        empty = set(self.game.empty_piles())
        if row in RESIGNED:
            if self.game.over is not None:
                self.add("L40", number, value=row, bound=_english(empty))
            return
        piles = gone_piles(row)
        provinces = {cards.PROVINCE} <= empty and piles == (cards.PROVINCE,)
        if not provinces and (piles is None or set(piles) != empty or len(empty) < min(PILES_TO_END, len(piles))):
            self.add("L40", number, value=row, bound=_english(empty))

    def verdict(self, row: str, number: int) -> None:
        """Check the winners."""
        places = _places(self.game)
        winners = [name for name, place in zip(self.log.players, places, strict=True) if place == 1]
        if row not in _verdicts(winners):
            self.add("L41", number, value=row, bound=_joined(tuple(winners)))


def _english(codes: set[int]) -> str:
    return ", ".join(cards.name_of(code, "en") for code in sorted(codes))


def _joined(names: tuple[str, ...]) -> str:
    if len(names) < 3:
        return " and ".join(names)
    return ", ".join(names[:-1]) + f", and {names[-1]}"


def _verdicts(winners: list[str]) -> set[str]:
    if len(winners) == 1:
        return {f"{winners[0]} wins!"}
    return {f"{_joined(order)} rejoice in their shared victory!" for order in permutations(winners)}
