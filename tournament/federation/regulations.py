"""Publish a version of the regulation, and mail it to those who have to play by it (art. 1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation

from tournament.core.audit import By
from tournament.core.dates import date_words
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import LANGUAGE
from tournament.models import Event, EventRole, RegulationVersion, UserPreference
from tournament.regulation import parameters as regulation
from tournament.regulation_versions.services import version_publish
from tournament.regulation_versions.words import value_rows

State = Event.State
#: States of an event that is still to be played.
_TO_COME = (State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)


@transaction.atomic
def regulation_publish(*, version: RegulationVersion, by: By) -> RegulationVersion:
    """Publish a draft, and tell every organiser of an event to come and the Referents what changes (art. 1.1).

    Errors: as ``version_publish``.
    """
    published = version_publish(version=version, by=by)
    messages_deliver(_messages(published))
    return published


def _messages(version: RegulationVersion) -> Iterator[Message]:
    readers = list(_readers())
    chosen = dict(UserPreference.objects.filter(user__in=readers).values_list("user_id", "language"))
    contexts = {language: _context(version, language) for language in {LANGUAGE, *chosen.values()}}
    for user in readers:
        language = chosen.get(user.pk, LANGUAGE)
        yield Message(
            key=f"version-{version.number}-account-{user.pk}",
            account=user.pk,
            code="regulation_published",
            params={"number": version.number},
            path=reverse("regulation_version", args=[version.number]),
            mail="regulation_published",
            addresses=(user.email,),
            language=language,
            context={"name": user.first_name, **contexts[language]},
        )


def _readers() -> Iterator[User]:
    """Return the accounts that organise an event to come or act for its club, and the Referents. One query."""
    events = Event.objects.filter(state__in=_TO_COME, last_day__gte=timezone.localdate(), is_practice=False)
    roles = EventRole.objects.filter(event__in=events, role=EventRole.Role.ORGANISER).values("user")
    clubs = events.values("organiser")
    running = Q(pk__in=roles) | Q(organisations__in=clubs) | Q(organiser_memberships__organiser__in=clubs)
    told = Q(groups__name=NATIONAL_REFERENT) | running
    return User.objects.filter(told, is_active=True).distinct().iterator()


def _context(version: RegulationVersion, language: str) -> dict[str, object]:
    """Return what the mail tells in one language."""
    after, before = regulation.get(version.number), regulation.get(version.based_on)
    with translation.override(language):
        rows = [row for row in value_rows(after, before) if row.before]
        return {
            "number": version.number,
            "day": date_words(version.effective_from),
            "text": version.note,
            "changes": [f"{row.label}: {row.before} → {row.words}" for row in rows],
            "path": reverse("regulation_version", args=[version.number]),
        }
