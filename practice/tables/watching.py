"""One moment of a recorded game for the page that shows it: the table, the decision, the words, the way through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import runner
from games.game import Outcome
from games.record import Record
from tournament.card_packs.selectors import pack_of_setup

from . import adapters
from .card import rows_of, shown_in
from .chronicle import Chronicler

#: Options that the page shows, the chosen one first.
OPTIONS_SHOWN = 6
#: Headings of a sheet that stand side by side; with more each of them is a line.
MOST_COLUMNS = 4


def turns_of(steps: Sequence[Any]) -> list[int]:
    """Return the number of the first step of every turn, or round."""
    first: dict[int, int] = {}
    for step in steps:
        if step.turn:
            first.setdefault(step.turn, step.number)
    return list(first.values())


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
    step = steps[number]
    adapter = adapters.of(record.game)
    edition = adapters.edition_of(record.game, record.setup, language)
    table = adapter.table(step, edition, eyes, record.players)
    own = _shown_seat(table, step, eyes)
    links = _links(len(steps), turns_of(steps), number, address)
    teller = Chronicler(adapter, edition, language, eyes, record.players, record.players)
    return {
        "step": step,
        "number": number,
        "last": len(steps) - 1,
        "players": record.players,
        "pack": pack_of_setup(record.game, record.setup),
        "eyes": eyes,
        "table": table,
        "own": own,
        "rows": rows_of(own),
        "sheets": list(shown_in(table)),
        "table_template": adapter.template,
        "head": _("The end of the game") if step.kind == "end" else adapter.chapter(step, record.players)[1],
        "decision": decision(adapter, step, edition, eyes, language, record.players),
        "log": teller.parts(steps, address, number),
        "sheet": sheet(record, edition),
        "links": links,
        "keys": [(key, words, drawing, links.get(name)) for name, (key, words, drawing) in _keys().items()],
    }


def _shown_seat(table: dict[str, Any], step: Any, eyes: int | None) -> dict[str, Any]:
    """Return the seat whose hand lies below the table; the others' seen hands are told beside their names."""
    place = eyes if eyes is not None else step.seat if step.seat is not None else step.active
    for seat in table["seats"]:
        seat["deed"] = ", ".join(card.name for card in seat["hand"] or ())
    own: dict[str, Any] = table["seats"][place]
    return own


def _keys() -> dict[str, tuple[str, str, str]]:
    """Return the keys of the way through a game: the key of the keyboard, the words, the drawing."""
    return {
        "turn_back": ("PageUp", _("Turn before"), "M18 5l-7 7 7 7M6 5v14"),
        "back": ("ArrowLeft", _("Step before"), "M15 5l-7 7 7 7"),
        "on": ("ArrowRight", _("Next step"), "M9 5l7 7-7 7"),
        "turn_on": ("PageDown", _("Next turn"), "M6 5l7 7-7 7M18 5v14"),
    }


def _links(steps: int, turns: Sequence[int], number: int, address: Callable[[int], str]) -> dict[str, str]:
    targets = {
        "turn_back": max((turn for turn in turns if turn < number), default=0),
        "back": number - 1,
        "on": number + 1,
        "turn_on": min((turn for turn in turns if turn > number), default=steps - 1),
    }
    return {name: address(target) for name, target in targets.items() if 0 <= target < steps and target != number}


def decision(
    adapter: Any, step: Any, edition: str, eyes: int | None, language: str, players: Sequence[str]
) -> dict[str, Any]:
    """Return what was decided among which options; the options of a hidden hand are left out."""
    is_told = eyes is None or eyes == step.seat or step.kind in adapter.open_kinds
    options = [
        {
            "words": adapter.answer_words(step, option, edition, players),
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
        "is_open": step.choice is None and step.kind != "end",
        "is_told": is_told,
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
