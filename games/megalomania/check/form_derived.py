"""Fields of a score sheet that follow from the others: sums, and what the pack and the score pad determine."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .. import ending
from ..cards import COLOUR_NAMES, COLOURS
from ..display import language_of
from ..pack.loading import ROUNDS, Pack, get

_WORDS: Final = {
    "it": {"comes": "risulta {}", "so_far": "finora {}", "of": "Prese {} di {}", "tricks": "Prese {}"},
    "en": {"comes": "comes to {}", "so_far": "so far {}", "of": "Tricks {} of {}", "tricks": "Tricks {}"},
}
#: Display text of a figure's provenance.
_SAID: Final = {
    "assumed": {"it": "presunti", "en": "assumed"},
    "seed": {"it": "dal regolamento del gioco", "en": "from the rulebook"},
    "outside": {"it": "da altra fonte", "en": "from another source"},
}
_GROUP: Final = re.compile(r"rounds\[(\d+)\]")


def group_of(path: str) -> str:
    """Return the round that a finding's path belongs to."""
    match = _GROUP.match(path)
    return str(int(match[1]) + 1) if match else ""


def notes(sheet: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """Return, per round, how many of the mission's tricks have been entered."""
    words, pack, texts = _WORDS[language_of(edition)], get(sheet["pack"]), {}
    for number, row in enumerate(sheet["rounds"], 1):
        trick_counts = [entry["tricks"] for entry in row["players"] if "tricks" in entry]
        if trick_counts and "mission" in row:
            texts[str(number)] = words["of"].format(sum(trick_counts), pack.tricks[row["mission"]])
        elif trick_counts:
            texts[str(number)] = words["tricks"].format(sum(trick_counts))
    return texts


def follows(sheet: Mapping[str, Any], setup: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """Return the colours of the rounds, the points that the pack holds for a mission, the sums of the foot.

    Arguments:
        sheet: as :func:`games.megalomania.check.sheet.check` returns it.
    """
    language = language_of(edition)
    pack = get(sheet["pack"])
    texts: dict[str, str] = {}
    for number, row in enumerate(sheet["rounds"], 1):
        texts |= {f"t_r{number}_{name}": words for name, words in _of_row(row, number, pack, language).items()}
    for seat, foot in enumerate(sheet["seats"]):
        points = [row["players"][seat].get("points") for row in sheet["rounds"]]
        rounds = len(points) if {"end", "abandoned"} & set(sheet) else ROUNDS
        texts |= {f"s{seat}_{name}": words for name, words in _of_foot(foot, points, rounds, language).items()}
    return texts


def _of_row(row: Mapping[str, Any], number: int, pack: Pack, language: str) -> dict[str, str]:
    words, texts = _WORDS[language]["comes"], {}
    if any(len(entry) for entry in row["players"]) or "mission" in row:
        colour = row.get("dominant") or COLOURS[pack.dominant[number - 1]]
        texts["dominant"] = words.format(COLOUR_NAMES[colour][language])
    mission = row.get("mission")
    if mission is not None and mission in pack.points:
        tag = pack.provenance[f"points.{mission}"]
        points = f"{pack.points[mission]:+d}".replace("-", "−")
        texts["printed"] = f"{points} ({_SAID.get(tag, {}).get(language, tag)}, {pack.name})"
    return texts


def _of_foot(foot: Mapping[str, Any], points: Sequence[int | None], rounds: int, language: str) -> dict[str, str]:
    scores = [each for each in points if each is not None]
    if not scores:
        return {}
    words = _WORDS[language]["comes" if len(scores) == rounds else "so_far"]
    rest = foot.get("scroll_17", 0) + foot.get("bonus", 0)
    sums = {"rounds": sum(scores), "lost": ending.points_lost(scores), "points": sum(scores) + rest}
    shown = {name: words.format(str(number).replace("-", "−")) for name, number in sums.items()}
    if "held" in foot:
        shown["bonus"] = _WORDS[language]["comes"].format(foot["bonus"])
    return shown
