"""Lists in pages: how many, from where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from ninja import Field, Schema

#: Default and maximum number of rows per page.
LIMIT, MOST = 50, 200
LARGEST_OFFSET = 1_000_000


class Page(Schema):
    """What part of a list is wanted."""

    limit: int = Field(LIMIT, ge=1, le=MOST, description="how many rows")
    offset: int = Field(0, ge=0, le=LARGEST_OFFSET, description="how many rows to leave out first")


def paginate(rows: QuerySet[Any] | Sequence[Any], page: Page, count: int | None = None) -> dict[str, Any]:
    """Return the rows of a page and the total count. Two queries for a queryset.

    Arguments:
        count: of all rows, if already known.
    """
    if count is None:
        count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    return {"count": count, "items": list(rows[page.offset : page.offset + page.limit])}
