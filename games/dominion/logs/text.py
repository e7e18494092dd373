"""Parser of Isotropic logs, downloaded (HTML) or typed in the same wording: the head and the turns, as text.

Only the form is checked here: a text that is not a log raises :class:`LogFormatError`; cards that are not of the game
and lines that cannot be parsed are left to :mod:`games.dominion.logs.importing`, which reports them as findings.
"""

from __future__ import annotations

import html
import itertools
import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ...game import GameError
from .messages import SENTENCES
from .phrases import OWN_RESIGNATION, Counted, Op, UnknownName, card_code, card_list, phrase_op

#: Maximum length of a log, in characters; the longest real one has about 80,000.
MAX_LOG_CHARS: Final = 2_000_000
#: Lines are truncated to this many characters; the longest real one has about 400.
MAX_LINE_CHARS: Final = 2_000
MAX_PLAYERS: Final = 4


class LogFormatError(GameError):
    """The text is not a log that can be followed.

    Arguments:
        code: the code of its message in :mod:`games.dominion.logs.messages`.
        line: the line, from 1; 0 for the text as a whole.
        detail: the offending text, shortened.
    """

    def __init__(self, code: str, line: int, detail: str = "") -> None:
        super().__init__(code, line, detail)
        self.code, self.line, self.detail = code, line, detail[:80]

    def __str__(self) -> str:
        return self.message("en")

    def message(self, language: str) -> str:
        """Return the message in ``"it"`` or ``"en"``."""
        return SENTENCES[self.code][language].format(line=self.line, detail=self.detail)


class Line(NamedTuple):
    """One line of the turns.

    Arguments:
        depth: the number of "..." before it. who: the seat it begins with; -1 if it names none.
        op: the parsed phrase. number: its line in the text, from 1. text: the line itself.
    """

    depth: int
    who: int
    op: Op
    number: int
    text: str


class TurnHead(NamedTuple):
    """A turn header ``--- <player>'s turn 3 ---``, with the seat."""

    who: int
    turn: int
    number: int


@dataclass(slots=True)
class PlayerSummary:
    """A player's entries in the head of a log; None where there is none."""

    name: str
    line: int
    points: int | None
    turns: int
    cards: Counted | None
    opening: str | None = None
    deck: Counted | None = None
    size: int | None = None
    deck_line: int = 0


@dataclass(slots=True)
class LogSummary:
    """The summary at the head of a log.

    Attributes:
        verdict: the line that names the winner, ``ending`` the one that states why the game ended (text, line).
        kingdom: codes of the kingdom, or empty; foreign: cards of the supply that are not of the game (name, line).
        unknown: other names that are not cards.
        blocks: by name; ``trash`` None if the head does not mention it.
    """

    verdict: tuple[str, int] = ("", 0)
    ending: tuple[str, int] = ("", 0)
    kingdom: tuple[int, ...] = ()
    kingdom_line: int = 0
    foreign: list[tuple[str, int]] = field(default_factory=list)
    unknown: list[tuple[str, int]] = field(default_factory=list)
    blocks: dict[str, PlayerSummary] = field(default_factory=dict)
    trash: Counted | None = None
    trash_line: int = 0


@dataclass(slots=True)
class Log:
    """A parsed log: its head, the players in playing order, its turns, and the lines after the last turn."""

    head: LogSummary
    players: tuple[str, ...]
    lines: list[Line | TurnHead]
    tail: list[tuple[str, int]]


_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
#: A tag that is cut off at the end of a truncated file.
_CUT_TAG: Final = re.compile(r"</?[A-Za-z][^<>\n]*\Z")
#: Spaces that a page or a word processor puts in the place of a common one.
_SPACES: Final = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f"), " ")
_TITLE: Final = re.compile(r"<title>[^<]*</title>", re.IGNORECASE)
_TURN: Final = re.compile(r"--- (.+)'s turn (\d{1,4}) ---", re.ASCII)
_BLOCK: Final = re.compile(
    r"(?:#\d+ )?(.+): (?:(-?\d{1,4}) points? \((.*)\)|resigned \(\w+\)); (\d{1,4}) turns?", re.ASCII
)
_DECK: Final = re.compile(r"\[(\d{1,4}) cards?\] (.*)", re.ASCII)
_GARDENS: Final = re.compile(r" \[\d+ cards?\]")
_PILES_GONE: Final = re.compile(r"(?:All (.+) are gone|(.+) are all gone)\.")
#: What follows a player's name: a verb of the third person, or a genitive.
_DOES: Final = re.compile(r" \w+s\b|'s? ")
_START: Final = "Game log"
_ORDER: Final = "Turn order is "
_SUPPLY: Final = "cards in supply: "
_TRASH: Final = "trash: "
#: Verbs of lines that cannot be read.
_UNREAD: Final = ("unknown", "unknown_card")
#: Lines of the head, or after the last turn, that end a game by resignation.
RESIGNED: Final = ("All but one player has resigned.", f"{OWN_RESIGNATION}.")


