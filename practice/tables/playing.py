"""One moment of a visitor's own game: the table from their eyes, every legal option as a button, a hint, the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_urlsafe
from typing import Any, Final

from django.utils.translation import gettext as _

from games import registry, rollouts
from games.decision import put
from games.game import Unsettled
from tournament.card_packs.selectors import pack_of_setup

from . import adapters
from .card import rows_of, shown_in
from .chronicle import Chronicler
from .guest_tables import GuestTable, Position, letters_of
from .kingdoms import kingdom_by_lot
from .lesson import lesson_words
from .opponents import bot_maker, continuing_bot
from .searching import SearchPlace
from .watching import sheet

#: Games that a hint continues for each option that it compares, and how many options it compares.
TRIED_GAMES: Final = {"dominion": 20, "megalomania": 5, "era_of_kingdoms": 4}
TRIED_OPTIONS: Final = 4
#: Buttons in the bar of actions; more of them lie on the table.
MOST_BUTTONS: Final = 6
#: From so many on numbers are chosen in a list.
LEAST_NUMBERS: Final = 3


def steps_of(position: Position) -> list[Any]:
    """Return the steps of a game so far; the last one is the open question or the end."""
    transcript = registry.get(position.record.game).transcript
    assert transcript is not None, "every game that can be played can be told"
    return transcript.steps(position.record)


def moves_of(
    position: Position, letters: str, step: Any, edition: str, names: Sequence[str], best: Any = None
) -> list[dict[str, Any]]:
    """Return every legal option of the open question: its words, and the letters that it leads to."""
    adapter = adapters.of(position.record.game)
    return [
        {
            "option": option,
            "words": adapter.answer_words(step, option, edition, names),
            "letters": letters + letters_of(answer),
            "is_best": option == best,
        }
        for answer, option in enumerate(step.options)
    ]


def open_question(
    table: GuestTable, position: Position, letters: str, language: str, *, wants_hint: bool = False
) -> dict[str, Any]:
    """Return the context of the page with the open question of a person."""
    assert position.decision is not None
    adapter = adapters.of(table.game)
    edition = adapters.edition_of(table.game, table.setup, language)
    steps, players = steps_of(position), position.record.players
    step, seat = steps[-1], position.decision.player
    names = [_("You") if place == seat else name for place, name in enumerate(players)]
    drawn = adapter.table(step, edition, seat, names)
    advice = hint(table, position, language) if wants_hint else None
    moves = moves_of(position, letters, step, edition, names, advice["option"] if advice else None)
    title, help_text = adapter.question_words(step.kind)
    teller = Chronicler(adapter, edition, language, seat, players, names, seat)
    since = teller.since(steps)
    for place, words in since:
        drawn["seats"][place]["deed"] = words.removeprefix(names[place]).strip(" :.")
    rest = place_moves(adapter, step, drawn, moves)
    numbers = [move for move in rest if str(move["option"])[:1] in "+-" and str(move["option"])[1:].isdecimal()]
    numbers = numbers if len(numbers) >= LEAST_NUMBERS else []
    buttons = [move for move in rest if move not in numbers]
    return {
        "step": step,
        "seat": seat,
        "own": drawn["seats"][seat],
        "rows": rows_of(drawn["seats"][seat]),
        "others": [each for place, each in enumerate(drawn["seats"]) if place != seat],
        "title": adapter.title(step, "" if len(table.people) == 1 else players[seat]),
        "table": drawn,
        "sheets": list(shown_in(drawn)),
        "table_template": adapter.template,
        "moves": buttons if len(buttons) <= MOST_BUTTONS else [],
        "choices": buttons if len(buttons) > MOST_BUTTONS else [],
        "numbers": numbers,
        "question": title,
        "help": help_text,
        "counters": adapter.counters(step),
        "log": teller.parts(steps, lambda _step: "", len(steps) - 1),
        "said": " ".join([*(f"{words.rstrip('.')}." for _who, words in since), title]),
        "playing": True,
        "hint": advice,
        "pack": pack_of_setup(table.game, table.setup),
        "lesson": lesson_words(table, step),
    }


def place_moves(
    adapter: adapters.Adapter, step: Any, table: dict[str, Any], moves: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Make buttons of the cards that answer a question, where they lie; return the moves that are no such card."""
    by_place: dict[str, dict[str, Any]] = {}
    for move in moves:
        by_place.setdefault(adapter.place_of(step, move["option"]), move)
    verb, placed = adapter.verb(step.kind), set[str]()
    for zone, name in adapter.zones(step, table):
        placed |= {card.place for card in zone[name]}
        zone[name] = [card.answering(by_place.get(card.place), verb) for card in zone[name]]
    on_table = [by_place[place]["letters"] for place in placed & by_place.keys()]
    return [move for move in moves if move["letters"] not in on_table]


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
    bars = [
        {
            "words": adapter.answer_words(step, trial.option, edition, position.record.players),
            "percent": round(trial.won * 100),
        }
        for trial in tried
    ]
    return {
        "words": adapter.answer_words(step, chosen, edition, position.record.players),
        "option": chosen,
        "reason": _reason(bars),
        "games": tried[0].games if tried else 0,
        "bars": bars,
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


def _reason(bars: Sequence[dict[str, Any]]) -> str:
    """Return in a line why the move is the better one."""
    if len(bars) < 2:
        return _("It is the move of its plan.")
    words = _("%(won)s games out of 100 won, %(less)s with %(other)s")
    return words % {"won": bars[0]["percent"], "less": bars[1]["percent"], "other": bars[1]["words"]}


def end(table: GuestTable, position: Position, language: str) -> dict[str, Any]:
    """Return the context of the page of a game that is over: who won, the sheet, and the seals of further games."""
    assert position.outcome is not None
    edition = adapters.edition_of(table.game, table.setup, language)
    places = position.outcome.places
    winners = [name for name, place in zip(position.record.players, places, strict=True) if place == 1]
    again = replace(table, nonce=token_urlsafe(12))
    alone = table.people[0] if len(table.people) == 1 else None
    players = [_("You") if seat == alone else name for seat, name in enumerate(position.record.players)]
    return {
        "winners": winners,
        "has_won": any(places[seat] == 1 for seat in table.people) and len(table.people) == 1,
        "sheet": sheet(replace(position.record, players=tuple(players)), edition),
        "again": again.seal(),
        "other_kingdom": replace(again, setup=_other_kingdom(table)).seal() if table.game == "dominion" else "",
        "pack": pack_of_setup(table.game, table.setup),
    }


def _other_kingdom(table: GuestTable) -> dict[str, Any]:
    """Return the set-up of a game with ten other cards by lot."""
    plugin, lots = registry.get(table.game), token_urlsafe(6)
    cards = list(kingdom_by_lot(lots, (), moat_rule=True))
    return plugin.setup_data(plugin.setup(len(table.seats), {**table.setup, "kingdom": cards}, lots))
