"""Step-by-step transcript of a recorded game: dealt cards, scrolls, tricks and the score of every round, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import step_transcript
from ..decision import Decision
from ..record import Record
from ..step_transcript import Event, Step, Views, Words
from . import ending, observation
from .cards import COLOUR_NAMES
from .pack.loading import ROUNDS
from .state import Table
from .transcript_words import MISSIONS, QUESTIONS, SCROLLS, card_list, card_name, option_words

EDITION = "it"


class _Describer:
    """Describe the moments of a game of Megalomania."""

    def moment(self, views: Views) -> tuple[int, int]:
        """Return the seat that leads the trick, or the one after the dealer, and the round."""
        view = views[0]
        trick = view["trick"]
        leader = trick["leader"] if trick else (view["dealer"] + 1) % len(view["seats"])
        return leader, view["round"]

    def own(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat alone sees."""
        return observation.own(decision, seat)

    def points(self, table: Table) -> tuple[int, ...]:
        """Return the points of the rounds so far and of scroll 17; at the end with the bonus of the scrolls held."""
        if len(table.rows) == ROUNDS:
            return tuple(result.total for result in ending.results(table))
        return tuple(sum(table.scores[seat]) + table.rewards[seat] for seat in range(table.players))

    def events(self, players: Sequence[str], before: Views | None, after: Views) -> list[Event]:
        """Return the tricks taken, the scores, a new round with its cards, and the scrolls played."""
        events: list[Event] = []
        is_new = before is None or before[0]["round"] != after[0]["round"]
        if before is not None:
            events += _tricks(players, before[0], after[0], is_new)
            events += _scores(players, before[0], after[0])
        if is_new:
            events += _new_round(players, after)
        if after[0]["scroll"] and (before is None or before[0]["scroll"] != after[0]["scroll"]):
            events.append(_scroll(players, after[0]["scroll"]))
        return events

    def line(self, players: Sequence[str], views: Views, decision: Decision, choice: Any) -> Words:
        """Return a choice as text."""
        name = players[decision.player]
        if decision.kind == "play":
            card = str(choice).partition("+")[0]
            return {
                "it": f"{name} gioca {card_name(card, 'it')}.",
                "en": f"{name} plays {card_name(card, 'en')}.",
            }
        question, kind = QUESTIONS[decision.kind], decision.kind
        return {
            language: f"{name}. {question[language]} {option_words(kind, choice, players, language)}."
            for language in ("it", "en")
        }


def _open(italian: str, english: str) -> Event:
    return {"it": italian, "en": english}, None


def _new_round(players: Sequence[str], after: Views) -> list[Event]:
    view = after[0]
    number, mission, colour = view["round"], view["mission"], view["dominant"]
    events = [
        _open(
            f"Round {number}, missione {mission}: {MISSIONS[mission]['it']}. Domina il {COLOUR_NAMES[colour]['it']}.",
            f"Round {number}, mission {mission}: {MISSIONS[mission]['en']}. Dominant: {COLOUR_NAMES[colour]['en']}.",
        )
    ]
    for seat, own in enumerate(after):
        cards, name = own["hand"], players[seat]
        if not cards:
            continue
        own_words = {
            "it": f"{name} riceve {card_list(cards, 'it')}.",
            "en": f"{name} is dealt {card_list(cards, 'en')}.",
        }
        count = len(cards)
        others = {"it": f"{name} riceve {count} carte.", "en": f"{name} is dealt {count} cards."}
        events.append((own_words, (seat, others)))
    return events


def _tricks(players: Sequence[str], before: dict[str, Any], after: dict[str, Any], is_new: bool) -> list[Event]:
    """Return the tricks that were completed within a round; those of its end come with the scores."""
    if is_new:
        return []
    events = []
    for number in range(len(before["takers"]), len(after["takers"])):
        taker, cards = players[after["takers"][number]], after["tricks"][number]
        events.append(
            _open(
                f"{taker} prende la presa {number + 1}: {card_list(cards, 'it')}.",
                f"{taker} takes trick {number + 1}: {card_list(cards, 'en')}.",
            )
        )
    return events


def _scores(players: Sequence[str], before: dict[str, Any], after: dict[str, Any]) -> list[Event]:
    """Return the score of every round that ended."""
    events = []
    for number in range(len(before["seats"][0]["scores"]), len(after["seats"][0]["scores"])):
        scores = ", ".join(
            f"{name} {_signed(seat['scores'][number])}" for name, seat in zip(players, after["seats"], strict=True)
        )
        events.append(_open(f"Punti del round {number + 1}: {scores}.", f"Points of round {number + 1}: {scores}."))
    return events


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def _scroll(players: Sequence[str], scroll: dict[str, Any]) -> Event:
    name, number = players[scroll["seat"]], scroll["number"]
    return _open(
        f"{name} gioca la Pergamena {number}: {SCROLLS[number]['it']}.",
        f"{name} plays scroll {number}: {SCROLLS[number]['en']}.",
    )


def steps(record: Record, edition: str = EDITION) -> list[Step]:
    """Return the steps of a recorded game of Megalomania, one per choice, and one for the end or the open question.

    Raises:
        IllegalChoice, RecordError, BadSetup, UnknownName: as :func:`games.runner.replay`.
    """
    return step_transcript.steps(record, _Describer())