def plain(text: str) -> str:
    """Strip tags and entities from a log, line by line; a text without tags keeps all but the kind of its spaces."""
    if "<" in text and _TAG.search(text):
        text = _CUT_TAG.sub("", _TAG.sub("", _TITLE.sub("", text)))
    return (html.unescape(text) if "&" in text else text).translate(_SPACES)


def gone_piles(line: str) -> tuple[int, ...] | None:
    """Parse ``"All Provinces are gone."`` or ``"A, B, and C are all gone."`` to the piles; None for another line."""
    match = _PILES_GONE.fullmatch(line)
    if match is None:
        return None
    try:
        return tuple(code for code, _ in card_list(match[1] or match[2]))
    except UnknownName:
        return None


def read_log(text: str) -> Log:
    """Parse a log.

    Arguments:
        text: the complete file, HTML or plain.

    Raises:
        LogFormatError: the text is not a log; carries the line.
    """
    if len(text) > MAX_LOG_CHARS:
        raise LogFormatError("LX6", 0, str(len(text)))
    rows = [row.strip()[:MAX_LINE_CHARS] for row in plain(text.removeprefix("\ufeff")).split("\n")]
    start = next((number for number, row in enumerate(rows) if row.endswith(_START)), None)
    if start is None:
        raise LogFormatError("LX1", 0, next((row for row in rows if row), ""))
    head = _head(rows[:start])
    if not head.kingdom and not head.foreign:
        raise LogFormatError("LX2", head.kingdom_line)
    players = _players(rows, start, head)
    lines, tail = _turns(rows, start, players)
    if not any(isinstance(line, TurnHead) for line in lines):
        raise LogFormatError("LX4", start + 1)
    return Log(head, players, lines, tail)


def _head(rows: list[str]) -> LogSummary:
    head = LogSummary()
    block: PlayerSummary | None = None
    for number, row in enumerate(rows, 1):
        if not row or row.startswith("-----"):
            continue
        if row.startswith(_SUPPLY):
            head.kingdom_line = number
            _kingdom(head, row[len(_SUPPLY) :])
        elif row.startswith(_TRASH):
            head.trash_line = number
            head.trash = _counted(head, row[len(_TRASH) :], number)
        elif match := _BLOCK.fullmatch(row):
            block = _add_player(head, match, number)
        elif block and row.startswith("opening: "):
            block.opening = row[len("opening: ") :]
        elif block and (match := _DECK.fullmatch(row)):
            block.size, block.deck_line = int(match[1]), number
            block.deck = _counted(head, match[2], number)
        elif row in RESIGNED or _PILES_GONE.fullmatch(row):
            head.ending = row, number
        elif not head.kingdom_line and not (head.verdict[1] and head.ending[1]):
            # The last line before the reason of the end: those before it belong to the page that the log was copied of.
            head.verdict = row, number
    return head


def _add_player(head: LogSummary, match: re.Match[str], number: int) -> PlayerSummary:
    """Add the lines about a player to the head. Errors: LogFormatError if the player has some already."""
    owned = None if match[3] is None else _counted(head, _GARDENS.sub("", match[3]), number)
    points = None if match[2] is None else int(match[2])
    summary = PlayerSummary(match[1], number, points, int(match[4]), owned)
    if summary.name in head.blocks:
        raise LogFormatError("LX5", number, summary.name)
    head.blocks[summary.name] = summary
    return summary


def _counted(head: LogSummary, text: str, number: int) -> Counted | None:
    try:
        return card_list(text)
    except UnknownName as unknown:
        head.unknown.append((str(unknown), number))
        return None


def _kingdom(head: LogSummary, text: str) -> None:
    codes = []
    for name in text.replace(", and ", ", ").replace(" and ", ", ").split(", "):
        try:
            codes.append(card_code(name))
        except UnknownName:
            head.foreign.append((name, head.kingdom_line))
    head.kingdom = tuple(codes)


