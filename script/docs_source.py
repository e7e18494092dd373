"""Gather the documentation and the files outside docs/ that it links to in one folder, for script/docs.

usage: python script/docs_source.py FOLDER
       python script/docs_source.py --versions FOLDER    writes versions.json for the releases that are in FOLDER
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import sys
from pathlib import Path

import docs_api

ROOT = Path(__file__).resolve().parent.parent
#: Files outside the pages of docs/, and their place in the site.
PLACES = {
    "README.md": "project/readme.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CHANGELOG.md": "project/changelog.md",
    "LICENSE": "project/license.txt",
    "deploy/README.md": "project/deploy.md",
    "docs/openapi.json": "files/openapi.json",
    "docs/check_draw.py": "files/check_draw.py",
    "tests/data/event-13-players.json": "files/event-13-players.json",
    "tests/data/event-13-players-2.json": "files/event-13-players-2.json",
}
_LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")


def place_of(source: str) -> str | None:
    """Return where a file of the project stands in the site; None if it is no part of it."""
    if source in PLACES:
        return PLACES[source]
    if source in ("docs", "docs/"):
        return "README.md"
    if source.startswith("docs/"):
        return f"{source.removeprefix('docs/')}README.md" if source.endswith("/") else source.removeprefix("docs/")
    return None


def with_links_of_site(text: str, source: str) -> str:
    """Rewrite the links of a page for its place in the site; a link to a file of the sources becomes plain text.

    Arguments:
        source: the page's path in the project.
    Errors: SystemExit for a link to a file that does not exist.
    """
    place = place_of(source)
    assert place is not None, source

    def rewrite(link: re.Match[str]) -> str:
        before, target, after = link.groups()
        if ":" in target or target.startswith("/"):
            return link.group()
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        path = ROOT / wanted
        if not path.exists():
            sys.exit(f"{source}: there is no {wanted}")
        if path.is_dir():
            wanted = f"{wanted}/"
        wanted_place = place_of(wanted)
        if wanted_place is None:
            return f"{before}{posixpath.relpath(PLACES['CONTRIBUTING.md'], posixpath.dirname(place) or '.')})"
        return f"{before}{posixpath.relpath(wanted_place, posixpath.dirname(place) or '.')}{after}"

    return _LINK.sub(rewrite, text)


def main(folder: Path) -> None:
    """Write all pages and files below ``folder``, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = [str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").rglob("*.md"))]
    pages += [source for source in PLACES if source.endswith(".md")]
    for source in pages:
        place = place_of(source)
        assert place is not None, source
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(with_links_of_site((ROOT / source).read_text(), source))
    for name in docs_api.PAGES:
        (folder / name).write_text(docs_api.page(name))
    for source, place in PLACES.items():
        if not source.endswith(".md"):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, folder / place)
    for name in ("screenshots", "pictures", "schemas"):
        if (ROOT / "docs" / name).is_dir():
            shutil.copytree(ROOT / "docs" / name, folder / name, dirs_exist_ok=True)


def write_versions(folder: Path) -> None:
    """Write ``versions.json``, from which the pages offer other releases, and a first page that opens the newest."""
    names = [path.name for path in folder.iterdir() if (path / "index.html").is_file()]
    names.sort(key=lambda name: [int(number) for number in re.findall(r"\d+", name)], reverse=True)
    versions = [{"version": name, "title": name, "aliases": ["latest"] if name == names[0] else []} for name in names]
    (folder / "versions.json").write_text(json.dumps(versions))
    (folder / "index.html").write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={names[0]}/">')


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--versions", folder]:
            write_versions(Path(folder))
        case [folder]:
            main(Path(folder))
        case _:
            sys.exit(__doc__)
