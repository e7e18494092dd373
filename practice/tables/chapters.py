"""Parts of a chronicle, and its sentences as the visitor reads them: in the second person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

#: What tells a part from the next, and its heading.
Chapter = tuple[tuple[int, ...], str]

#: Italian verbs of the engines' sentences in the third and the second person.
_ITALIAN: Final = {
    "acquista": "acquisti",
    "cambia": "cambi",
    "elimina": "elimini",
    "fa": "fai",
    "gioca": "giochi",
    "ha": "hai",
    "lascia": "lasci",
    "mescola": "mescoli",
    "mette": "metti",
    "mostra": "mostri",
    "ottiene": "ottieni",
    "pesca": "peschi",
    "prende": "prendi",
    "riceve": "ricevi",
    "rimette": "rimetti",
    "rivela": "riveli",
    "scarta": "scarti",
    "sceglie": "scegli",
    "tiene": "tieni",
    "è": "sei",
}
_ENGLISH: Final = {"is": "are", "has": "have", "does": "do", "trashes": "trash"}
#: Sentences that a heading says.
_HEADINGS: Final = re.compile(r"^(Turno \d+ di .+|.+’s turn \d+)\.$")


def turn_chapter(active: int, turn: int, names: Sequence[str]) -> Chapter:
    """Return the part of the chronicle for a player's turn."""
    if not turn:
        return (0,), _("Before the first turn")
    return (turn, active), _("Turn %(number)s, %(player)s") % {"number": turn, "player": names[active]}


def is_heading(text: str) -> bool:
    """Return whether a sentence only says whose turn begins, as the heading of its part does."""
    return _HEADINGS.match(text) is not None


def _second_person(verb: str, language: str) -> str:
    if language == "it":
        return _ITALIAN.get(verb, verb)
    return _ENGLISH.get(verb) or verb.removesuffix("s")


def to_visitor(text: str, name: str, language: str) -> str:
    """Return a sentence about the visitor's seat in the second person; others as they are.

    Arguments:
        name: of the visitor's seat, as the sentence has it. language: ``"it"`` or ``"en"``.
    """
    if text.startswith(f"{name} "):
        words = text[len(name) + 1 :].split(" ")
        verb = 1 if words[0] == "non" and len(words) > 1 else 0
        words[verb] = _second_person(words[verb], language)
        sentence = " ".join(words)
        sentence = re.sub(r"\band (draws|plays)\b", lambda found: f"and {found[1][:-1]}", sentence)
        sentence = sentence.replace(" tutto e pesca ", " tutto e peschi ").replace(" the hand", " your hand")
        return sentence[:1].upper() + sentence[1:] if language == "it" else f"You {sentence}"
    if name not in text:
        return text
    found = re.escape(name)
    text = re.sub(rf"^(Sfarzo di|Riches of) {found}:", "Il tuo sfarzo:" if language == "it" else "Your riches:", text)
    if language == "en":
        return re.sub(rf"\b{found}(?!\w)", "you", re.sub(rf"\b{found}’s", "your", text))
    text = re.sub(rf"\bsul mazzo di {found}(?!\w)", "sul tuo mazzo", text)
    text = re.sub(rf" di {found}(?!\w)", " tuo", text)
    return re.sub(rf"\b{found}(?!\w)", "te" if f" a {name}" in text else "tu", text)
