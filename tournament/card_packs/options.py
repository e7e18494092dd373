"""Options that an event of a game can choose, in words: readings of unclear rules, the colours of a score pad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.era_of_kingdoms.reading_words import WORDS
from games.era_of_kingdoms.readings import CHOICES
from games.megalomania.cards import COLOUR_NAMES, COLOURS

#: Options of an event by game, stored in the set-up of its rounds.
OPTIONS: Final = {"era_of_kingdoms": ("trade", "readings"), "megalomania": ("dominant", "pairs")}


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
    if "readings" not in OPTIONS.get(game, ()):
        return ()
    return tuple(
        ReadingChoice(
            name,
            told.question[language],
            tuple((value, words[language]) for value, words in zip(CHOICES[name], told.answers, strict=True)),
        )
        for name, told in WORDS.items()
    )


def colour_choices(language: str) -> tuple[tuple[str, str], ...]:
    """Return the colours of Megalomania: code name and name."""
    return tuple((colour, COLOUR_NAMES[colour][language]) for colour in COLOURS)


def edition_label(name: str, is_printed: bool) -> str:
    """Return the words of a choice of an edition: its name, and where its figures come from."""
    source = _("printed cards") if is_printed else _("assumed figures")
    return f"{name} ({source})"


def option_sentences(game: str, options: Mapping[str, Any], language: str) -> list[str]:
    """Return a sentence for each option and reading that a set-up chooses other than the usual one.

    Arguments:
        options: of an event, or the set-up of a round. language: of the reader, which is active.
    """
    chosen = options.get("readings") or {}
    sentences = [
        dict(choice.answers)[chosen[choice.name]]
        for choice in reading_choices(game, language)
        if chosen.get(choice.name) in dict(choice.answers)
    ]
    if options.get("trade") is True and "trade" in OPTIONS.get(game, ()):
        sentences.insert(0, _("Played with the trade mini-expansion."))
    if options.get("pairs") is True and "pairs" in OPTIONS.get(game, ()):
        sentences.append(
            _("Played in pairs: partners sit opposite each other and have the same place and the same points.")
        )
    if game == "megalomania" and options.get("dominant"):
        names = ", ".join(COLOUR_NAMES[colour][language] for colour in options["dominant"])
        sentences.append(_("Dominant colours of the twelve rounds: %(names)s.") % {"names": names})
    return sentences
