"""Compare names in many alphabets with their drawing in a PDF, whose text can be right while its glyphs are wrong."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageStat

ROOT = Path(__file__).resolve().parents[4]
PRINT = ROOT / "static/fossato/fonts/print"
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
#: Font of the emoji: pictures in colour, of one size only.
EMOJI, EMOJI_SIZE = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"), 109
#: First and last name by language, each with letters outside Latin-1.
NAMES = {
    "Czech": ("Řehoř", "Dvořáček"),
    "Slovene": ("Žiga", "Černigoj"),
    "Croatian": ("Đorđe", "Šćepanović"),
    "Polish": ("Łukasz", "Źdźbło"),
    "Romanian": ("Ștefan", "Țepeș"),
    "Hungarian": ("Győző", "Szűcs"),
    "Turkish": ("İlkşen", "Yıldız"),
    "Greek": ("Αλέξανδρος", "Ξυδάκης"),
    "Cyrillic": ("Ждан", "Щёголев"),
    "emoji": ("Nicolò", "Zorzi 😀"),
}
#: The name of an event, for documents without names of people.
TITLE = "Đurđevac Łódź Țepeș Győr"
#: At 300 a small word differs from its proof as much by rounded letters as a wrong one would.
DOTS = 400
#: Height in pixels to which two pictures of a word are scaled for comparison.
HEIGHT = 64
#: Maximum distance of a printed word from the same word drawn by FreeType: hinting and rounding, no wrong letter.
NEAR = 0.16
#: Letters whose mark Unicode decomposition does not separate.
BARE = str.maketrans("ĐđŁłıŞşȘșȚț", "DdLliSsSsTt")


class Word(NamedTuple):
    """A word of the PDF's text layer with its page and its box in points from the upper left corner."""

    page: int
    text: str
    box: tuple[float, float, float, float]


@cache
def located(source: Path) -> list[Word]:
    """Return every word of a PDF with its page (from 1) and its box."""
    command = ["pdftotext", "-bbox", str(source), "-"]
    output = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True).stdout.decode()
    # The document title is not escaped in the head, so the head is removed before parsing.
    tree = ElementTree.fromstring("<doc>" + re.sub(r"(?s)^.*?<doc>|</body>\s*</html>\s*$", "", output))
    return [
        Word(number, word.text or "", tuple(float(word.attrib[edge]) for edge in ("xMin", "yMin", "xMax", "yMax")))
        for number, page in enumerate(tree.iter("page"), start=1)
        for word in page.iter("word")
    ]


def on_its_line(word: Word, words: list[Word]) -> Word:
    """Return an emoji with the height of the nearest word on its line; its own box is a flat strip."""
    middle = (word.box[1] + word.box[3]) / 2
    line = [
        other.box
        for other in words
        if other.page == word.page and other.text != word.text and other.box[1] < middle < other.box[3]
    ]
    nearest = min(line, key=lambda box: max(word.box[0] - box[2], box[0] - word.box[2]))
    return word._replace(box=(word.box[0], nearest[1], word.box[2], nearest[3]))


@cache
def _drawn_pages(source: Path) -> list[Path]:
    """Draw every page of a PDF as a picture beside it."""
    command = ["pdftoppm", "-r", str(DOTS), str(source), str(source.with_suffix(""))]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    return sorted(source.parent.glob(f"{source.stem}-[0-9]*.ppm"))


def sheets(source: Path) -> list[Image.Image]:
    """Return every page as a picture in colour."""
    return [Image.open(path) for path in _drawn_pages(source)]


