"""The picture of a page (PNG, 1200 × 630) that messages and social networks show beside its link."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

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
#: Fonts of the Debian packages that script/bootstrap installs, for letters that those of the papers lack.
FALLBACKS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
)


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
def _path(face: str) -> str:
    """Return the file of a font of the papers. Errors: FileNotFoundError if the installation lacks it."""
    path = finders.find(f"fossato/fonts/print/fossato-print-{face}.ttf")
    if not isinstance(path, str):
        raise FileNotFoundError(face)
    return path


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@cache
def _letters(path: str) -> frozenset[int]:
    """Return the code points that a font has; none where the font is not installed."""
    from fontTools.ttLib import TTFont

    if not Path(path).is_file():
        return frozenset()
    with TTFont(path, lazy=True, fontNumber=0) as font:
        return frozenset(font.getBestCmap())


def _runs(text: str, face: str) -> list[tuple[str, str]]:
    """Split a text into runs of one font, as its path and the letters; what no font has is left out.

    A letter that the font of the papers lacks comes from the first fallback that has it.
    """
    own = _path(face)
    runs: list[tuple[str, str]] = []
    for letter in text:
        path = next((path for path in (own, *FALLBACKS) if ord(letter) in _letters(path)), None)
        if path is None:
            continue
        if runs and runs[-1][0] == path:
            runs[-1] = (path, runs[-1][1] + letter)
        else:
            runs.append((path, letter))
    return runs


def _length(text: str, face: str, size: int) -> float:
    return sum(_font(path, size).getlength(letters) for path, letters in _runs(text, face))


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, face: str, size: int, colour: str, width: int
) -> None:
    """Write one line, smaller if it is too wide, cut with an ellipsis if it does not fit at half the size."""
    smallest = size // 2
    while size > smallest and _length(text, face, size) > width:
        size -= 2
    if _length(text, face, size) > width:
        while text and _length(f"{text}…", face, size) > width:
            text = text[:-1]
        text = f"{text}…"
    left, base = at
    for path, letters in _runs(text, face):
        font = _font(path, size)
        draw.text((left, base), letters, fill=colour, font=font, anchor="ls")
        left += round(font.getlength(letters))


def _wave(draw: ImageDraw.ImageDraw) -> None:
    """Draw the page below the edge of the water."""
    edge = [(x, WAVE_TOP + 8 * math.sin(x * math.tau / 50)) for x in range(SIZE[0] + 1)]
    draw.polygon([*edge, SIZE, (0, SIZE[1])], fill=PAGE)


def _draw_rows(draw: ImageDraw.ImageDraw, rows: Sequence[tuple[str, str]]) -> None:
    for index, (label, text) in enumerate(rows):
        left, base = MARGIN + index % 2 * 564, 470 + index // 2 * 98
        indent = int(_font(_path(SANS_BOLD), 30).getlength(label)) + 24
        draw.text((left, base), label, fill=MUTED, font=_font(_path(SANS_BOLD), 30), anchor="ls")
        _write(draw, (left + indent, base), text, SERIF, 36, INK, 508 - indent)


def _draw_columns(draw: ImageDraw.ImageDraw, columns: Sequence[Column]) -> None:
    for index, column in enumerate(columns):
        left, top = MARGIN + index * COLUMN_STEP, 596 - round(100 * column.share)
        draw.rectangle((left, top, left + 60, 596), fill=MOAT if column.strong else WATER)
        draw.text((left + 30, top - 12), column.text, fill=INK, font=_font(_path(SANS_BOLD), 24), anchor="ms")


def render_card(card: Card) -> bytes:
    """Return the picture of a card as PNG."""
    image = Image.new("RGB", SIZE, DEEP)
    draw = ImageDraw.Draw(image)
    _wave(draw)
    width = SIZE[0] - 2 * MARGIN
    draw.text((MARGIN, 96), "Fossato", fill=PAGE, font=_font(_path(SERIF), 40), anchor="ls")
    _write(draw, (MARGIN + 180, 94), card.championship, SANS, 26, PALE, width - 180)
    _write(draw, (MARGIN, 190), card.label, SANS_BOLD, 30, GOLD, width)
    _write(draw, (MARGIN, 284), card.title, SERIF, 88, PAGE, width)
    _write(draw, (MARGIN, 344), card.facts, SANS, 34, PALE, width)
    _draw_rows(draw, card.rows)
    _draw_columns(draw, card.columns)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
