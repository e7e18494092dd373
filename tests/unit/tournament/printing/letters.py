"""Names in many alphabets, and whether a paper draws them: the text of a PDF can be right where its picture is not."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageStat

ROOT = Path(__file__).resolve().parents[4]
PRINT = ROOT / "static/fossato/fonts/print"
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
#: First and last name by language, each with the letters that Latin-1 does not have.
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
#: An event's name, for the papers that show no person.
TITLE = "Đurđevac Łódź Țepeș Győr"
DOTS = 300
#: Height in pixels to which two pictures of a word are brought to be compared.
HEIGHT = 64


#: How far a word on paper may be from the same word drawn by FreeType: hinting and rounding, no letter.
NEAR = 0.16
#: Letters that no decomposition takes a mark from.
BARE = str.maketrans("ĐđŁłıŞşȘșȚț", "DdLliSsSsTt")


class Word(NamedTuple):
    """A word as the PDF says it, and where, in points from the upper left corner."""

    page: int
    text: str
    box: tuple[float, float, float, float]


def located(source: Path) -> list[Word]:
    """Every word of a PDF with its page, from 1, and its place."""
    command = ["pdftotext", "-bbox", str(source), "-"]
    output = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True).stdout.decode()
    # The title of the document stands unescaped in the head.
    tree = ElementTree.fromstring("<doc>" + re.sub(r"(?s)^.*?<doc>|</body>\s*</html>\s*$", "", output))
    return [
        Word(number, word.text or "", tuple(float(word.attrib[edge]) for edge in ("xMin", "yMin", "xMax", "yMax")))
        for number, page in enumerate(tree.iter("page"), start=1)
        for word in page.iter("word")
    ]


def sheets(source: Path, folder: Path) -> list[Image.Image]:
    """Every page as a picture in grey."""
    command = ["pdftoppm", "-r", str(DOTS), "-gray", str(source), str(folder / source.stem)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    return [Image.open(path) for path in sorted(folder.glob(f"{source.stem}-*.pgm"))]


def faces(folder: Path) -> list[ImageFont.FreeTypeFont]:
    """Every face that a paper may use, drawn by FreeType with nothing of WeasyPrint in between."""
    for path in PRINT.glob("*.woff2"):
        font = TTFont(path)
        font.flavor = None
        font.save(folder / f"{path.stem}.ttf")
    fallback = [DEJAVU / f"{name}.ttf" for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif-Bold")]
    return [ImageFont.truetype(str(path), 160) for path in [*sorted(folder.glob("*.ttf")), *fallback]]


def ink(image: Image.Image) -> Image.Image:
    """The dark part of a picture, white on black, with nothing around it."""
    dark = ImageChops.invert(image)
    box = dark.point(lambda shade: 255 if shade > 96 else 0).getbbox()
    assert box is not None, "nothing is drawn there"
    return dark.crop(box)


def drawn(text: str, font: ImageFont.FreeTypeFont) -> Image.Image:
    """A word as a face draws it."""
    left, top, right, bottom = font.getbbox(text)
    image = Image.new("L", (round(right - left) + 80, round(bottom - top) + 80), 255)
    ImageDraw.Draw(image).text((40 - left, 40 - top), text, font=font, fill=0)
    return ink(image)


def _levelled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A picture at a size, its edges soft, so that rounding counts little."""
    return image.resize(size, Image.Resampling.LANCZOS).filter(ImageFilter.GaussianBlur(1.2))


def _sum(image: Image.Image, where: Image.Image | None = None) -> float:
    return ImageStat.Stat(image if where is None else ImageChops.multiply(image, where)).sum[0]


def distance(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures of a word are apart: 0 for the same, 1 for no ink in common; proportions count."""
    stretch = (one.width / one.height) / (other.width / other.height)
    if not 0.93 < stretch < 1.07:
        return 1.0
    size = (round(HEIGHT * one.width / one.height), HEIGHT)
    first, second = _levelled(one, size), _levelled(other, size)
    return _sum(ImageChops.difference(first, second)) / (_sum(first) + _sum(second))


def is_nearer(image: Image.Image, right: Image.Image, wrong: Image.Image) -> bool:
    """Whether a picture is rather one than the other, judged where those two differ."""
    size = (round(HEIGHT * image.width / image.height), HEIGHT)
    seen, first, second = (_levelled(one, size) for one in (image, right, wrong))
    differ = ImageChops.difference(first, second).point(lambda shade: 255 if shade > 48 else 0)
    where = differ.filter(ImageFilter.MaxFilter(3))
    # A paper sets letters at whole units, so they drift a little from where FreeType alone puts them.
    moved = [ImageChops.offset(seen, drift, 0) for drift in range(-3, 4)]
    to_right, to_wrong = (
        min(_sum(ImageChops.difference(one, other), where) for one in moved) for other in (first, second)
    )
    return to_right < to_wrong


def without_a_mark(text: str) -> list[str]:
    """The word with one letter bare, for each letter that has a mark: what a reader must be able to tell from it."""
    found = []
    for index, letter in enumerate(text):
        bare = unicodedata.normalize("NFD", letter)[0].translate(BARE)
        if bare != letter:
            found.append(text[:index] + bare + text[index + 1 :])
    return found


class Proofs:
    """Pictures of words by all faces, each drawn once."""

    def __init__(self, folder: Path) -> None:
        self._faces = faces(folder)
        self._drawn: dict[tuple[str, int], Image.Image] = {}

    def _picture(self, text: str, face: int) -> Image.Image:
        if (text, face) not in self._drawn:
            self._drawn[text, face] = drawn(text, self._faces[face])
        return self._drawn[text, face]

    def mistake(self, sheet: Image.Image, word: Word) -> str:
        """What is wrong with a word on its page; empty where it is drawn as one of the faces draws it."""
        left, top, right, bottom = word.box
        # The hook of a letter may reach past its width.
        edge = 0.06 * (bottom - top)
        box = tuple(round(at * DOTS / 72) for at in (left - edge, top, right + edge, bottom))
        image = ink(sheet.crop(box))
        apart, face = min((distance(image, self._picture(word.text, face)), face) for face in range(len(self._faces)))
        if apart > NEAR:
            return f"{word.text} on page {word.page} is drawn otherwise ({apart:.2f})"
        right = self._picture(word.text, face)
        like = [other for other in without_a_mark(word.text) if not is_nearer(image, right, self._picture(other, face))]
        return f"{word.text} on page {word.page} is drawn as {like[0]}" if like else ""
