"""Options that an event of a game can choose, in words: the trade expansion, the colours of a score pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.megalomania.cards import COLOUR_NAMES, COLOURS

#: Options of an event by game, stored in the set-up of its rounds.
OPTIONS: Final = {"era_of_kingdoms": ("trade",), "megalomania": ("dominant",)}


def colour_choices(language: str) -> tuple[tuple[str, str], ...]:
    """Return the colours of Megalomania: code name and name."""
    return tuple((colour, COLOUR_NAMES[colour][language]) for colour in COLOURS)


def edition_label(name: str, is_printed: bool) -> str:
    """Return the words of a choice of an edition: its name, and where its figures come from."""
    source = _("printed cards") if is_printed else _("assumed figures")
    return f"{name} ({source})"


def option_sentences(game: str, options: Mapping[str, Any], language: str) -> list[str]:
    """Return a sentence for each option that a set-up chooses other than the usual one.

    Arguments:
        options: of an event, or the set-up of a round. language: of the reader, which is active.
    """
    sentences: list[str] = []
    if options.get("trade") is True and "trade" in OPTIONS.get(game, ()):
        sentences.append(_("Played with the trade mini-expansion."))
    if game == "megalomania" and options.get("dominant"):
        names = ", ".join(COLOUR_NAMES[colour][language] for colour in options["dominant"])
        sentences.append(_("Dominant colours of the twelve rounds: %(names)s.") % {"names": names})
    return sentences
