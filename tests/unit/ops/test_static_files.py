"""Test the third-party files among the static files, and the storage that names them by their content."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import brotli
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from fontTools.ttLib import TTFont

from ops.joined_files import CLOCK, SCRIPT, SCRIPTS, STYLE_SHEET, JoinedFilesFinder, compact_rules, components
from ops.storage import UNPACK, StaticFilesStorage

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "static/fossato"
OWN_CSS = sorted((STATIC / "css").glob("*.css"))
#: Digest of the code that the commands in the QR reader's head comment produce, without that comment.
READER_SHA256 = "208351324733dd0f5f00a6e4b7fd9056c38df214ef15719b1e15bbef504831ed"


def test_style_sheet_joins_every_component_once() -> None:
    papers = {"print.css", "print-fonts.css", "print-look.css", "form.css"}
    assert sorted(components()) == [
        path for path in OWN_CSS if path.name not in papers | {"components.css", "game.css"}
    ]
    joined = Path(str(finders.find(STYLE_SHEET))).read_text()
    assert all(compact_rules(path.read_text()) in joined for path in components())
    assert [name for name, _storage in JoinedFilesFinder().list([])] == [STYLE_SHEET, SCRIPT]


def test_rules_are_compacted_but_not_changed() -> None:
    rules = """a {
      /* why */
      font:
        700 1rem "A  B",
        serif;
      width: calc(1rem + 2px); }"""
    assert compact_rules(rules) == 'a {font: 700 1rem "A  B",serif;width: calc(1rem + 2px); }'


def test_script_joins_those_of_every_page_and_imports_nothing() -> None:
    joined = Path(str(finders.find(SCRIPT))).read_text()
    assert re.findall(r"^(?:import|export)\b.*", joined, re.MULTILINE) == []
    assert joined.count("\n}\n") >= len(SCRIPTS) + 1
    for name in (*SCRIPTS, *CLOCK):
        code = (STATIC / f"js/{name}.js").read_text()
        listeners = re.findall(r"addEventListener\(\S+", code)
        assert listeners == [] or all(listener in joined for listener in listeners)


def test_bootstrap_has_the_rules_that_pages_use() -> None:
    """A class of Bootstrap that a page uses for the first time is in its style sheet after script/trim-bootstrap."""
    subprocess.run([ROOT / "script/trim-bootstrap", "--check"], cwd=ROOT, check=True)


def test_unknown_static_file_is_not_found() -> None:
    assert finders.find("fossato/img/no-such-picture.webp") is None


def test_style_variables_in_use_are_defined() -> None:
    """A property whose variable no file defines is dropped by the browser without a word."""
    joined = "".join(path.read_text() for path in OWN_CSS)
    used = set(re.findall(r"var\((--fo-[\w-]+)", joined))
    set_by_scripts = set(
        re.findall(r"(--fo-[\w-]+)", "".join(path.read_text() for path in (STATIC / "js").glob("*.js")))
    )
    assert used - set(re.findall(r"(--fo-[\w-]+):", joined)) - set_by_scripts == set()


def test_print_fonts_have_every_letter_and_no_reserved_name() -> None:
    """OFL 1.1, condition 3: a changed font has no reserved name; copyright and licence remain in it."""
    sources = {"sans": "source-sans-3", "serif": "alegreya"}
    font_files = sorted((STATIC / "fonts/print").glob("*.ttf"))
    assert [path.stem for path in font_files] == [
        *(f"fossato-print-sans-{weight}" for weight in (400, 600, 700)),
        "fossato-print-serif-700",
    ]
    for path in font_files:
        font, names = TTFont(path), TTFont(path)["name"]
        parts = (STATIC / "fonts").glob(f"{sources[path.stem.split('-')[2]]}-*.woff2")
        assert set(font.getBestCmap()) == {letter for part in parts for letter in TTFont(part).getBestCmap()}
        assert all("Source" not in names.getDebugName(number) for number in (1, 3, 4, 6, 16))
        assert "Open Font License" in names.getDebugName(13)
        assert "Adobe" in names.getDebugName(0) or "Alegreya Project Authors" in names.getDebugName(0)


def test_qr_reader_has_its_licence_and_obeys_the_policy() -> None:
    """One file that loads no other and evaluates no text, with its version in its head: docs/look.md names it too."""
    text = (STATIC / "vendor/qr-decode.min.js").read_text()
    head, _end, code = text.partition("*/")
    assert "/*! qr 0.7.0 " in head
    assert (STATIC / "vendor/qr-LICENSE.txt").read_text().startswith("The MIT License")
    assert re.findall(r"\beval\(|\bFunction\(|\bimport\b|WebAssembly|\bfetch\(|sourceMappingURL", code) == []
    assert hashlib.sha256(code.removeprefix("\n").encode()).hexdigest() == READER_SHA256


def test_static_files_storage_rewrites_imports(tmp_path: Path) -> None:
    """A script imports another by its hashed name, so that a new release is loaded whole."""
    names = ["fossato/js/offline-request.js", "fossato/js/photos.js"]
    storage = StaticFilesStorage(location=tmp_path, base_url="/static/")
    for name in names:
        storage.save(name, ContentFile((STATIC.parent / name).read_bytes()))
    list(storage.post_process({name: (storage, name) for name in names}))
    script, photos = (storage.stored_name(name) for name in names)
    assert f'from "./{Path(photos).name}"' in (tmp_path / script).read_text()


def _collect(folder: Path, content: bytes) -> list[Path]:
    """Collect a script, and return its files with and without its hash."""
    storage = StaticFilesStorage(location=folder, base_url="/static/")
    storage.delete("a.js")
    storage.save("a.js", ContentFile(content))
    assert all(
        not isinstance(outcome, Exception) for *_names, outcome in storage.post_process({"a.js": (storage, "a.js")})
    )
    return [folder / "a.js", folder / storage.stored_name("a.js")]


PACK: dict[str, Callable[[bytes], bytes]] = {
    ".br": lambda data: brotli.compress(data, quality=1),
    ".gz": lambda data: gzip.compress(data, compresslevel=1, mtime=0),
}


def test_static_file_compressed_again_after_a_change_only(tmp_path: Path) -> None:
    first, second = (b"".join(b"%d%s" % (number % 7, word) for number in range(900)) for word in (b"a", b"b"))

    def collected(content: bytes) -> dict[Path, bytes]:
        """Return the compressed files of the script, which unpack to its content."""
        files = {
            Path(f"{path}{suffix}"): unpack for path in _collect(tmp_path, content) for suffix, unpack in UNPACK.items()
        }
        packed = {file: file.read_bytes() for file in files}
        assert [unpack(packed[file]) for file, unpack in files.items()] == [content] * 4
        return packed

    weakly_packed = {file: PACK[file.suffix](first) for file in collected(first)}
    for file, packed in weakly_packed.items():
        file.write_bytes(packed)
    assert collected(first) == weakly_packed
    changed = collected(second)
    for file in changed:
        file.write_bytes(changed[file][:9])
    assert collected(second) == changed
