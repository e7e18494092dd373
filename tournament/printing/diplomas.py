"""Build the diplomas of the first four: in the product's colours, with place, points and the way to the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.core.formatting import points_number
from tournament.models import Event, EventPrize, FinalPlace
from tournament.printing.documents import base_context, final_places, qr_code, referee_names
from tournament.printing.render import pdf
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia, half_points

#: Places that get a diploma: those who played the final.
DIPLOMAS = 4
#: Letters above which a name is set in a smaller size, the largest number first.
NAME_SIZES = ((64, "longest"), (44, "longer"), (22, "long"))
#: Letters of a place's prizes, and of the referees, above which they are set in a smaller size.
PRIZE_SIZES = ((420, "least"), (170, "less"))
REFEREE_SIZES = ((60, "less"),)
#: The last letter of the print fonts; others come from a font that is half as wide again.
LAST_LETTER = "\u024f"


@dataclass(frozen=True, slots=True)
class Diploma:
    """Content of one diploma.

    Arguments:
        words: the place in words; size: of the name, a class of the style sheet, blank for a short one.
        prizes: what the place wins; prize_size: the class of their size, blank for few.
        half_points: for the Ranking; None where the event gives none. count: by which the words of the points agree.
    """

    place: int
    words: str
    name: str
    size: str
    half_points: int | None
    prizes: tuple[str, ...]
    prize_size: str

    @property
    def count(self) -> int:
        return points_number(self.half_points or 0)


def size_of(text: str, sizes: tuple[tuple[int, str], ...] = NAME_SIZES) -> str:
    """Return the class of the size in which a text fits its line."""
    width = len(text) + sum(letter > LAST_LETTER for letter in text) / 2
    return next((name for letters, name in sizes if width > letters), "")


def diplomas(event: Event) -> bytes:
    """Build a diploma for each of the first four."""
    with translation.override(event.language):
        prizes = list(event.prizes.all())
        shown = [_diploma(event, row, prizes) for row in final_places(event)[:DIPLOMAS]]
    referees = ", ".join(referee_names(event))
    context = {
        **base_context(event),
        "diplomas": shown,
        "players": event.final_places.count(),
        "referees": referees,
        "referee_size": size_of(referees, REFEREE_SIZES),
        "code": qr_code(settings.FOSSATO_SITE_URL.rstrip("/") + event.get_absolute_url()),
    }
    return pdf("print/diplomas.html", context, event.language)


def _diploma(event: Event, row: FinalPlace, prizes: Sequence[EventPrize]) -> Diploma:
    name = str(row.entry.person)
    earned = None
    if event.is_official and not event.is_national_final:
        numbers = regulation.get(event.regulation)
        earned = half_points(row.place, Fascia(event.fascia_effective), regulation=numbers)
    won, prize_size = _prizes([str(prize) for prize in prizes if prize.place == row.place])
    return Diploma(row.place, _place_words(row.place), name, size_of(name), earned, won, prize_size)


def _prizes(won: list[str]) -> tuple[tuple[str, ...], str]:
    """Return the prizes, one a line, and the class of their size; long ones together, so that they fit."""
    together = ", ".join(won)
    size = size_of(together, PRIZE_SIZES)
    return ((together,) if size else tuple(won)), size


def _place_words(place: int) -> str:
    """Return a place of the final in words."""
    return (_("First place"), _("Second place"), _("Third place"), _("Fourth place"))[place - 1]
