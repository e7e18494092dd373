"""Era of Kingdoms on the pages that show and play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.era_of_kingdoms import transcript_words as words
from games.game import Outcome

from . import arms, era_words
from .card import Card, Pip
from .chapters import Chapter, turn_chapter

#: Questions answered with a card of the own hand, of the trade board, and with a place of the own territory.
_FROM_HAND = frozenset(("act", "mulligan", "discard"))
_FROM_BOARD = frozenset(("source", "take", "replace"))
_FROM_TERRITORY = frozenset(("cell", "remove", "sacrifice", "swindle", "plague_own", "high_yield", "cure"))
#: Cards that only their player sees.
_SECRET = frozenset(("search", "oracle", "oracle_deck"))
#: Questions whose answer the next sentence of the chronicle tells.
_TOLD_LATER = frozenset(("act", "cell", "upgrade", "tactics"))
#: Answers that only decline.
_NOTHING = ("stop", "no", "end")
#: The cells in the order of the three rows of the territory, without the realm in the middle.
_GRID = ("NW", "N", "NE", "W", "E", "SW", "S", "SE")
_BOARD: Final = "board "
_REALMS: Final = ("town_center", "town_hall", "castle")


def _language() -> str:
    return "en" if (get_language() or "it").startswith("en") else "it"


def card(code: str, edition: str, count: int = 1) -> Card:
    """Return a card of a pack for the page."""
    row, language = words.cards_by_id(edition)[code], _language()
    return Card(
        code,
        words.card_name(code, language, edition),
        arms.of_era(code, row.type, row.resource),
        count=count,
        types=era_words.types_of(row),
        plus=words.gives(row, language),
        text=era_words.text_of(row),
        ruling=words.costs(row, language),
        pips=_pips(row, language),
        price=[_unit(place, count, language) for place, count in enumerate(row.cost) if count],
        tag=_("%(n)s p") % {"n": row.victory_points} if row.victory_points else "",
    )


def _unit(resource: int, count: int, language: str) -> Pip:
    name = tuple(era_words.UNITS)[resource]
    charge, tone = era_words.UNITS[name]
    return Pip(charge, tone, count, words.NAMES[name][language])


def _pips(row: Any, language: str) -> list[Pip]:
    """Return what a card makes: resources, attack, defence."""
    pips = [_unit(row.resource, row.amount, language)] if row.amount else []
    others = (("star", row.wild, _("any resource")), ("swords", row.attack, _("attack")))
    pips += [Pip(charge, "argent", count, name) for charge, count, name in others if count]
    return pips + ([Pip("heart", "argent", row.defence, _("defence"))] if row.defence else [])


class EraAdapter:
    """Era of Kingdoms' table, words and sheet."""

    template = "practice/era_table.html"
    #: What these questions offer lies open.
    open_kinds = frozenset(
        (
            *("upgrade", "source", "steal", "high_yield", "sacrifice", "swindle", "swindle_for", "plague", "cure"),
            *("plague_own", "remove", "riches", "wild", "give_up", "swindle_shadow", "shadow_sacrifice"),
            *("shadow_yield", "expedition", "replace", "take", "cell"),
        )
    )

    def table(self, step: Any, edition: str, eyes: int | None, names: Sequence[str]) -> dict[str, Any]:
        """Return the table of a step for the watching eyes."""
        view = step.views[0]
        seats = [_seat(step, seat, edition, eyes, names[seat]) for seat in range(len(step.views))]
        looking = eyes if eyes is not None else (step.seat if step.seat is not None else step.active)
        board = [code for row in view["board"] for code in row]
        market = [replace(card(code, edition, board.count(code)), spot=_BOARD + code) for code in dict.fromkeys(board)]
        return {
            "seats": seats,
            "own": seats[looking],
            "others": [seat for place, seat in enumerate(seats) if place != looking],
            "market": market,
            "ages": _ages(view, names),
            "shadow": _shadow(view["shadow"], edition) if "shadow" in view else None,
            "aside": [card(code, edition) for code in step.views[step.seat or 0].get("aside", ())]
            if eyes in (None, step.seat)
            else [],
        }

    def title(self, step: Any, player: str) -> str:
        """Return the heading of an open question; an empty name is the visitor."""
        if not step.turn:
            return _("Before the first turn")
        words_ = _("Turn %(number)s: %(player)s moves") if player else _("Turn %(number)s: your move")
        return words_ % {"number": step.turn, "player": player}

    def chapter(self, step: Any, names: Sequence[str]) -> Chapter:
        """Return the part of the chronicle that a step belongs to."""
        return turn_chapter(step.active, step.turn, names)

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision in words; cards that only their player saw are not named to the others."""
        if step.kind in _SECRET and eyes not in (None, step.seat):
            return ""
        return str(step.line[language])

    def answer_words(self, step: Any, option: Any, edition: str, names: Sequence[str]) -> str:
        """Return an option as the words of its button."""
        return words.option_words(step.kind, option, names, _language(), edition)

    def deed(self, step: Any, player: str, answer: str) -> str:
        """Return the sentence of the chronicle about a decision; "" where what follows tells it."""
        if step.kind == "act" and isinstance(step.choice, list):
            return _("%(player)s takes from the market: %(card)s") % {
                "player": player,
                "card": answer.rpartition(": ")[2],
            }
        if step.kind in _TOLD_LATER or (step.kind == "source" and step.choice == "deck"):
            return ""
        sentence = era_words.DEEDS.get(step.kind)
        return str(sentence) % {"player": player, "card": answer} if sentence else f"{player}: {answer}"

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks."""
        return words.QUESTIONS[kind][_language()], ""

    def is_nothing(self, step: Any) -> bool:
        """Return whether a decision only declined to do more."""
        return step.choice in _NOTHING

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return points, turns, realm, attack, defence and riches of each seat."""
        language = _language()
        cells = [
            [
                *(seat[name] for name in ("points", "turns")),
                words.NAMES[seat["realm"]][language],
                *(seat[name] for name in ("attack", "defence", "riches")),
            ]
            for seat in outcome.sheet["seats"][: outcome.players]
        ]
        return [_("Points"), _("Turns"), _("Realm"), _("Attack"), _("Defence"), _("Riches")], cells

    def zones(self, step: Any, table: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Return where the cards lie that answer a question: each a mapping and the name of a list in it."""
        own = table["seats"][step.seat]
        zones = [(own, "hand")] if step.kind in _FROM_HAND else []
        if step.kind in _FROM_BOARD or step.kind == "act":
            zones.append((table, "market"))
        return zones + ([(own, "cells"), (own, "persons")] if step.kind in _FROM_TERRITORY else [])

    def place_of(self, step: Any, option: Any) -> str:
        """Return the place on the table that an option names."""
        if step.kind in _FROM_BOARD:
            return f"{_BOARD}{option}"
        if step.kind == "act" and isinstance(option, list):
            return f"{_BOARD}{option[-1]}"
        return str(option)

    def verb(self, kind: str) -> str:
        """Return the word on a card that can be chosen."""
        return pgettext("a card's button", "Play") if kind == "act" else pgettext("a card's button", "Choose")

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return the actions left, the cards in hand and the points."""
        view = step.views[0]
        actions = [(_("actions"), view["turn"]["actions"])] if view["turn"]["side"] == step.seat else []
        return [*actions, (_("in hand"), view["seats"][step.seat]["hand"]), (_("points"), step.points[step.seat])]


def _ages(view: dict[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the line of the ages, each with the seats whose realm has come to it, and the end."""
    language = _language()
    realms = [_REALMS.index(seat["realm"]) for seat in view["seats"]]
    ages = [
        {
            "name": words.NAMES[realm][language],
            "who": ", ".join(name for name, at in zip(names, realms, strict=True) if at == place),
            "is_past": place < max(realms),
            "is_now": place == max(realms),
        }
        for place, realm in enumerate(_REALMS)
    ]
    is_over = any(seat["age"] for seat in view["seats"])
    cards = view["decks"]["advanced"]
    in_deck = ngettext("%(n)s card in the deck", "%(n)s cards in the deck", cards) % {"n": cards}
    left = _("last turns") if is_over else in_deck
    return [*ages, {"name": _("Enlightenment"), "who": left, "is_past": False, "is_now": is_over}]


