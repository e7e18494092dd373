"""Import and export of a pack as CSV for a spreadsheet: one figure per row."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from .findings import Finding, Param, Severity
from .packs import ASSUMED, OUTSIDE, PROVENANCES, Figure, PackFormat

#: The columns; ``path`` and ``value`` are read, ``from`` = ``outside`` confirms a figure, the others are informative.
COLUMNS: Final = ("path", "table", "row", "figure", "value", "from", "source")
NEEDED: Final = ("path", "value")
MOST_BYTES: Final = 500_000
#: First characters that make a spreadsheet interpret a cell as a formula.
_FORMULA: Final = ("=", "+", "@")


@dataclass(frozen=True, slots=True)
class Table:
    """Contents of a CSV: values by path, confirmed paths, and the reasons why it cannot be read."""

    values: dict[str, str] = field(default_factory=dict)
    confirmed: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()


def write(pack: PackFormat, figures: Collection[Figure], language: str) -> str:
    """Return the figures as CSV with a heading, in ``"it"`` or ``"en"``."""
    known = {figure.path: figure for figure in figures}
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for figure in figures:
        names = (pack.label(figure.group, language), pack.row_label(known, figure.row, language))
        cells = (
            figure.path,
            *names,
            pack.label(figure.column, language),
            figure.value,
            figure.provenance,
            figure.source,
        )
        rows.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells])
    return out.getvalue()


def _wrong(code: str, path: str = "", **params: Param) -> Finding:
    return Finding(code, Severity.ERROR, path, params)


def read(content: bytes, figures: Collection[Figure]) -> Table:
    """Parse the CSV of a pack with these figures; separators are commas, semicolons or tabs.

    A row whose ``from`` is ``outside`` while the figure is assumed confirms it.
    """
    if len(content) > MOST_BYTES:
        return Table(findings=(_wrong("PACK_CSV_LARGE", most=MOST_BYTES // 1000),))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Table(findings=(_wrong("PACK_CSV_UTF8", at=error.start),))
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True))
    except csv.Error as error:
        return Table(findings=(_wrong("PACK_CSV_BROKEN", reason=str(error)),))
    columns = [cell.strip().lower() for cell in rows[0]] if rows else []
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        return Table(findings=(_wrong("PACK_CSV_COLUMNS", missing=", ".join(missing)),))
    return _read_rows(rows[1:], columns, {figure.path: figure for figure in figures})


def _read_rows(rows: list[list[str]], columns: list[str], known: dict[str, Figure]) -> Table:
    values: dict[str, str] = {}
    confirmed: set[str] = set()
    findings: list[Finding] = []
    for number, row in enumerate(rows, start=2):
        if not any(cell.strip() for cell in row):
            continue
        cells = dict(zip(columns, [cell.strip() for cell in row], strict=False))
        path, value, provenance = cells.get("path", ""), cells.get("value"), cells.get("from", "").lower()
        if value is None or not path:
            findings.append(_wrong("PACK_CSV_ROW", path, row=number))
        elif path in values:
            findings.append(_wrong("PACK_CSV_TWICE", path, row=number))
        elif provenance and provenance not in PROVENANCES:
            findings.append(_wrong("PACK_CSV_FROM", path, row=number, said=provenance, known=", ".join(PROVENANCES)))
        else:
            values[path] = value.removeprefix("'") if value[1:].startswith(_FORMULA) else value
            if provenance == OUTSIDE and path in known and known[path].provenance == ASSUMED:
                confirmed.add(path)
    return Table(values, frozenset(confirmed), tuple(findings))


#: Messages of this module's findings.
SENTENCES: Final[dict[str, dict[str, str]]] = {
    "PACK_CSV_LARGE": {
        "it": "Il file è troppo grande: al massimo {most} kB.",
        "en": "The file is too large: {most} kB at most.",
    },
    "PACK_CSV_UTF8": {
        "it": "Il file non è un testo UTF-8 (byte {at}): salvalo come «CSV UTF-8».",
        "en": "The file is no UTF-8 text (byte {at}): store it as “CSV UTF-8”.",
    },
    "PACK_CSV_BROKEN": {"it": "Il file non è un CSV: {reason}.", "en": "The file is no CSV: {reason}."},
    "PACK_CSV_COLUMNS": {
        "it": "Nella prima riga mancano le colonne {missing}.",
        "en": "The first row lacks the columns {missing}.",
    },
    "PACK_CSV_ROW": {
        "it": "Riga {row}: servono «path» e «value».",
        "en": "Row {row}: it takes “path” and “value”.",
    },
    "PACK_CSV_TWICE": {"it": "Riga {row}: questo dato c’è già.", "en": "Row {row}: this figure is there already."},
    "PACK_CSV_FROM": {
        "it": "Riga {row}: «from» è «{said}», deve essere uno tra {known}.",
        "en": "Row {row}: “from” is “{said}”, it should be one of {known}.",
    },
}
