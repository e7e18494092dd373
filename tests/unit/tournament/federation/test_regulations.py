"""Test the publication of a version: who is told what changes (art. 1.1)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories as make
from tournament.federation.regulations import regulation_publish
from tournament.models import Job, UserPreference
from tournament.regulation_versions.documents import document_remove
from tournament.regulation_versions.selectors import has_text
from tournament.regulation_versions.services import version_discard

pytestmark = pytest.mark.django_db


def _told() -> dict[str, Any]:
    jobs = Job.objects.filter(kind="mail", args__name="regulation_published")
    return {job.args["to"]: job.args for job in jobs}


@pytest.mark.rule("REQ-103")
def test_version_is_mailed_to_organisers_of_events_to_come_and_to_referents() -> None:
    day = timezone.localdate() + timedelta(days=9)
    coming, past, referent = make.make_user(), make.make_user(), make.make_user(referent=True)
    english = make.make_user()
    UserPreference.objects.create(user=english, language="en")
    season = make.make_season(first_day=timezone.localdate() - timedelta(days=90), last_day=day)
    for user in (coming, english):
        make.make_event(season=season, first_day=day, last_day=day, organiser=make.make_organiser(user))
    old = timezone.localdate() - timedelta(days=30)
    make.make_event(season=season, first_day=old, last_day=old, organiser=make.make_organiser(past))
    regulation_publish(version=make.regulation_draft(minutes=50), by=None)
    told = _told()
    assert set(told) == {coming.email, english.email, referent.email}
    assert told[coming.email]["context"]["changes"] == ["Minuti di una partita: 45 → 50"]
    assert told[english.email]["context"]["changes"] == ["Minutes of a game: 45 → 50"]


def test_draft_can_have_its_text_before_it_is_published_and_loses_it_when_deleted() -> None:
    draft = make.regulation_draft()
    document = make.regulation_text(draft.number)
    assert has_text(draft.number)
    document_remove(document=document, by=None)
    make.regulation_text(draft.number)
    version_discard(version=draft, by=None)
    assert not has_text(draft.number)