def _players(rows: list[str], start: int, head: LogSummary) -> tuple[str, ...]:
    """Return the players in playing order: from the turn-order line, else (in a solitaire) from the turns."""
    for number in range(start, len(rows)):
        row = rows[number]
        if row.startswith(_ORDER):
            return _order(row[len(_ORDER) :].removesuffix("."), number + 1, head)
        if _TURN.fullmatch(row):
            break
    names: dict[str, int] = {}
    for number in range(start, len(rows)):
        if match := _TURN.fullmatch(rows[number]):
            names.setdefault(match[1], number + 1)
    if not names:
        raise LogFormatError("LX4", start + 1)
    if len(names) > MAX_PLAYERS:
        raise LogFormatError("LX3", list(names.values())[MAX_PLAYERS], ", ".join(names))
    return tuple(names)


def _order(text: str, number: int, head: LogSummary) -> tuple[str, ...]:
    known = tuple(head.blocks)
    if 1 < len(known) <= MAX_PLAYERS:
        for names in itertools.permutations(known):
            if text == ordered(names):
                return names
    names = tuple(text.replace(", and then ", ", ").replace(" and then ", ", ").split(", "))
    if not 1 < len(names) <= MAX_PLAYERS or len(set(names)) < len(names) or not all(names):
        raise LogFormatError("LX3", number, text)
    if known and set(names) != set(known):
        raise LogFormatError("LX7", number, text)
    return names


def ordered(names: tuple[str, ...]) -> str:
    """Format the names as in the turn-order line: "A and then B", "A, B, and then C"."""
    if len(names) == 2:
        return f"{names[0]} and then {names[1]}"
    return ", ".join(names[:-1]) + f", and then {names[-1]}"


def _turns(
    rows: list[str], start: int, players: tuple[str, ...]
) -> tuple[list[Line | TurnHead], list[tuple[str, int]]]:
    """Parse the lines of the turns, each with its depth and its player, and the lines of the end."""
    seats = {name: seat for seat, name in enumerate(players)}
    longest_first = sorted(seats.items(), key=lambda item: -len(item[0]))
    lines: list[Line | TurnHead] = []
    tail: list[tuple[str, int]] = []
    for number, row in enumerate(rows[start + 1 :], start + 2):
        if not row:
            continue
        if row.startswith("--- ") and (match := _TURN.fullmatch(row)):
            if match[1] not in seats:
                raise LogFormatError("LX7", number, match[1])
            lines.append(TurnHead(seats[match[1]], int(match[2]), number))
        elif row.startswith(_ORDER):
            continue
        elif row == RESIGNED[0] or row.endswith((" gone.", "!")):
            tail.append((row, number))
        else:
            lines.append(_line(row, number, longest_first))
    return _without_page(lines, tail)


def _without_page(
    lines: list[Line | TurnHead], tail: list[tuple[str, int]]
) -> tuple[list[Line | TurnHead], list[tuple[str, int]]]:
    """Leave out the lines after the end of a game that say nothing of it: they belong to the page that it stood on."""
    if not tail:
        return lines, tail
    while lines and isinstance(line := lines[-1], Line) and line.number > tail[0][1] and line.op.verb in _UNREAD:
        lines.pop()
        tail = [row for row in tail if row[1] < line.number]
    return lines, tail


def _is_told_of(body: str, seats: list[tuple[str, int]]) -> bool:
    """Return whether a line tells what a player does whose name begins with the dots of what an Action does."""
    return any(body.startswith(name) and _DOES.match(body, len(name)) for name, _ in seats if name.startswith("..."))


def _line(row: str, number: int, seats: list[tuple[str, int]]) -> Line:
    depth, body = 0, row
    while body.startswith("... ") and not _is_told_of(body, seats):
        depth += 1
        body = body[4:]
    if body.startswith("(") and body.endswith(")"):
        body = body[1:-1]
    body = body.removesuffix(".")
    nobodys = phrase_op(body)
    for name, seat in seats:
        if body.startswith(name) and body[len(name) : len(name) + 1] in (" ", "'"):
            op = phrase_op(body[len(name) :].lstrip(" "))
            # "... and plays a Village" is the second play of a Throne Room, even where a player is called "and".
            if op.verb != "unknown" and (depth == 0 or nobodys.verb in _UNREAD):
                return Line(depth, seat, op, number, row)
    return Line(depth, -1, nobodys, number, row)
