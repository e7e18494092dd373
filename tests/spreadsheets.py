"""Spreadsheets that tests make."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook


def workbook(*sheets: tuple[str, Sequence[Sequence[Any]]]) -> bytes:
    """Return the content of an XLSX file with these sheets: a title, and the cells of each row."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    content = BytesIO()
    book.save(content)
    return content.getvalue()
