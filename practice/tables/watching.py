"""One moment of a recorded game for the page that shows it: the table, the decision, the words, the way through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import runner
from games.game import Outcome
from games.record import Record
from tournament.card_packs.selectors import pack_of_setup

from . import adapters

#: Turns whose words the page shows, and options that it shows before the rest is folded.
TURNS_TOLD = 3
OPTIONS_SHOWN = 6
#: Headings of a sheet that stand side by side; with more each of them is a line.
MOST_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class Tick:
    """A turn (or round) on the way through the game: its number, and its first step."""

    label: int
    step: int


def ticks_of(steps: Sequence[Any]) -> list[Tick]:
    """Return the first step of every turn, by its number."""
    first: dict[int, int] = {}
    for step in steps:
        if step.turn:
            first.setdefault(step.turn, step.number)
    return [Tick(label, number) for label, number in first.items()]


def moment(
    record: Record,
    steps: Sequence[Any],
    number: int,
    eyes: int | None,
    language: str,
    address: Callable[[int], str],
) -> dict[str, Any]:
    """Return the context of the page for one step.

    Arguments:
        steps: all of the game. number: the step shown. eyes: the seat whose hand is seen, None for all hands.
        address: returns the address of a step.
    """
    step, ticks = steps[number], ticks_of(steps)
    adapter = adapters.of(record.game)
    edition = adapters.edition_of(record.game, record.setup, language)
    current = max((place for place, tick in enumerate(ticks) if tick.step <= number), default=0)
    return {
        "step": step,
        "number": number,
        "last": len(steps) - 1,
        "players": record.players,
        "pack": pack_of_setup(record.game, record.setup),
        "eyes": eyes,
        "table": adapter.table(step, edition, eyes),
        "table_template": adapter.template,
        "head": moment_words(adapter, step, record.players),
        "tick_words": _("Round") if adapter.counts_rounds else _("Turn"),
        "decision": decision(adapter, step, edition, eyes, language),
        "log": log(adapter, steps, number, eyes, language, address),
        "ticks": [
            {"label": tick.label, "address": address(tick.step), "past": place < current, "now": place == current}
            for place, tick in enumerate(ticks)
        ],
        "chart": chart(steps, ticks, current),
        "sheet": sheet(record, edition),
        "links": _links(steps, ticks, current, number, address),
    }


def moment_words(adapter: Any, step: Any, players: Sequence[str]) -> str:
    """Return the heading of a step: whose turn it is, or the end."""
    if step.kind == "end":
        return _("The end of the game")
    if not step.turn:
        return _("Before the first turn")
    if adapter.counts_rounds:
        return pgettext("of a game", "Round %(number)s") % {"number": step.turn}
    return _("Turn %(number)s, %(player)s") % {"number": step.turn, "player": players[step.active]}


def _links(
    steps: Sequence[Any], ticks: Sequence[Tick], current: int, number: int, address: Callable[[int], str]
) -> dict[str, str]:
    here = ticks[current].step if ticks else 0
    turn_back = here if number > here else ticks[current - 1].step if current else 0
    turn_on = ticks[current + 1].step if current + 1 < len(ticks) else len(steps) - 1
    targets = {"turn_back": turn_back, "back": number - 1, "on": number + 1, "turn_on": turn_on}
    return {name: address(target) for name, target in targets.items() if 0 <= target < len(steps) and target != number}


def decision(adapter: Any, step: Any, edition: str, eyes: int | None, language: str) -> dict[str, Any]:
    """Return what was decided among which options; the options of a hidden hand are left out."""
    is_told = eyes is None or eyes == step.seat or step.kind in adapter.open_kinds
    options = [
        {
            "words": adapter.answer_words(step, option, edition),
            "card": adapter.option_card(step, option, edition),
            "is_chosen": option == step.choice,
        }
        for option in step.options
    ]
    options.sort(key=lambda option: not option["is_chosen"])
    title, _help = adapter.question_words(step.kind) if step.kind != "end" else ("", "")
    return {
        "words": adapter.line_words(step, eyes, language),
        "question": title,
        "count": ngettext("%(n)s option", "%(n)s options", len(options)) % {"n": len(options)} if is_told else "",
        "options": options[:OPTIONS_SHOWN] if is_told else [],
        "rest": options[OPTIONS_SHOWN:] if is_told else [],
        "is_open": step.choice is None and step.kind != "end",
        "is_told": is_told,
    }


def _texts(step: Any, eyes: int | None, language: str) -> list[str]:
    """Return what happened before a step, as the watching eyes saw it."""
    hidden = step.hidden or (None,) * len(step.before)
    return [
        (text if version is None or eyes is None or eyes == version[0] else version[1])[language]
        for text, version in zip(step.before, hidden, strict=True)
    ]


def log(
    adapter: Any, steps: Sequence[Any], number: int, eyes: int | None, language: str, address: Callable[[int], str]
) -> list[dict[str, Any]]:
    """Return the words of the last turns up to a step, the latest turn first."""
    groups: list[dict[str, Any]] = []
    whose: tuple[int, int] | None = None
    for step in steps[: number + 1]:
        if (step.active, step.turn) != whose or not groups:
            whose = step.active, step.turn
            groups.append({"entries": []})
        entries = groups[-1]["entries"]
        entries += [{"words": text} for text in _texts(step, eyes, language)]
        if words := adapter.line_words(step, eyes, language):
            entries.append({"words": words, "address": address(step.number), "now": step.number == number})
    return [group for group in groups[-TURNS_TOLD:][::-1] if group["entries"]]


def chart(steps: Sequence[Any], ticks: Sequence[Tick], current: int) -> dict[str, Any] | None:
    """Return what the tag `turn_lines` draws: points of every seat turn by turn; None for a game of one turn."""
    if len(ticks) < 2:
        return None
    ends = [tick.step - 1 for tick in ticks[1:]] + [len(steps) - 1]
    return {
        "points": [steps[end].points for end in ends],
        "current": current,
        "active": steps[ticks[current].step].active,
    }


def sheet(record: Record, edition: str) -> dict[str, Any] | None:
    """Return the numbers that the end gives, by place; None for a game that is not over.

    ``lines`` holds the same numbers one line a heading, for sheets with more headings than a phone is wide.
    """
    outcome = runner.resume(record)
    if not isinstance(outcome, Outcome):
        return None
    columns, cells = adapters.of(record.game).sheet_table(outcome, edition)
    order = sorted(range(outcome.players), key=lambda seat: outcome.places[seat])
    rows = [{"place": outcome.places[seat], "name": record.players[seat], "cells": cells[seat]} for seat in order]
    turned = zip(*(row["cells"] for row in rows), strict=True) if len(columns) > MOST_COLUMNS else ()
    lines = [{"heading": heading, "cells": line} for heading, line in zip(columns, turned, strict=False)]
    return {"columns": columns, "rows": rows, "lines": lines}
