"""Copy, change, publish and discard versions of the regulation (art. 1.1, REQ-103, REQ-104)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournament.core.audit import By, erase, record
from tournament.core.messages import field_label
from tournament.models import RegulationDocument, RegulationVersion
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused
from tournament.regulation.version_values import from_values, to_values
from tournament.regulation_versions.documents import document_remove


@transaction.atomic
def version_copy(*, based_on: str, number: str, note: str, effective_from: date, by: By) -> RegulationVersion:
    """Start the draft of a version with the values of another.

    Arguments:
        based_on: the number of the version to copy; number: of the new one.
        note: what changes and why, for everybody. effective_from: first day of the events that it governs.
    Errors: UnknownRegulation; VERSION_NUMBER_TAKEN; FIELD_WRONG.
    """
    draft = RegulationVersion(
        number=number.strip(),
        based_on=based_on,
        values=to_values(regulation.get(based_on)),
        note=note.strip(),
        effective_from=effective_from,
    )
    if draft.number in regulation.REGULATIONS:
        raise Refused("VERSION_NUMBER_TAKEN", number=draft.number)
    _check_fields(draft)
    try:
        with transaction.atomic():
            record(draft, verb="version_copy", by=by)
    except IntegrityError:
        raise Refused("VERSION_NUMBER_TAKEN", number=draft.number) from None
    return draft


def _check_fields(draft: RegulationVersion) -> None:
    try:
        draft.clean_fields()
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        label = field_label(RegulationVersion, field)
        raise Refused("FIELD_WRONG", field=label, value=getattr(draft, field), right=" ".join(messages)) from wrong


def _locked_draft(version: RegulationVersion) -> RegulationVersion:
    fresh = RegulationVersion.objects.select_for_update().get(pk=version.pk)
    if fresh.is_published:
        raise Refused("VERSION_PUBLISHED", number=fresh.number)
    return fresh


@transaction.atomic
def version_update(
    *, version: RegulationVersion, values: Mapping[str, Any], note: str, effective_from: date, by: By
) -> RegulationVersion:
    """Change a draft.

    Arguments:
        values: all of them, as ``regulation.version_values.to_values`` gives them.
    Errors: VERSION_PUBLISHED; BadRegulationValue, ImpossibleRegulation; FIELD_WRONG.
    """
    fresh = _locked_draft(version)
    fresh.values = to_values(from_values(fresh.number, values))
    fresh.note, fresh.effective_from = note.strip(), effective_from
    _check_fields(fresh)
    record(fresh, verb="version_update", by=by)
    return fresh


@transaction.atomic
def version_publish(*, version: RegulationVersion, by: By) -> RegulationVersion:
    """Publish a draft: events that begin on its day or later are played by it; it never changes again.

    Events that are already entered keep the version they started with (REQ-104).

    Errors: VERSION_PUBLISHED; VERSION_TOO_EARLY; VERSION_UNCHANGED; ImpossibleRegulation.
    """
    fresh = _locked_draft(version)
    today = timezone.localdate()
    if fresh.effective_from < today:
        raise Refused("VERSION_TOO_EARLY", day=fresh.effective_from, today=today)
    described = from_values(fresh.number, fresh.values)
    if to_values(described) == to_values(regulation.get(fresh.based_on)):
        raise Refused("VERSION_UNCHANGED", number=fresh.number, based_on=fresh.based_on)
    record(fresh, verb="version_publish", by=by, published_at=timezone.now())
    return fresh


@transaction.atomic
def version_discard(*, version: RegulationVersion, by: By) -> None:
    """Delete a draft with its documents. Errors: VERSION_PUBLISHED."""
    draft = _locked_draft(version)
    for document in RegulationDocument.objects.filter(version=draft.number):
        document_remove(document=document, by=by)
    erase(draft, verb="version_discard", by=by)
