"""Take the four pictures of the tour, one per role, from a running server with the demonstration season.

    .venv/bin/python script/tour_pictures.py http://127.0.0.1:8000 docs/screenshots HELP var/fossato.sqlite3.sign-ins

The README's are PNG files, in Italian and light; those of the help pages are WebP files in HELP, in each language and
colour scheme. `script/screenshots` starts such a server and calls this. Needs requirements-dev.txt and Chromium.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-prefers-reduced-motion"]
USAGE = "usage: script/tour_pictures.py URL FOLDER HELP SIGN-INS"
#: Locale of the visitor by the language of the pages.
LOCALES = {"it": "it-IT", "en": "en-GB"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
#: Of the WebP files: letters have no visible halo.
QUALITY = 82


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the tour.

    Arguments:
        name: of the file, without its ending; account: who signs in; start: the first page.
        way: a part of the address of each link to follow, in order.
        width, height: of the window, in CSS pixels.
    """

    name: str
    account: str
    start: str
    way: tuple[str, ...]
    width: int
    height: int


PICTURES = (
    Picture("organiser", "organizzatore", "/organizza/", ("/organizza/gran-premio-del-fossato-",), 1280, 860),
    Picture("referee", "arbitro", "/arbitro/", ("/arbitro/gran-premio-del-fossato-",), 390, 844),
    Picture("player", "giocatore", "/eventi/", ("/eventi/gran-premio-del-fossato-",), 1280, 860),
    Picture("referent", "referente", "/referente/", ("/omologazioni/trofeo-meeple-doro-",), 1280, 860),
)


def password_in(sign_ins: Path) -> str:
    """Return the password that the demonstration printed. Raises SystemExit if the file has none."""
    match = re.search(r"Password: (\S+)", sign_ins.read_text(encoding="utf-8"))
    if match is None:
        raise SystemExit(f"{sign_ins}: no line with “Password: ”; expected what `manage.py demo_season` printed.")
    return match[1]


def follow(page: Page, link: str) -> None:
    """Open the first link whose address contains `link`. Raises SystemExit if there is none."""
    links = page.locator(f'main a[href*="{link}"]')
    if not links.count():
        raise SystemExit(f"{page.url}: no link to {link}; expected the demonstration season.")
    page.goto(links.first.evaluate("link => link.href"))


def take(
    browser: Browser, site: str, picture: Picture, password: str, language: str, scheme: Literal["light", "dark"]
) -> bytes:
    """Sign in, open the page and return a PNG picture of the window."""
    visitor = browser.new_context(
        locale=LOCALES[language],
        color_scheme=scheme,
        viewport={"width": picture.width, "height": picture.height},
    )
    page = visitor.new_page()
    page.goto(f"{site}/accounts/login/?next={picture.start}")
    page.fill("input[name=login]", picture.account)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{site}{picture.start}")
    for link in picture.way:
        follow(page, link)
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready")
    png = page.screenshot()
    visitor.close()
    return png


def save(picture: Picture, png: bytes, language: str, scheme: str, folder: Path, help_folder: Path) -> None:
    """Write the files of a picture and print their sizes."""
    files = [help_folder / f"{picture.name}-{language}-{scheme}.webp"]
    Image.open(io.BytesIO(png)).save(files[0], quality=QUALITY, method=6)
    if (language, scheme) == ("it", "light"):
        files.append(folder / f"{picture.name}.png")
        files[1].write_bytes(png)
    for file in files:
        print(file, f"{file.stat().st_size // 1000} kB")


def main(arguments: list[str]) -> int:
    """Take the pictures. Returns the exit status."""
    if len(arguments) != 4:
        print(USAGE, file=sys.stderr)
        return 2
    site, sign_ins = arguments[0].rstrip("/"), Path(arguments[3])
    folder, help_folder = Path(arguments[1]), Path(arguments[2])
    password = password_in(sign_ins)
    for target in (folder, help_folder):
        target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for picture, language, scheme in product(PICTURES, LOCALES, SCHEMES):
            png = take(browser, site, picture, password, language, scheme)
            save(picture, png, language, scheme, folder, help_folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
