"""What a score sheet's fields must be by the others: sums that add themselves up, what the pack and the pad say."""

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
#: What the page says of a figure's provenance.
_SAID: Final = {
    "assumed": {"it": "supposti", "en": "assumed"},
    "seed": {"it": "dal regolamento del gioco", "en": "from the rulebook"},
    "outside": {"it": "da altra fonte", "en": "from another source"},
}
_GROUP: Final = re.compile(r"rounds\[(\d+)\]")


def group_of(path: str) -> str:
    """The round that a finding's path speaks of."""
    found = _GROUP.match(path)
    return str(int(found[1]) + 1) if found else ""


def notes(sheet: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """Round -> how many tricks are told, of how many that the mission has."""
    words, pack, found = _WORDS[language_of(edition)], get(sheet["pack"]), {}
    for number, row in enumerate(sheet["rounds"], 1):
        told = [entry["tricks"] for entry in row["players"] if "tricks" in entry]
        if told and "mission" in row:
            found[str(number)] = words["of"].format(sum(told), pack.tricks[row["mission"]])
        elif told:
            found[str(number)] = words["tricks"].format(sum(told))
    return found


def follows(sheet: Mapping[str, Any], setup: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """The dealers and colours of the rounds, the points that the pack holds for a mission, the sums of the foot.

    Arguments:
        sheet: as :func:`games.megalomania.check.sheet.check` returns it.
    """
    language = language_of(edition)
    pack = get(sheet["pack"])
    found: dict[str, str] = {}
    for number, row in enumerate(sheet["rounds"], 1):
        found |= {f"t_r{number}_{name}": words for name, words in _of_row(row, number, pack, language).items()}
    for seat, foot in enumerate(sheet["seats"]):
        points = [row["players"][seat].get("points") for row in sheet["rounds"]]
        found |= {f"s{seat}_{name}": words for name, words in _of_foot(foot, points, language).items()}
    return found


def _of_row(row: Mapping[str, Any], number: int, pack: Pack, language: str) -> dict[str, str]:
    words, found = _WORDS[language]["comes"], {}
    if "dealer" in row:
        found["dealer"] = words.format(row["dealer"])
    if any(len(entry) for entry in row["players"]) or "mission" in row:
        colour = row.get("dominant") or COLOURS[pack.dominant[number - 1]]
        found["dominant"] = words.format(COLOUR_NAMES[colour][language])
    mission = row.get("mission")
    if mission is not None and mission in pack.points:
        tag = pack.provenance[f"points.{mission}"]
        points = f"{pack.points[mission]:+d}".replace("-", "−")
        found["printed"] = f"{points} ({_SAID.get(tag, {}).get(language, tag)}, {pack.name})"
    return found


def _of_foot(foot: Mapping[str, Any], points: Sequence[int | None], language: str) -> dict[str, str]:
    told = [each for each in points if each is not None]
    if not told:
        return {}
    words = _WORDS[language]["comes" if len(told) == ROUNDS else "so_far"]
    rest = foot.get("scroll_17", 0) + foot.get("bonus", 0)
    found = {"rounds": sum(told), "lost": ending.points_lost(told), "points": sum(told) + rest}
    shown = {name: words.format(str(number).replace("-", "−")) for name, number in found.items()}
    if "held" in foot:
        shown["bonus"] = _WORDS[language]["comes"].format(foot["bonus"])
    return shown
