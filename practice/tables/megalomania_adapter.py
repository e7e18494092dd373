"""Megalomania on the pages that show and play games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.game import Outcome
from games.megalomania import missions
from games.megalomania import transcript_words as words
from games.megalomania.cards import CODES, COLOUR_NAMES
from games.megalomania.pack import loading

from . import arms
from .card import Card
from .chapters import Chapter

#: Questions answered with a card of the own hand or face up before one.
_FROM_HAND = frozenset(("play", "line", "give", "return", "split", "pass_card", "explore"))
#: Cards that only their player sees.
_SECRET = frozenset(("pass_card", "split", "give", "return", "keep", "explore", "line"))
#: Questions answered with a seat.
_NAMING = frozenset(("leader", "leads", "opponent", "next_opponent"))
#: Answers that only decline.
_NOTHING = frozenset(("pass", "no", "done", "put_back"))
#: Of the missions with a number to reach, that number; of 2 and 8 the colours, of 11 the value.
_GOALS: Final = {1: 3, 2: 4, 5: 4, 8: 4, 11: missions.ENOUGH_VALUE, 13: 1, 14: 2, 16: 4, 17: 2}
#: Missions in which more than the goal is as good as the goal.
_AT_LEAST: Final = frozenset((2, 5, 8, 11, 16))
#: Sides of the round at which the seats after the one that looks sit, clockwise, by the number of seats.
_SIDES: Final = {2: "sn", 3: "swe", 4: "swne"}
#: Boxes that stand for a goal; a greater one is a number.
_MOST_BOXES = 4


def _language() -> str:
    return "en" if (get_language() or "it").startswith("en") else "it"


def card(code: str, edition: str) -> Card:
    """Return a playing card for the page, with its value in a pack."""
    value, language = loading.get(edition).value_of[CODES[code]], _language()
    return Card(
        code,
        words.card_name(code, language),
        arms.of_megalomania(code),
        cost=value,
        cost_words=pgettext("of a playing card", "value"),
        text=words.POWERS[code.partition("_")[2]][language],
    )


class MegalomaniaAdapter:
    """Megalomania's table, words and sheet."""

    template = "practice/megalomania_table.html"
    #: What these questions offer is the same for everybody or lies open.
    open_kinds = frozenset(
        (
            *("resources", "two_resources", "dominant_colour", "asked_colour", "next_opponent", "opponent", "leads"),
            *("leader", "steal", "pile", "trick_more", "window", "extra", "oracle_colour"),
        )
    )

    def table(self, step: Any, edition: str, eyes: int | None, names: Sequence[str]) -> dict[str, Any]:
        """Return the table of a step for the watching eyes."""
        view, language, pack = step.views[0], _language(), loading.get(edition)
        number = view["mission"]
        points, _colon, mission = words.mission_words(number, pack, language).partition(": ")
        seats = [_seat(step, seat, edition, eyes, names[seat]) for seat in range(len(step.views))]
        return {
            "mission_points": points,
            "mission_words": mission[:1].upper() + mission[1:],
            "progress": _progress(view, pack, names),
            "dominant": COLOUR_NAMES[view["dominant"]][language],
            "dominant_arms": arms.Arms(arms.SUITS[view["dominant"]], "crown"),
            "led": _led(view, language),
            "trick_number": min(len(view["tricks"]) + 1, pack.tricks[number]),
            "tricks": pack.tricks[number],
            "round": _round(seats, _trick(view, edition), step, eyes or 0),
            "scroll": _scroll(view, language),
            "seats": seats,
            "scored": len(view["seats"][0]["scores"]),
            "ranking": sorted(zip(step.points, names, strict=True), key=lambda row: -row[0]),
        }

    def title(self, step: Any, player: str) -> str:
        """Return the heading of an open question; an empty name is the visitor."""
        heading = self.chapter(step, ())[1]
        return _("%(heading)s: %(player)s moves") % {"heading": heading, "player": player} if player else heading

    def chapter(self, step: Any, names: Sequence[str]) -> Chapter:
        """Return the part of the chronicle that a step belongs to."""
        view = step.views[0]
        if not view["round"]:
            return (0,), _("Before the first turn")
        trick = len(view["tricks"]) + 1
        if view["trick"] is None and trick == 1:
            return (view["round"], 0), pgettext("of a game", "Round %(number)s") % {"number": view["round"]}
        return (view["round"], trick), _("Round %(number)s, trick %(trick)s") % {
            "number": view["round"],
            "trick": trick,
        }

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision in words; a card that only its player knows is not named to the others."""
        if step.kind in _SECRET and eyes not in (None, step.seat):
            return ""
        return str(step.line[language])

    def answer_words(self, step: Any, option: Any, edition: str, names: Sequence[str]) -> str:
        """Return an option as the words of its button."""
        return words.option_words(step.kind, option, names, _language())

    def deed(self, step: Any, player: str, answer: str) -> str:
        """Return the sentence of the chronicle about a decision; a scroll played is told by what follows it."""
        if step.kind in _NAMING:
            return _("%(player)s names %(other)s") % {"player": player, "other": answer}
        return "" if step.kind == "scroll" else f"{player}: {answer}"

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks."""
        return words.QUESTIONS[kind][_language()], ""

    def is_nothing(self, step: Any) -> bool:
        """Return whether a decision only declined to do more."""
        return step.choice in _NOTHING

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return the points of each seat, those of every round, and the bonus of the scrolls."""
        rounds = outcome.sheet["rounds"]
        headings = [pgettext("of a game", "Round %(number)s") % {"number": number + 1} for number in range(len(rounds))]
        cells = []
        for seat, row in enumerate(outcome.sheet["seats"]):
            points = [each["players"][seat]["points"] for each in rounds]
            cells.append([row["points"], *points, row["bonus"] + row["scroll_17"]])
        return [_("Points"), *headings, _("Scrolls")], cells

    def zones(self, step: Any, table: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Return where the cards lie that answer a question: each a mapping and the name of a list in it."""
        own = table["seats"][step.seat]
        return [(own, "hand"), (own, "face_up")] if step.kind in _FROM_HAND else []

    def place_of(self, step: Any, option: Any) -> str:
        """Return the place on the table that an option names."""
        return str(option).partition("+crystal")[0]

    def verb(self, kind: str) -> str:
        """Return the word on a card that can be chosen."""
        return pgettext("a card's button", "Play") if kind == "play" else pgettext("a card's button", "Choose")

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return what the deciding player has to spend and has taken, with the names."""
        view = step.views[0]
        own = view["seats"][step.seat]
        tricks = view["takers"].count(step.seat)
        return [(_("crystals"), own["crystals"]), (_("cubes"), own["cubes"]), (_("tricks"), tricks)]


def _trick(view: dict[str, Any], edition: str) -> dict[int, Card]:
    trick = view["trick"]
    if trick is None:
        return {}
    return {seat: card(code, edition) for seat, code in zip(trick["seats"], trick["cards"], strict=True)}


def _led(view: dict[str, Any], language: str) -> dict[str, Any] | None:
    """Return the printed colour of the card that opened the trick."""
    if not view["trick"]:
        return None
    colour = view["trick"]["cards"][0].partition("_")[0]
    return {"name": COLOUR_NAMES[colour][language], "arms": arms.Arms(arms.SUITS[colour], "star")}


def _round(seats: Sequence[dict[str, Any]], trick: dict[int, Card], step: Any, looking: int) -> list[dict[str, Any]]:
    """Return the seats round the table, clockwise from the one that looks, each with the card that it has played."""
    leader = step.views[0]["trick"]["leader"] if trick else -1
    placed = []
    for steps, side in enumerate(_SIDES[len(seats)]):
        seat = (looking + steps) % len(seats)
        placed.append(
            seats[seat]
            | {
                "side": side,
                "card": trick.get(seat),
                "leads": seat == leader,
                "turn": seat == step.seat and seat not in trick,
            }
        )
    return placed


def _scroll(view: dict[str, Any], language: str) -> str:
    number = view["scroll"]["number"] if view["scroll"] else 0
    return (
        _("Scroll %(number)s: %(words)s") % {"number": number, "words": words.SCROLLS[number][language]}
        if number
        else ""
    )


def _counted(view: dict[str, Any], pack: loading.Pack) -> tuple[list[int], list[int]]:
    """Return, per seat, how many the mission counts so far, and the points that it would give now."""
    number, seats = view["mission"], range(len(view["seats"]))
    taken = [
        [
            [CODES[code] for code in trick]
            for trick, taker in zip(view["tricks"], view["takers"], strict=False)
            if taker == seat
        ]
        for seat in seats
    ]
    tricks = [len(each) for each in taken]
    amounts = missions.amounts(number, taken, tricks, pack)
    points = [amount * missions.points_each(number, pack) for amount in amounts]
    if number in (2, 8):
        counted = [sum(count > 0 for count in missions.colours_taken(each)) for each in taken]
    elif number in (6, 19):
        counted = [missions.dwarves_and_sorcerers(each) for each in taken]
    elif number == 11:
        counted = [missions.printed_value(each, pack) for each in taken]
    else:
        counted = tricks if number in missions.BY_TRICKS else list(amounts)
    return counted, points


def _progress(view: dict[str, Any], pack: loading.Pack, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return how far each seat is with the mission, and who leads."""
    goal = _GOALS.get(view["mission"], 0)
    counted, points = _counted(view, pack)
    if goal:
        is_enough = view["mission"] in _AT_LEAST
        ranks = [min(each, goal) if is_enough or each <= goal else -1 for each in counted]
    else:
        ranks = points
    best = max(ranks)
    return [
        {
            "name": names[seat],
            "count": count,
            "goal": goal,
            "boxes": [place < count for place in range(goal)] if 0 < goal <= _MOST_BOXES else [],
            "leads": ranks[seat] == best and min(ranks) < best,
        }
        for seat, count in enumerate(counted)
    ]


def _seat(step: Any, seat: int, edition: str, eyes: int | None, name: str) -> dict[str, Any]:
    view, own = step.views[0]["seats"][seat], step.views[seat]
    is_seen = eyes is None or eyes == seat
    return {
        "name": name,
        "crystals": view["crystals"],
        "cubes": view["cubes"],
        "held": view["held"],
        "tricks": step.views[0]["takers"].count(seat),
        "face_up": [card(code, edition) for code in view["face_up"]],
        "hand": [card(code, edition) for code in own["hand"]] if is_seen else None,
        "scrolls": [f"{number}: {words.SCROLLS[number][_language()]}" for number in own["held"]] if is_seen else [],
        "is_active": seat == step.seat,
    }


MEGALOMANIA = MegalomaniaAdapter()
