"""The style sheet and the script of every page: each joined from its parts and served as one file."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import utils
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

#: Names of the two files, relative to the static files of the project.
STYLE_SHEET: Final = "fossato/css/site.css"
SCRIPT: Final = "fossato/js/site.js"
#: The rules of Bootstrap that pages use (``script/trim-bootstrap``), before our own.
BOOTSTRAP: Final = "fossato/vendor/bootstrap.min.css"
#: The scripts of every page. Each runs in a block of its own; together they import nothing.
SCRIPTS: Final = ("confirm", "stepper", "menu", "busy", "toasts")
#: The clock and its bell share a block: the one imports the other.
CLOCK: Final = ("clock-sound", "clock")
IMPORT = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)
_COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_IMPORTED = re.compile(r"^import .*;$", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_WRITING: Final = Lock()


def _root() -> Path:
    return Path(settings.STATICFILES_DIRS[0])


def components() -> list[Path]:
    """Return the paths of the style sheet's components in the order of their rules."""
    folder = (_root() / STYLE_SHEET).parent
    return [folder / name for name in IMPORT.findall((folder / "components.css").read_text(encoding="utf-8"))]


def compact_rules(text: str) -> str:
    """Return a style sheet without comments, indents and line ends; its rules are not touched."""
    lines = (line.strip() for line in _COMMENT.sub("", text).splitlines())
    return "".join(line if line.endswith(("{", "}", ";", ",")) else f"{line} " for line in lines if line)


def style_sheet() -> str:
    """Return the rules of every page."""
    own = "\n".join(compact_rules(path.read_text(encoding="utf-8")) for path in components())
    return f"{(_root() / BOOTSTRAP).read_text(encoding='utf-8')}\n{own}\n"


def script() -> str:
    """Return the scripts of every page: a block each, without comments, imports and exports."""
    folder = (_root() / SCRIPT).parent
    blocks = [(name,) for name in SCRIPTS]
    joined = []
    for names in (*blocks, CLOCK):
        text = "\n".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in names)
        text = _LINE_COMMENT.sub("", _EXPORT.sub("", _IMPORTED.sub("", text)))
        lines = (line.strip() for line in text.splitlines())
        joined.append("{\n" + "\n".join(line for line in lines if line) + "\n}\n")
    return "".join(joined)


JOINED: Final[dict[str, Callable[[], str]]] = {STYLE_SHEET: style_sheet, SCRIPT: script}


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of this process for the joined files; it is deleted with the process."""
    return tempfile.TemporaryDirectory(prefix="fossato-joined-")


def _write(name: str) -> Path:
    """Write a joined file if a part of it has changed, and return the root of its path."""
    text = JOINED[name]()
    # A browser asks for both files at the same moment.
    with _WRITING:
        root = Path(_folder().name)
        joined = root / name
        if not joined.is_file() or joined.read_text(encoding="utf-8") != text:
            joined.parent.mkdir(parents=True, exist_ok=True)
            partial = joined.with_suffix(".partial")
            partial.write_text(text, encoding="utf-8")
            partial.replace(joined)
    return root


class JoinedFilesFinder(BaseFinder):
    """Find the joined files, for the development server, the tests and `collectstatic` alike."""

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Return nothing: a missing part is an error of every request and of `collectstatic`."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path of a joined file for its name, a list of it for ``find_all``.

        For any other name the list is empty, as of Django's finders: None would count as a path, and an unknown
        address below /static/ would be answered by 500.
        """
        paths = [str(_write(path) / path)] if path in JOINED else []
        return paths if find_all or not paths else paths[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield the name of each joined file and the storage that reads it."""
        for name in JOINED:
            if not utils.matches_patterns(name, ignore_patterns or ()):
                yield name, FileSystemStorage(location=_write(name))