def _seat(step: Any, seat: int, edition: str, eyes: int | None, name: str) -> dict[str, Any]:
    language = _language()
    view = step.views[0]["seats"][seat]
    hand = step.views[seat]["hand"]
    persons = view["persons"]
    return {
        "name": name,
        "points": step.points[seat],
        "realm": words.NAMES[view["realm"]][language],
        "units": [_unit(place, count, language) for place, count in enumerate(view["units"].values())],
        "strength": [
            Pip("swords", "argent", view["attack"], _("attack")),
            Pip("heart", "argent", view["defence"], _("defence")),
            Pip("crown", "argent", view["riches"], _("riches")),
        ],
        "cells": [_cell(cell, view["cells"].get(cell), edition) for cell in _GRID],
        "persons": [card(code, edition, persons.count(code)) for code in dict.fromkeys(persons)],
        "free": range(3 - len(dict.fromkeys(persons))),
        "won": [card(code, edition) for code in (*view["victories"], *view["won"])],
        "hand": [card(code, edition, hand.count(code)) for code in dict.fromkeys(hand)]
        if eyes in (None, seat)
        else None,
        "is_active": seat == step.seat,
    }


def _cell(name: str, stack: dict[str, Any] | None, edition: str) -> Card:
    """Return the card on top of a cell with what lies under it, or the empty cell."""
    language = _language()
    where = words.NAMES[name][language]
    if stack is None:
        return Card("", where, spot=name)
    top = card(stack["lands"][-1], edition)
    under = [words.card_name(code, language, edition) for code in stack["lands"][:-1][::-1]]
    lines = [_("on %(cards)s") % {"cards": ", ".join(under)}] if under else []
    lines += [_("High Yield")] * stack["yields"] + [_("Plague")] * len(stack["plagues"])
    return replace(top, spot=name, count=len(stack["lands"]), text=". ".join(filter(None, (top.text, *lines))))


def _shadow(view: dict[str, Any], edition: str) -> dict[str, Any]:
    language = _language()
    codes = [*view["lands"], *view["persons"], *view["victories"], *view["won"], *view["plagues"], *view["beside"]]
    return {
        "cards": [card(code, edition, codes.count(code)) for code in dict.fromkeys(codes)],
        "units": [_unit(place, count, language) for place, count in enumerate(view["units"].values())],
        "strength": [
            Pip("swords", "argent", view["attack"], _("attack")),
            Pip("heart", "argent", view["defence"], _("defence")),
            Pip("crown", "argent", view["riches"], _("riches")),
        ],
    }


ERA = EraAdapter()
