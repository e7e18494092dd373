"""Era of Kingdoms on the pages that show and play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.era_of_kingdoms import transcript_words as words
from games.game import Outcome

from . import arms

#: Questions answered with a card of the own hand.
_FROM_HAND = frozenset(("act", "mulligan", "discard"))
#: The cells in the order of the three rows of the board; the realm is in the middle.
_GRID = ("NW", "N", "NE", "W", "", "E", "SW", "S", "SE")


@dataclass(frozen=True, slots=True)
class RealmCard:
    """A card in a kingdom, on the trade board or in a hand.

    Arguments:
        code: the code name; name: in the requested language; arms: its drawing; count: copies.
        plus: what it makes and is worth; text: what it costs. move, verb: where it is a button.
    """

    code: str
    name: str
    arms: arms.Arms
    plus: list[str]
    text: str
    count: int = 1
    cost: int | None = None
    number_words: str = ""
    move: str = ""
    verb: str = ""


def _language() -> str:
    return "en" if (get_language() or "it").startswith("en") else "it"


def card(code: str, edition: str, count: int = 1) -> RealmCard:
    """Return a card of a pack for the page."""
    row, language = words.cards_by_id(edition)[code], _language()
    name, drawing = words.card_name(code, language, edition), arms.of_era(code, row.type, row.resource)
    return RealmCard(code, name, drawing, words.gives(row, language), words.costs(row, language), count)


class EraAdapter:
    """Era of Kingdoms' table, words and sheet."""

    template = "practice/era_table.html"
    dock_template = "practice/era_dock.html"
    #: What these questions offer lies open.
    open_kinds = frozenset(
        (
            *("upgrade", "source", "steal", "high_yield", "sacrifice", "swindle", "swindle_for", "plague", "cure"),
            *("plague_own", "remove", "riches", "wild", "give_up", "swindle_shadow", "shadow_sacrifice"),
            *("shadow_yield", "expedition", "replace", "take", "cell"),
        )
    )
    counts_rounds = False

    def table(self, step: Any, edition: str, eyes: int | None) -> dict[str, Any]:
        """Return the table of a step for the watching eyes."""
        view, language = step.views[0], _language()
        return {
            "seats": [_seat(step, seat, edition, eyes) for seat in range(len(step.views))],
            "board": [[card(code, edition) for code in row] for row in view["board"] if row],
            "decks": [(words.NAMES[name][language], count) for name, count in view["decks"].items()],
            "shadow": _shadow(view["shadow"], edition) if "shadow" in view else None,
            "aside": [card(code, edition) for code in step.views[step.seat or 0].get("aside", ())]
            if eyes in (None, step.seat)
            else [],
        }

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision in words; cards that only their player saw are not named to the others."""
        if step.kind in ("search", "oracle", "oracle_deck") and eyes not in (None, step.seat):
            return ""
        return str(step.line[language])

    def answer_words(self, step: Any, option: Any, edition: str) -> str:
        """Return an option as the words of its button."""
        names = [_("Seat %(number)s") % {"number": seat + 1} for seat in range(len(step.views))]
        return words.option_words(step.kind, option, names, _language(), edition)

    def option_card(self, step: Any, option: Any, edition: str) -> Any:
        """Return the card that an option names."""
        code = option[-1] if isinstance(option, list) else option
        return card(code, edition) if code in words.cards_by_id(edition) else None

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks."""
        return words.QUESTIONS[kind][_language()], ""

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return realm, attack, defence, riches, points and turns of each seat."""
        language = _language()
        cells = [
            [
                words.NAMES[seat["realm"]][language],
                *(seat[name] for name in ("attack", "defence", "riches", "points", "turns")),
            ]
            for seat in outcome.sheet["seats"][: outcome.players]
        ]
        return [_("Realm"), _("Attack"), _("Defence"), _("Riches"), _("Points"), _("Turns")], cells

    def place_moves(self, step: Any, table: dict[str, Any], moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Make buttons of the cards in the hand; return the moves that are no such card."""
        if step.kind not in _FROM_HAND:
            return list(moves)
        letters = {move["option"]: move["letters"] for move in moves if isinstance(move["option"], str)}
        own = table["seats"][step.seat]
        verb = pgettext("a card's button", "Play") if step.kind == "act" else pgettext("a card's button", "Choose")
        own["hand"] = [replace(each, move=letters.get(each.code, ""), verb=verb) for each in own["hand"]]
        placed = {each.code for each in own["hand"]}
        return [move for move in moves if isinstance(move["option"], list) or move["option"] not in placed]

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return the actions left."""
        turn = step.views[0]["turn"]
        return [(_("actions"), turn["actions"])] if turn["side"] == step.seat else []


def _seat(step: Any, seat: int, edition: str, eyes: int | None) -> dict[str, Any]:
    language = _language()
    view = step.views[0]["seats"][seat]
    is_seen = eyes is None or eyes == seat
    hand = step.views[seat]["hand"]
    return {
        "number": seat,
        "points": step.points[seat],
        "hand_size": view["hand"],
        "backs": range(view["hand"]),
        "realm": words.NAMES[view["realm"]][language],
        "units": [(words.NAMES[name][language], count) for name, count in view["units"].items()],
        "attack": view["attack"],
        "defence": view["defence"],
        "riches": view["riches"],
        "cells": [_cell(name, view["cells"].get(name), edition) for name in _GRID],
        "persons": [card(code, edition) for code in view["persons"]],
        "won": [card(code, edition) for code in (*view["victories"], *view["won"])],
        "hand": [card(code, edition, hand.count(code)) for code in dict.fromkeys(hand)] if is_seen else None,
        "is_active": seat == step.seat,
    }


def _cell(name: str, stack: dict[str, Any] | None, edition: str) -> dict[str, Any]:
    language = _language()
    if not name:
        return {"is_centre": True}
    where = words.NAMES[name][language]
    if stack is None:
        return {"where": where}
    below = [words.card_name(code, language, edition) for code in stack["lands"][:-1][::-1]]
    return {
        "where": where,
        "card": card(stack["lands"][-1], edition),
        "below": ", ".join(below),
        "yields": stack["yields"],
        "plagues": len(stack["plagues"]),
    }


def _shadow(view: dict[str, Any], edition: str) -> dict[str, Any]:
    language = _language()
    codes = [*view["lands"], *view["persons"], *view["victories"], *view["won"], *view["plagues"], *view["beside"]]
    return {
        "cards": [card(code, edition, codes.count(code)) for code in dict.fromkeys(codes)],
        "units": [(words.NAMES[name][language], count) for name, count in view["units"].items()],
        "attack": view["attack"],
        "defence": view["defence"],
        "riches": view["riches"],
    }


ERA = EraAdapter()
