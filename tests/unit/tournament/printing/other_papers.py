"""Print forms of two invented events of the other games, as text that is the same on every machine.

``python -m tests.unit.tournament.printing.other_papers`` rewrites the golden files; review the differences before
committing.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.unit.tournament.printing.papers import pages

GOLDEN = Path(__file__).with_name("golden")
GAMES = ("era_of_kingdoms", "megalomania")
LANGUAGES = ("it", "en")
#: The name of every player, so that the text does not depend on the draw.
NAME = ("Maria Immacolata Concetta", "Bartolomei-Weissensteiner")


def thirteen(game: str, language: str = "it") -> Any:
    """Return round 1 of thirteen players with one long name: a table of four, three of three."""
    from tests import factories
    from tournament.models import Event, Person

    event = factories.drawn_event(players=13, start=False, game=game)
    name = {"it": "Torneo della Laguna", "en": "Lagoon Tournament"}[language]
    Event.objects.filter(pk=event.pk).update(language=language, name=name, slug=f"{game.replace('_', '-')}-{language}")
    Person.objects.filter(entries__event=event).update(first_name=NAME[0], last_name=NAME[1])
    return factories.last_round(event)


def form_words(forms: list[tuple[tuple[int, int], str]]) -> str:
    """Return the text of the forms of a table of four and of one of three, of the pages of thirteen players' forms."""
    first, second, *_ = forms
    return "\n".join(f"{width} x {height} mm\n{text}" for (width, height), text in (first, second)) + "\n"


def golden(game: str, language: str) -> Path:
    """Return the path of the golden text of a game's form."""
    return GOLDEN / f"form-of-{game.replace('_', '-')}-{language}.txt"


def renew() -> int:
    """Rewrite all golden texts, using a temporary database; return their number."""
    import django
    from django.test.utils import setup_databases, teardown_databases

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from django.conf import settings

    from tournament.printing import documents

    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with tempfile.TemporaryDirectory() as media:
            settings.MEDIA_ROOT = media
            for game in GAMES:
                for language in LANGUAGES:
                    forms = pages(documents.table_forms(thirteen(game, language)))
                    golden(game, language).write_text(form_words(forms), encoding="utf-8")
    finally:
        teardown_databases(databases, verbosity=0)
    return len(GAMES) * len(LANGUAGES)


if __name__ == "__main__":
    print(f"{renew()} forms")
    sys.exit(0)
