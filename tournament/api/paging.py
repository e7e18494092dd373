"""Lists in pages: how many, from where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from django.db.models import QuerySet
from ninja import Field, Schema

#: Default and maximum number of rows per page.
LIMIT, MOST = 50, 200
LARGEST_OFFSET = 1_000_000


class Page(Schema):
    """The requested part of a list."""

    limit: int = Field(LIMIT, ge=1, le=MOST, description="maximum number of rows")
    offset: int = Field(0, ge=0, le=LARGEST_OFFSET, description="number of rows to skip")


class Rows(Protocol):
    """Rows in an order, of which a slice can be read."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def __getitem__(self, rows: slice, /) -> Iterable[Any]:
        """Return a slice of the rows."""


def paginate(rows: QuerySet[Any] | Rows, page: Page, count: int | None = None) -> dict[str, Any]:
    """Return the rows of a page and the total count. Two queries for a queryset.

    Arguments:
        count: of all rows, if already known.
    """
    if count is None:
        count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    return {"count": count, "items": list(rows[page.offset : page.offset + page.limit])}
