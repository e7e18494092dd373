"""The picture of a page (PNG, 1200 × 630) that messages and social networks show beside its link."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from django.contrib.staticfiles import finders
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournament.models import Event
from tournament.pages.event import FINALISTS, shown_name

SIZE = (1200, 630)
MARGIN, WAVE_TOP = 64, 388
#: Colours of the header and the page, as in the style sheet.
DEEP, PAGE, INK, MUTED, PALE, GOLD = "#0b3038", "#f7f2e7", "#17282c", "#5b564a", "#a9cfce", "#e0ad3c"
MOAT, WATER = "#11505b", "#8fbcbc"
#: Distance of two columns, and how many fit.
COLUMN_STEP, MOST_COLUMNS = 77, 14
SERIF, SANS, SANS_BOLD = "serif-700", "sans-400", "sans-600"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a card: its height as a share of the highest one, the text above, whether it stands out."""

    share: float
    text: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Card:
    """The texts of a card: below the water rows, or columns.

    Arguments:
        rows: a small label and a text each: the first places, or when and where.
    """

    championship: str
    label: str
    title: str
    facts: str
    rows: tuple[tuple[str, str], ...] = ()
    columns: tuple[Column, ...] = ()


def event_card(event: Event) -> Card:
    """Return the texts of an event's card. One query. Names only with consent everywhere (art. 1.6)."""
    places = event.final_places.filter(place__lte=FINALISTS).select_related("entry__person").order_by("place")
    rows = tuple((f"{place.place}º", shown_name(place.entry, sees_names=False, national=True)) for place in places)
    day = date_format(event.first_day, "l j F Y")
    if event.starts_at is not None:
        day = f"{day}, {time_format(event.starts_at, 'H:i')}"
    return Card(
        championship=_("Italian %(game)s championship") % {"game": event.game_name},
        label=event.get_state_display().capitalize(),
        title=event.name,
        facts=f"{event.city}, {day}",
        rows=rows or ((_("Venue"), event.venue), (_("Organiser"), event.organiser.name)),
    )


@cache
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font of the papers. Errors: FileNotFoundError if the installation lacks it."""
    path = finders.find(f"fossato/fonts/print/fossato-print-{face}.ttf")
    if not isinstance(path, str):
        raise FileNotFoundError(face)
    return ImageFont.truetype(path, size)


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, face: str, size: int, colour: str, width: int
) -> None:
    """Write one line, smaller if it is too wide, cut with an ellipsis if it does not fit at half the size."""
    smallest = size // 2
    while size > smallest and _font(face, size).getlength(text) > width:
        size -= 2
    if _font(face, size).getlength(text) > width:
        while text and _font(face, size).getlength(f"{text}…") > width:
            text = text[:-1]
        text = f"{text}…"
    draw.text(at, text, fill=colour, font=_font(face, size), anchor="ls")


def _wave(draw: ImageDraw.ImageDraw) -> None:
    """Draw the page below the edge of the water."""
    edge = [(x, WAVE_TOP + 8 * math.sin(x * math.tau / 50)) for x in range(SIZE[0] + 1)]
    draw.polygon([*edge, SIZE, (0, SIZE[1])], fill=PAGE)


def _draw_rows(draw: ImageDraw.ImageDraw, rows: Sequence[tuple[str, str]]) -> None:
    for index, (label, text) in enumerate(rows):
        left, base = MARGIN + index % 2 * 564, 470 + index // 2 * 98
        indent = int(_font(SANS_BOLD, 30).getlength(label)) + 24
        draw.text((left, base), label, fill=MUTED, font=_font(SANS_BOLD, 30), anchor="ls")
        _write(draw, (left + indent, base), text, SERIF, 36, INK, 508 - indent)


def _draw_columns(draw: ImageDraw.ImageDraw, columns: Sequence[Column]) -> None:
    for index, column in enumerate(columns):
        left, top = MARGIN + index * COLUMN_STEP, 596 - round(100 * column.share)
        draw.rectangle((left, top, left + 60, 596), fill=MOAT if column.strong else WATER)
        draw.text((left + 30, top - 12), column.text, fill=INK, font=_font(SANS_BOLD, 24), anchor="ms")


def render_card(card: Card) -> bytes:
    """Return the picture of a card as PNG."""
    image = Image.new("RGB", SIZE, DEEP)
    draw = ImageDraw.Draw(image)
    _wave(draw)
    width = SIZE[0] - 2 * MARGIN
    draw.text((MARGIN, 96), "Fossato", fill=PAGE, font=_font(SERIF, 40), anchor="ls")
    _write(draw, (MARGIN + 180, 94), card.championship, SANS, 26, PALE, width - 180)
    _write(draw, (MARGIN, 190), card.label, SANS_BOLD, 30, GOLD, width)
    _write(draw, (MARGIN, 284), card.title, SERIF, 88, PAGE, width)
    _write(draw, (MARGIN, 344), card.facts, SANS, 34, PALE, width)
    _draw_rows(draw, card.rows)
    _draw_columns(draw, card.columns)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
