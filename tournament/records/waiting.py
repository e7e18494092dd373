"""What waits in the national list, for the table of waiting things: records that may be one person's (AMB-25)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.delivery.waiting import Kind, Pace, Side, Waiting, day_of
from tournament.models import Person, RecordPair
from tournament.records.settling import DAYS, day_after

State = RecordPair.State


def _to_join() -> QuerySet[RecordPair]:
    """Return the pairs whose addresses were told, and did not say no in the days they had."""
    told = RecordPair.objects.filter(state=State.ASKED, told_at__lte=timezone.now() - timedelta(days=DAYS))
    return told.filter(kept__merged_into=None, other__merged_into=None).select_related("kept")


def _said() -> QuerySet[Any]:
    """Return the records that a desk took for another one's person, without a proof, and that nobody decided."""
    either = Q(kept=OuterRef("pk"), other=OuterRef("said_to_be")) | Q(kept=OuterRef("said_to_be"), other=OuterRef("pk"))
    decided = RecordPair.objects.filter(either, state__in=(State.TWO, State.ASKED))
    said = Person.objects.filter(merged_into=None, said_to_be__merged_into=None).exclude(said_to_be=None)
    return (
        said.exclude(said_to_be=F("pk"))
        .filter(~Exists(decided))
        .annotate(met_on=Min("entries__event__first_day"), desk=Min("entries__event__organiser__name"))
    )


#: Nobody's act makes a pair wait but the end of its days; what a desk said is no hurry.
KINDS: Final = (
    Kind(
        name="join",
        label=_("two records of one person to join"),
        side=Side.REFERENT,
        pace=Pace.NONE,
        page="person",
        has_key=True,
        rows=_to_join,
        key="kept_id",
        see=lambda pair: Waiting("join", str(pair.kept), day_after(pair.told_at), key=str(pair.kept_id)),
    ),
    Kind(
        name="same_person",
        label=_("the same person, says a desk"),
        side=Side.REFERENT,
        pace=Pace.NONE,
        page="person",
        has_key=True,
        rows=_said,
        see=lambda row: Waiting("same_person", str(row), day_of(row.met_on), row.desk or "", key=str(row.pk)),
    ),
)
