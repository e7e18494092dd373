"""Read the news and the federation's texts of pages."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from tournament.models import News, SiteText


def published_news(limit: int) -> QuerySet[News]:
    """Return the news that everybody reads, newest first. One query."""
    return News.objects.filter(published_at__isnull=False)[:limit]


def site_texts(pages: Collection[str]) -> dict[str, str]:
    """Return the federation's texts of some pages in the visitor's language, without empty ones. One query."""
    rows = SiteText.objects.filter(page__in=pages)
    return {row.page: row.shown_text for row in rows if row.shown_text}
