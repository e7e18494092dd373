"""The style sheet of every page: the components of `components.css`, served as one file."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import utils
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

#: Where the components are and what their one file is called, relative to the static files of the project.
FOLDER = "fossato/css"
STYLE_SHEET = f"{FOLDER}/site.css"
IMPORT = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)


def components() -> list[Path]:
    """Return the paths of the components in the order of their rules."""
    folder = Path(settings.STATICFILES_DIRS[0]) / FOLDER
    return [folder / name for name in IMPORT.findall((folder / "components.css").read_text(encoding="utf-8"))]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of this process for the joined file; it is deleted with the process."""
    return tempfile.TemporaryDirectory(prefix="fossato-styles-")


def join_components() -> Path:
    """Write the joined file if a component has changed, and return the root of its path."""
    root = Path(_folder().name)
    joined = root / STYLE_SHEET
    text = "\n".join(path.read_text(encoding="utf-8") for path in components())
    if not joined.is_file() or joined.read_text(encoding="utf-8") != text:
        joined.parent.mkdir(parents=True, exist_ok=True)
        partial = joined.with_suffix(".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(joined)
    return root


class StyleSheetFinder(BaseFinder):
    """Find the joined style sheet, for the development server, the tests and `collectstatic` alike."""

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Return nothing: a missing component is an error of every request and of `collectstatic`."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path of the joined file for its name, a list of it for ``find_all``.

        For any other name the list is empty, as of Django's finders: None would count as a path, and an unknown
        address below /static/ would be answered by 500.
        """
        paths = [str(join_components() / STYLE_SHEET)] if path == STYLE_SHEET else []
        return paths if find_all or not paths else paths[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield the name of the joined file and the storage that reads it."""
        if not utils.matches_patterns(STYLE_SHEET, ignore_patterns or ()):
            yield STYLE_SHEET, FileSystemStorage(location=join_components())
