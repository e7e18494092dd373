"""Megalomania on the pages that show and play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.game import Outcome
from games.megalomania import transcript_words as words
from games.megalomania.cards import CODES, COLOUR_NAMES
from games.megalomania.pack import loading

from . import arms

#: Questions answered with a card of the own hand or face up before one.
_FROM_HAND = frozenset(("play", "line", "give", "return", "split", "pass_card", "explore"))


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """A playing card on the table or in a hand.

    Arguments:
        code: the code name; name: in the requested language; cost: the printed value; arms: its drawing.
        text: what its power does. move, verb: where it is a button.
    """

    code: str
    name: str
    cost: int
    arms: arms.Arms
    text: str
    count: int = 1
    plus: tuple[str, ...] = ()
    move: str = ""
    verb: str = ""

    @property
    def number_words(self) -> str:
        """The name of the number on the card."""
        return pgettext("of a playing card", "value")


def _language() -> str:
    return "en" if (get_language() or "it").startswith("en") else "it"


def card(code: str, edition: str) -> PlayingCard:
    """Return a playing card for the page, with its value in a pack."""
    value, language = loading.get(edition).value_of[CODES[code]], _language()
    power = words.POWERS[code.partition("_")[2]][language]
    return PlayingCard(code, words.card_name(code, language), value, arms.of_megalomania(code), power)


class MegalomaniaAdapter:
    """Megalomania's table, words and sheet."""

    template = "practice/megalomania_table.html"
    dock_template = "practice/megalomania_dock.html"
    #: What these questions offer is the same for everybody or lies open.
    open_kinds = frozenset(
        (
            *("resources", "two_resources", "dominant_colour", "asked_colour", "next_opponent", "opponent", "leads"),
            *("leader", "steal", "pile", "trick_more", "window", "extra", "oracle_colour"),
        )
    )
    counts_rounds = True

    def table(self, step: Any, edition: str, eyes: int | None) -> dict[str, Any]:
        """Return the table of a step for the watching eyes."""
        view = step.views[0]
        language = _language()
        pack = loading.get(edition)
        return {
            "round": view["round"],
            "mission": view["mission"],
            "mission_words": words.mission_words(view["mission"], pack, language),
            "dominant": COLOUR_NAMES[view["dominant"]][language],
            "dominant_arms": arms.Arms(arms.SUITS[view["dominant"]], "crown"),
            "trick_number": min(len(view["tricks"]) + 1, pack.tricks[view["mission"]]),
            "tricks": pack.tricks[view["mission"]],
            "trick": _trick(view, edition),
            "scroll": _scroll(view, language),
            "seats": [_seat(step, seat, edition, eyes) for seat in range(len(step.views))],
            "rounds": range(1, len(view["seats"][0]["scores"]) + 1),
            "scores": _scores(view),
        }

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision in words; a card that only its player knows is not named to the others."""
        if step.kind in ("pass_card", "split", "give", "return", "keep", "explore", "line") and eyes not in (
            None,
            step.seat,
        ):
            return ""
        return str(step.line[language])

    def answer_words(self, step: Any, option: Any, edition: str) -> str:
        """Return an option as the words of its button."""
        names = [_("Seat %(number)s") % {"number": seat + 1} for seat in range(len(step.views))]
        return words.option_words(step.kind, option, names, _language())

    def option_card(self, step: Any, option: Any, edition: str) -> Any:
        """Return the card that an option names."""
        code = str(option).partition("+crystal")[0]
        return card(code, edition) if code in CODES else None

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks."""
        return words.QUESTIONS[kind][_language()], ""

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return the points of every round, the bonus of the scrolls and the total of each seat."""
        rounds = outcome.sheet["rounds"]
        headings = [pgettext("of a game", "Round %(number)s") % {"number": number + 1} for number in range(len(rounds))]
        cells = []
        for seat, row in enumerate(outcome.sheet["seats"]):
            points = [each["players"][seat]["points"] for each in rounds]
            cells.append([*points, row["bonus"] + row["scroll_17"], row["points"]])
        return [*headings, _("Scrolls"), _("Points")], cells

    def place_moves(self, step: Any, table: dict[str, Any], moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Make buttons of the cards in the hand; return the moves that are no such card."""
        if step.kind not in _FROM_HAND:
            return list(moves)
        letters = {str(move["option"]): move["letters"] for move in moves}
        own = table["seats"][step.seat]
        verb = pgettext("a card's button", "Play") if step.kind == "play" else pgettext("a card's button", "Choose")
        for zone in ("hand", "face_up"):
            own[zone] = [replace(each, move=letters.get(each.code, ""), verb=verb) for each in own[zone]]
        placed = {each.code for zone in ("hand", "face_up") for each in own[zone]}
        return [move for move in moves if str(move["option"]) not in placed]

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return what the deciding player has to spend, with the names."""
        own = step.views[0]["seats"][step.seat]
        return [(_("crystals"), own["crystals"]), (_("cubes"), own["cubes"])]


def _trick(view: dict[str, Any], edition: str) -> list[dict[str, Any]]:
    trick = view["trick"]
    if trick is None:
        return []
    names = zip(trick["seats"], trick["cards"], strict=True)
    return [{"seat": seat, "card": card(code, edition)} for seat, code in names]


def _scroll(view: dict[str, Any], language: str) -> str:
    number = view["scroll"]["number"] if view["scroll"] else 0
    return (
        _("Scroll %(number)s: %(words)s") % {"number": number, "words": words.SCROLLS[number][language]}
        if number
        else ""
    )


def _scores(view: dict[str, Any]) -> list[tuple[int, list[int]]]:
    rounds = range(len(view["seats"][0]["scores"]))
    return [(number + 1, [seat["scores"][number] for seat in view["seats"]]) for number in rounds]


def _seat(step: Any, seat: int, edition: str, eyes: int | None) -> dict[str, Any]:
    view, own = step.views[0]["seats"][seat], step.views[seat]
    is_seen = eyes is None or eyes == seat
    taken = step.views[0]["takers"].count(seat)
    return {
        "number": seat,
        "points": step.points[seat],
        "hand_size": view["hand"],
        "backs": range(min(view["hand"] + view["face_down"], 8)),
        "crystals": view["crystals"],
        "cubes": view["cubes"],
        "held": view["held"],
        "tricks": taken,
        "face_up": [card(code, edition) for code in view["face_up"]],
        "hand": [card(code, edition) for code in own["hand"]] if is_seen else None,
        "scrolls": [f"{number}: {words.SCROLLS[number][_language()]}" for number in own["held"]] if is_seen else [],
        "is_active": seat == step.seat,
    }


MEGALOMANIA = MegalomaniaAdapter()
