"""Render a page of a PDF as a picture and read the modules of a QR code from it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from PIL import Image

DOTS_PER_MM = 300 / 25.4


def picture(content: bytes, page: int, folder: Path) -> Image.Image:
    """Return one page (from 1) at 300 dots per inch in greyscale."""
    source, stem = folder / "page.pdf", folder / f"page-{page}"
    source.write_bytes(content)
    command = ["pdftoppm", "-r", "300", "-gray", "-singlefile", "-f", str(page), "-l", str(page), source, stem]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    with Image.open(stem.with_suffix(".pgm")) as image:
        return image.copy()


def squares(
    image: Image.Image, *, left: float, top: float, right: float, bottom: float, count: int
) -> list[list[bool]]:
    """Return which modules of a square code are dark.

    Arguments:
        left, top, right, bottom: of an area that holds only the code, in millimetres.
        count: modules along a side.
    """
    area = image.crop(tuple(round(edge * DOTS_PER_MM) for edge in (left, top, right, bottom)))
    box = area.point(lambda shade: 255 if shade < 128 else 0).getbbox()
    assert box is not None, "no code there"
    step_x, step_y = (box[2] - box[0]) / count, (box[3] - box[1]) / count
    return [
        [
            area.getpixel((int(box[0] + (x + 0.5) * step_x), int(box[1] + (y + 0.5) * step_y))) < 128
            for x in range(count)
        ]
        for y in range(count)
    ]