def faces(folder: Path) -> list[ImageFont.FreeTypeFont]:
    """Return every font face of letters that a document may use, drawn by FreeType without WeasyPrint."""
    for path in PRINT.glob("*.ttf"):
        font = TTFont(path)
        font.flavor = None
        font.save(folder / f"{path.stem}.ttf")
    fallback = [DEJAVU / f"{name}.ttf" for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif-Bold")]
    return [ImageFont.truetype(str(path), 160) for path in [*sorted(folder.glob("*.ttf")), *fallback]]


def ink(image: Image.Image) -> Image.Image:
    """Return the dark part of a picture, light on black, cropped to its bounding box."""
    dark = ImageChops.invert(image)
    box = dark.point(lambda shade: 255 if shade > 96 else 0).getbbox()
    assert box is not None, "nothing is drawn there"
    return dark.crop(box)


def drawn(text: str, font: ImageFont.FreeTypeFont) -> Image.Image:
    """Return a word as the font face draws it."""
    left, top, right, bottom = font.getbbox(text)
    image = Image.new("RGB", (round(right - left) + 80, round(bottom - top) + 80), "white")
    ImageDraw.Draw(image).text((40 - left, 40 - top), text, font=font, fill="black", embedded_color=True)
    return ink(image)


def _levelled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the picture resized and blurred, so that rounding has little effect."""
    return image.resize(size, Image.Resampling.LANCZOS).filter(ImageFilter.GaussianBlur(1.2))


def _sum(image: Image.Image, where: Image.Image | None = None) -> float:
    return sum(ImageStat.Stat(image if where is None else ImageChops.multiply(image, where)).sum)


def distance(one: Image.Image, other: Image.Image) -> float:
    """Return the distance of two pictures of a word: 0 if equal, 1 without common ink; proportions count."""
    stretch = (one.width / one.height) / (other.width / other.height)
    if not 0.93 < stretch < 1.07:
        return 1.0
    size = (round(HEIGHT * one.width / one.height), HEIGHT)
    first, second = _levelled(one, size), _levelled(other, size)
    return _sum(ImageChops.difference(first, second)) / (_sum(first) + _sum(second))


def is_nearer(image: Image.Image, right: Image.Image, wrong: Image.Image) -> bool:
    """Return whether a picture is closer to ``right`` than to ``wrong``, compared where those two differ."""
    size = (round(HEIGHT * image.width / image.height), HEIGHT)
    levelled, first, second = (_levelled(shifted, size) for shifted in (image, right, wrong))
    differ = ImageChops.difference(first, second).point(lambda shade: 255 if shade > 48 else 0)
    difference_mask = differ.filter(ImageFilter.MaxFilter(3))
    # WeasyPrint places letters at whole units, so they drift slightly from FreeType's positions.
    moved = [ImageChops.offset(levelled, drift, 0) for drift in range(-3, 4)]
    to_right, to_wrong = (
        min(_sum(ImageChops.difference(shifted, other), difference_mask) for shifted in moved)
        for other in (first, second)
    )
    return to_right < to_wrong


def without_a_mark(text: str) -> list[str]:
    """Return the word once per marked letter, each time with that mark removed: the mistakes a reader must notice."""
    variants = []
    for index, letter in enumerate(text):
        bare = unicodedata.normalize("NFD", letter)[0].translate(BARE)
        if bare != letter:
            variants.append(text[:index] + bare + text[index + 1 :])
    return variants


def lookalikes(emoji: str) -> list[str]:
    """Return the emoji beside this one in Unicode, which differ in eyes or mouth: another glyph of the same font."""
    return [chr(ord(emoji) + step) for step in (1, 2, 3)]


def is_emoji(text: str) -> bool:
    """Return whether a word is one emoji, for which the papers use the colour font even where DejaVu has a glyph."""
    return len(text) == 1 and 0x1F300 <= ord(text) <= 0x1FAFF


class Proofs:
    """Draw each word once per font face and compare it with the page."""

    def __init__(self, folder: Path) -> None:
        self._letters = faces(folder)
        self._faces = [*self._letters, ImageFont.truetype(str(EMOJI), EMOJI_SIZE)]
        self._drawn: dict[tuple[str, int], Image.Image] = {}

    def _picture(self, text: str, face: int) -> Image.Image:
        if (text, face) not in self._drawn:
            self._drawn[text, face] = drawn(text, self._faces[face])
        return self._drawn[text, face]

    def mistake(self, sheet: Image.Image, word: Word) -> str:
        """Return what is wrong with a word on its page; empty if it is drawn as one of the faces draws it."""
        left, top, right, bottom = word.box
        # The hook of a letter may extend beyond its width.
        edge = 0.06 * (bottom - top)
        box = tuple(round(at * DOTS / 72) for at in (left - edge, top, right + edge, bottom))
        image = ink(sheet.crop(box))
        emoji = len(self._letters)
        candidates = [emoji] if is_emoji(word.text) else range(emoji)
        apart, face = min((distance(image, self._picture(word.text, face)), face) for face in candidates)
        if apart > NEAR:
            return f"{word.text} on page {word.page} is drawn otherwise ({apart:.2f})"
        right = self._picture(word.text, face)
        others = lookalikes(word.text) if is_emoji(word.text) else without_a_mark(word.text)
        like = [other for other in others if not is_nearer(image, right, self._picture(other, face))]
        return f"{word.text} on page {word.page} is drawn as {like[0]}" if like else ""
