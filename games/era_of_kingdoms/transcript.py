"""Step-by-step transcript of a recorded game: what was drawn, realms that grew, riches, and the age that came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .. import step_transcript
from ..decision import Decision
from ..record import Record
from ..step_transcript import Event, Step, Views, Words
from . import observation
from .pack.loading import DEFAULT_PACK
from .scoring import score
from .state import Table
from .transcript_words import NAMES, QUESTIONS, card_list, card_name, option_words

EDITION = "it"
LANGUAGES = ("it", "en")


class _Describer:
    """Describe the moments of a game of Era of Kingdoms.

    Arguments:
        edition: the pack that names its cards.
    """

    def __init__(self, edition: str) -> None:
        self.edition = edition

    def moment(self, views: Views) -> tuple[int, int]:
        """Return the player in turn and the number of the turn; the shadow realm's turn counts as the player's."""
        turn = views[0]["turn"]
        return min(turn["side"], len(views) - 1), turn["number"]

    def own(self, decision: Decision, seat: int) -> dict[str, Any]:
        """Return what a seat alone sees."""
        return observation.own(decision, seat)

    def points(self, table: Table) -> tuple[int, ...]:
        """Return the victory points of every seat as they are now."""
        is_solo = table.shadow is not None
        return tuple(score(side, table.cards, alone=is_solo).total for side in table.kingdoms)

    def events(self, players: Sequence[str], before: Views | None, after: Views) -> list[Event]:
        """Return the turn that began, the cards that came, realms and riches that changed, and the age."""
        events: list[Event] = []
        turn = after[0]["turn"]
        for seat in range(len(players)):
            events += _drawn(
                players[seat], seat, before[seat]["hand"] if before else [], after[seat]["hand"], self.edition
            )
            if before is not None:
                events += _changed(players[seat], before[0]["seats"][seat], after[0]["seats"][seat])
        if turn["number"] and (before is None or before[0]["turn"] | {"actions": 0} != turn | {"actions": 0}):
            events.append(_turn(players, turn))
        return events

    def line(self, players: Sequence[str], views: Views, decision: Decision, choice: Any) -> Words:
        """Return a choice as text."""
        name, kind = players[decision.player], decision.kind
        if kind == "act" and isinstance(choice, str) and choice in views[decision.player]["hand"]:
            italian, english = (card_name(choice, language, self.edition) for language in LANGUAGES)
            return {"it": f"{name} gioca {italian}.", "en": f"{name} plays {english}."}
        return {
            language: f"{name}. {_question_text(kind, language)}"
            f"{option_words(kind, choice, players, language, self.edition)}."
            for language in LANGUAGES
        }


def _question_text(kind: str, language: str) -> str:
    return "" if kind == "act" else f"{QUESTIONS[kind][language]} "


def _turn(players: Sequence[str], turn: dict[str, Any]) -> Event:
    if turn["side"] >= len(players):
        return {"it": "Turno del reame ombra.", "en": "The shadow realm’s turn."}, None
    name, number = players[turn["side"]], turn["number"]
    return {"it": f"Turno {number} di {name}.", "en": f"{name}’s turn {number}."}, None


def _drawn(name: str, seat: int, before: Sequence[str], after: Sequence[str], edition: str) -> list[Event]:
    """Return the cards that came into a hand; the others read how many."""
    cards = list((Counter(after) - Counter(before)).elements())
    if not cards:
        return []
    italian, english = (card_list(cards, language, edition) for language in LANGUAGES)
    own = {"it": f"{name} pesca {italian}.", "en": f"{name} draws {english}."}
    count = len(cards)
    others = {
        "it": f"{name} pesca {count} {'carta' if count == 1 else 'carte'}.",
        "en": f"{name} draws {count} {'card' if count == 1 else 'cards'}.",
    }
    return [(own, (seat, others))]


def _changed(name: str, before: dict[str, Any], after: dict[str, Any]) -> list[Event]:
    """Return what changed in a kingdom besides the cards that its player chose to play."""
    events: list[Event] = []
    if before["realm"] != after["realm"]:
        realm = NAMES[after["realm"]]
        events.append(({"it": f"{name} ha ora: {realm['it']}.", "en": f"{name} now has: {realm['en']}."}, None))
    if before["riches"] != after["riches"]:
        change = f"{before['riches']} → {after['riches']}"
        events.append(({"it": f"Sfarzo di {name}: {change}.", "en": f"Riches of {name}: {change}."}, None))
    if after["age"] and not before["age"]:
        events.append(
            (
                {
                    "it": f"{name} pesca l’Era dell’Illuminismo: cominciano gli ultimi turni.",
                    "en": f"{name} draws Age of Enlightenment: the last turns begin.",
                },
                None,
            )
        )
    return events


def steps(record: Record, edition: str = EDITION) -> list[Step]:
    """Return the steps of a recorded game of Era of Kingdoms, one per choice, and one for the end or the question.

    Raises:
        IllegalChoice, RecordError, BadSetup, UnknownName: as :func:`games.runner.replay`.
    """
    return step_transcript.steps(record, _Describer(record.setup.get("pack", DEFAULT_PACK)))
