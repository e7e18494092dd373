"""Create, describe, disqualify and restore organisers (articles 1.2 and 1.4); write the news and the texts of pages."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.messages import field_label
from tournament.core.refusals import AlreadyDone
from tournament.federation.notices import standing_notice
from tournament.models import News, Organiser, SiteText
from tournament.regulation.refused import Refused


@transaction.atomic
def organiser_create(*, name: str, city: str = "", user: User | None = None, by: By) -> Organiser:
    """Create an organiser with the account that is responsible for it (art. 1.2).

    Raises FIELD_WRONG if the name is missing or already exists, ignoring case.
    """
    clean_name = " ".join(name.split())
    if not clean_name:
        raise Refused("FIELD_WRONG", field=_("name"), value=name, right=_("the name of the club, association or shop"))
    if Organiser.objects.filter(name__iexact=clean_name).exists():
        raise Refused("FIELD_WRONG", field=_("name"), value=clean_name, right=_("a name that no other organiser has"))
    organiser = Organiser(name=clean_name, city=" ".join(city.split()), user=user)
    record(organiser, verb="organiser_create", by=by)
    return organiser


#: What those who act for an organiser write of it.
PUBLIC_FIELDS = ("city", "place", "about", "contact_mail", "contact_url")


@transaction.atomic
def organiser_update(*, organiser: Organiser, by: By, **facts: str) -> Organiser:
    """Change what an organiser says of itself on its public page. Errors: FIELD_WRONG.

    Arguments:
        facts: fields of ``PUBLIC_FIELDS``.
    """
    fresh = Organiser.objects.select_for_update().get(pk=organiser.pk)
    for name in PUBLIC_FIELDS:
        setattr(fresh, name, facts.get(name, getattr(fresh, name)).strip())
    try:
        fresh.clean_fields(exclude=["name", "user"])
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        label = field_label(Organiser, field)
        raise Refused("FIELD_WRONG", field=label, value=getattr(fresh, field), right=" ".join(messages)) from wrong
    record(fresh, verb="organiser_update", by=by)
    return fresh


@transaction.atomic
def organiser_disqualify(*, organiser: Organiser, reason: str, by: By, at: datetime | None = None) -> Organiser:
    """Art. 1.4: disqualify an organiser and tell those who act for it; events already homologated stand (AMB-18).

    Errors: DECISION_REASON_MISSING, AlreadyDone.
    """
    why = require_reason(reason)
    fresh = Organiser.objects.select_for_update().get(pk=organiser.pk)
    if fresh.disqualified_at is not None:
        raise AlreadyDone(what=_("the organiser is disqualified"))
    moment = at or timezone.now()
    record(fresh, verb="organiser_disqualify", by=by, reason=why, disqualified_at=moment, disqualified_reason=why)
    standing_notice(fresh, reason=why, at=moment, by=by)
    return fresh


@transaction.atomic
def organiser_restore(*, organiser: Organiser, reason: str, by: By, at: datetime | None = None) -> Organiser:
    """Art. 1.4: take back a disqualification decided by mistake, and tell those who act for the organiser.

    Errors: DECISION_REASON_MISSING, AlreadyDone.
    """
    why = require_reason(reason)
    fresh = Organiser.objects.select_for_update().get(pk=organiser.pk)
    if fresh.disqualified_at is None:
        raise AlreadyDone(what=_("the organiser is not disqualified"))
    record(fresh, verb="organiser_restore", by=by, reason=why, disqualified_at=None, disqualified_reason="")
    standing_notice(fresh, reason=why, at=at or timezone.now(), by=by)
    return fresh


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
