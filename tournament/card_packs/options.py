"""Options that an event of a game can choose, in words: readings of unclear rules, the colours of a score pad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.era_of_kingdoms import reading_words as kingdom_words
from games.era_of_kingdoms import readings as kingdom_readings
from games.era_of_kingdoms.check.sheet import RESTS_ON
from games.megalomania import reading_words as megalomania_words
from games.megalomania import readings as megalomania_readings
from games.megalomania.cards import COLOUR_NAMES, COLOURS

#: Options of an event by game, stored in the set-up of its rounds.
OPTIONS: Final = {"era_of_kingdoms": ("trade", "readings"), "megalomania": ("dominant", "readings")}
#: Words and values of the readings that an event can choose, by game.
_READINGS: Final = {
    "era_of_kingdoms": (kingdom_words.WORDS, kingdom_readings.CHOICES),
    "megalomania": (megalomania_words.WORDS, megalomania_readings.CHOICES),
}
#: Readings that decide a number on a score sheet, by game.
_ON_THE_SHEET: Final = {
    "era_of_kingdoms": frozenset(name for names in RESTS_ON.values() for name in names),
    "megalomania": frozenset(megalomania_words.ON_THE_SHEET),
}


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """A reading of a game's rules that an event can choose.

    Arguments:
        name: in the set-up. question: in the reader's language. answers: (value, its sentence), the usual one first.
    """

    name: str
    question: str
    answers: tuple[tuple[Any, str], ...]


def reading_choices(game: str, language: str) -> tuple[ReadingChoice, ...]:
    """Return the readings that an event of a game chooses; none for a game without them."""
    words_by_name, choices = _READINGS.get(game, ({}, {}))
    return tuple(
        ReadingChoice(
            name,
            words.question[language],
            tuple((value, answer[language]) for value, answer in zip(choices[name], words.answers, strict=True)),
        )
        for name, words in words_by_name.items()
    )


def colour_choices(language: str) -> tuple[tuple[str, str], ...]:
    """Return the colours of Megalomania: code name and name."""
    return tuple((colour, COLOUR_NAMES[colour][language]) for colour in COLOURS)


def edition_label(name: str, is_printed: bool) -> str:
    """Return the words of a choice of an edition: its name, and where its figures come from."""
    source = _("printed cards") if is_printed else _("assumed figures")
    return f"{name} ({source})"


def sheet_sentences(game: str, setup: Mapping[str, Any], language: str) -> list[str]:
    """Return a sentence for each reading of a round's set-up that decides a number on its score forms."""
    chosen = setup.get("readings") or {}
    counted = {name: value for name, value in chosen.items() if name in _ON_THE_SHEET.get(game, ())}
    return _reading_sentences(game, {"readings": counted}, language)


def _reading_sentences(game: str, options: Mapping[str, Any], language: str) -> list[str]:
    chosen = options.get("readings") or {}
    return [
        dict(choice.answers)[chosen[choice.name]]
        for choice in reading_choices(game, language)
        if chosen.get(choice.name) in dict(choice.answers)
    ]


def option_sentences(game: str, options: Mapping[str, Any], language: str) -> list[str]:
    """Return a sentence for each option and reading that a set-up chooses other than the usual one.

    Arguments:
        options: of an event, or the set-up of a round. language: of the reader, which is active.
    """
    sentences = _reading_sentences(game, options, language)
    if options.get("trade") is True and "trade" in OPTIONS.get(game, ()):
        sentences.insert(0, _("Played with the trade mini-expansion."))
    if game == "megalomania" and options.get("dominant"):
        names = ", ".join(COLOUR_NAMES[colour][language] for colour in options["dominant"])
        sentences.append(_("Dominant colours of the twelve rounds: %(names)s.") % {"names": names})
    return sentences
