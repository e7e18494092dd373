"""One moment of a visitor's own game: the table from their eyes, every legal option as a button, a hint, the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games import registry, rollouts
from games.decision import put
from games.game import Unsettled
from tournament.card_packs.selectors import pack_of_setup

from . import adapters
from .guest_tables import GuestTable, Position, letters_of
from .lesson import lesson_words
from .opponents import bot_maker, continuing_bot
from .searching import SearchPlace
from .watching import log, sheet

#: Games that a hint continues for each option that it compares, and how many options it compares.
TRIED_GAMES: Final = {"dominion": 20, "megalomania": 5, "era_of_kingdoms": 4}
TRIED_OPTIONS: Final = 4


def steps_of(position: Position) -> list[Any]:
    """Return the steps of a game so far; the last one is the open question or the end."""
    transcript = registry.get(position.record.game).transcript
    assert transcript is not None, "every game that can be played can be told"
    return transcript.steps(position.record)


def moves_of(position: Position, letters: str, step: Any, edition: str) -> list[dict[str, Any]]:
    """Return every legal option of the open question: its words, its card, and the letters that it leads to."""
    adapter = adapters.of(position.record.game)
    return [
        {
            "option": option,
            "words": adapter.answer_words(step, option, edition),
            "card": adapter.option_card(step, option, edition),
            "letters": letters + letters_of(answer),
        }
        for answer, option in enumerate(step.options)
    ]


def open_question(
    table: GuestTable, position: Position, letters: str, language: str, address: Callable[[int], str]
) -> dict[str, Any]:
    """Return the context of the page with the open question of a person."""
    assert position.decision is not None
    adapter = adapters.of(table.game)
    edition = adapters.edition_of(table.game, table.setup, language)
    steps = steps_of(position)
    step, seat = steps[-1], position.decision.player
    drawn = adapter.table(step, edition, seat)
    title, help_text = adapter.question_words(step.kind)
    moves = moves_of(position, letters, step, edition)
    return {
        "step": step,
        "seat": seat,
        "title": _title(adapter, step, "" if len(table.people) == 1 else position.record.players[seat]),
        "players": position.record.players,
        "table": drawn,
        "table_template": adapter.template,
        "dock_template": adapter.dock_template,
        "rest": adapter.place_moves(step, drawn, moves),
        "question": title,
        "help": help_text,
        "counters": adapter.counters(step),
        "log": log(adapter, steps, len(steps) - 1, seat, language, address),
        "playing": True,
        "pack": pack_of_setup(table.game, table.setup),
        "lesson": lesson_words(table, step),
    }


def _title(adapter: Any, step: Any, player: str) -> str:
    """Return the heading of the page: the turn or round, and who moves; an empty name is the visitor."""
    facts = {"number": step.turn, "player": player}
    if adapter.counts_rounds:
        return (_("Round %(number)s: %(player)s moves") if player else _("Round %(number)s: your move")) % facts
    return (_("Turn %(number)s: %(player)s moves") if player else _("Turn %(number)s: your move")) % facts


def hint(table: GuestTable, position: Position, language: str) -> dict[str, Any]:
    """Return what the strong bot would do, and how often it wins from here after that and after other moves.

    While too many search it is the move of a quick bot, without a comparison.
    """
    decision = position.decision
    assert decision is not None
    game, adapter = registry.get(table.game), adapters.of(table.game)
    step = steps_of(position)[-1]
    with SearchPlace() as place:
        maker = bot_maker(table.game, "forte") if place.take() else continuing_bot(table.game)
        best = game.show(decision, put(maker("hint"), decision))
        others = [option for option in step.options if option != best]
        tried = _tried(table, position, best, others) if place.take() else []
    edition = adapters.edition_of(table.game, table.setup, language)
    chosen = tried[0].option if tried else best
    return {
        "words": adapter.answer_words(step, chosen, edition),
        "option": chosen,
        "reason": _reason(tried),
        "bars": [
            {"words": adapter.answer_words(step, trial.option, edition), "percent": round(trial.won * 100)}
            for trial in tried
        ],
    }


def _tried(table: GuestTable, position: Position, best: Any, others: Sequence[Any]) -> list[rollouts.Trial]:
    """Return the trials of the bot's move and of some others; none where the unknown cannot be dealt anew."""
    assert position.decision is not None
    bots = [continuing_bot(table.game)(f"hint/{seat}") for seat in range(len(table.seats))]
    compared = [best, *others[::-1][: TRIED_OPTIONS - 1]]
    try:
        return rollouts.trials(position.record, position.decision.player, compared, TRIED_GAMES[table.game], bots)
    except Unsettled:
        return []


def _reason(tried: Sequence[rollouts.Trial]) -> str:
    if not tried:
        return _("It is the move of its plan.")
    words = _(
        "Won out of %(games)s games continued by the strong bot, with the cards that you do not know dealt again."
    )
    return words % {"games": tried[0].games}


def end(table: GuestTable, position: Position, language: str) -> dict[str, Any]:
    """Return the context of the page of a game that is over: who won, and the sheet."""
    assert position.outcome is not None
    edition = adapters.edition_of(table.game, table.setup, language)
    winners = [name for name, place in zip(position.record.players, position.outcome.places, strict=True) if place == 1]
    return {
        "winners": winners,
        "has_won": any(position.outcome.places[seat] == 1 for seat in table.people) and len(table.people) == 1,
        "sheet": sheet(position.record, edition),
        "pack": pack_of_setup(table.game, table.setup),
    }
