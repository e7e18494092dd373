"""Comparison of an event's rows as written by the services with those stored in bulk."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from bench.season_rows import REASON, EventRows, next_day, photo_of
from ranking.homologation import services as homologation_services
from ranking.models import Decision, LedgerEntry
from tournament import models as rows
from tournament.core.audit import record
from tournament.exchange.export import event_from_file
from tournament.reports.recompute import report_recompute
from tournament.reports.services import report_submit

#: Identification of an event's rows without their keys: by model, the path to the event, and the fields.
SHAPES: dict[type[models.Model], tuple[str, str]] = {
    rows.Event: (
        "pk",
        "name season_id organiser__name city venue first_day last_day fascia_declared fascia_effective state rounds "
        "state_reason_code state_reason_params referee_name authorised_at concluded_at forum_report_url "
        "forum_report_at report_due_at",
    ),
    rows.Entry: ("event", "number person_id file_id state left_after"),
    rows.Round: ("event", "number is_final state setup corrected_since drawn_at published_at closed_at"),
    rows.Draw: ("event", "purpose scope commitment seed word inputs outcome by_hand committed_at drawn_at"),
    rows.Table: ("round__event", "round__number number state is_abandoned note"),
    rows.Seat: (
        "round__event",
        "round__number table__number entry__number position place decided_by values is_abandoned",
    ),
    rows.Sheet: (
        "table__round__event",
        "table__round__number table__number version state data findings confirmed_at forced_reason key",
    ),
    rows.StandingRow: (
        "round__event",
        "round__number entry__number position wins seconds thirds lot decided_by tied",
    ),
    rows.FinalPlace: ("event", "entry__number place decided_by wins ordinary_wins seconds thirds"),
    rows.Photo: ("event", "file sha256 caption"),
    rows.Report: ("event", "version content sha256 note submitted_at"),
    Decision: ("event", "kind reason fascia findings at report__version"),
    LedgerEntry: (
        "event",
        "season_id person_id place players fascia half_points wins ordinary_wins seconds thirds at decision__kind",
    ),
}


def homologate_one(content: dict[str, Any]) -> dict[str, float]:
    """Import an event, send its report and homologate it through the services; return the seconds of each."""
    at = next_day(content)
    seconds = {}
    start = timezone.now()
    event = event_from_file(content=content, by=None, match_names=True, signed_forms=True, at=at)
    record(photo_of(event), verb="photo_add", by=None)
    seconds["import"] = (timezone.now() - start).total_seconds()
    start = timezone.now()
    report_submit(event=event, by=None, at=at)
    seconds["report"] = (timezone.now() - start).total_seconds()
    event.refresh_from_db()
    start = timezone.now()
    homologation_services.event_homologate(event=event, by=None, reason=REASON, at=at)
    seconds["homologation"] = (timezone.now() - start).total_seconds()
    return seconds


def shape(event: rows.Event) -> dict[str, list[str]]:
    """Return every row of an event, and the number of history rows per model and reason; deterministic."""
    rows_by_model: dict[str, list[str]] = {}
    for model, (path, fields) in SHAPES.items():
        queryset = model.objects.filter(**{path: event.pk}).order_by()
        rows_by_model[model.__name__] = sorted(
            json.dumps(row, sort_keys=True, default=str) for row in queryset.values(*fields.split())
        )
        if hasattr(model, "history"):
            history_rows = model.history.filter(id__in=queryset.values("pk")).values_list(
                "history_type", "history_verb", "history_change_reason"
            )
            rows_by_model[f"history of {model.__name__}"] = sorted(
                f"{n} {change}" for change, n in Counter(history_rows).items()
            )
    return rows_by_model


def shape_by_services(content: dict[str, Any]) -> dict[str, list[str]]:
    """Return the rows that the services write for an event; the transaction is rolled back."""
    with transaction.atomic():
        homologate_one(content)
        event_shape = shape(rows.Event.objects.get(name=content["event"]["name"]))
        transaction.set_rollback(True)
    return event_shape


def must_be_equal(event_rows: EventRows, bound: Mapping[str, list[str]]) -> None:
    """Compare an event stored in bulk with the rows of the services.

    Errors: AssertionError if they differ, or if its report has a finding.
    """
    different = differences(bound, shape(event_rows.event))
    assert not different, (event_rows.number, different)
    report = event_rows.event.reports.get()
    assert [finding.code for finding in report_recompute(report)] == ["WORD_BY_OPERATOR"], event_rows.number


def differences(one: Mapping[str, list[str]], two: Mapping[str, list[str]]) -> list[str]:
    """Describe where two shapes differ."""
    lines = []
    for name in sorted({*one, *two}):
        left, right = one.get(name, []), two.get(name, [])
        if left != right:
            first = next((pair for pair in zip(left, right, strict=False) if pair[0] != pair[1]), ("", ""))
            lines.append(f"{name}: {len(left)} and {len(right)} rows; first difference: {first}")
    return lines
