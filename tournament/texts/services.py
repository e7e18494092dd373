"""Write, publish and withdraw news; write the federation's text of a page."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record
from tournament.models import News, SiteText


@transaction.atomic
def news_write(*, news: News | None, by: By, title: str, text: str, title_en: str = "", text_en: str = "") -> News:
    """Write a piece of news anew, or a new one, which is a draft."""
    fresh = News.objects.select_for_update().get(pk=news.pk) if news is not None else News()
    words = {"title": title, "text": text, "title_en": title_en, "text_en": text_en}
    record(fresh, verb="news_write", by=by, **words)
    return fresh


@transaction.atomic
def news_publish(*, news: News, by: By) -> None:
    """Show a piece of news to everybody, dated now. Idempotent."""
    fresh = News.objects.select_for_update().get(pk=news.pk)
    if fresh.published_at is None:
        record(fresh, verb="news_publish", by=by, published_at=timezone.now())


@transaction.atomic
def news_withdraw(*, news: News, by: By) -> None:
    """Take a piece of news off the public pages; it is a draft again. Idempotent."""
    fresh = News.objects.select_for_update().get(pk=news.pk)
    if fresh.published_at is not None:
        record(fresh, verb="news_withdraw", by=by, published_at=None)


@transaction.atomic
def site_text_write(*, page: str, text: str, text_en: str, by: By) -> SiteText:
    """Write the federation's text of a page; an empty one takes it away."""
    SiteText.objects.get_or_create(page=page)
    fresh = SiteText.objects.select_for_update().get(page=page)
    record(fresh, verb="site_text_write", by=by, text=text, text_en=text_en)
    return fresh
