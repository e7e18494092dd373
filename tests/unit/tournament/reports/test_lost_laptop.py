"""A laptop that was given up is a finding: who gives it up after a draw has the draw made again."""

from __future__ import annotations

import pytest

from tests import factories as make
from tests import reporting
from tournament.core.messages import sentence
from tournament.laptop.services import event_give_up, event_take
from tournament.models import Event, Report
from tournament.reports.recompute import report_recompute
from tournament.results import conclusion

pytestmark = pytest.mark.django_db


def test_laptop_given_up_is_a_warning_of_the_report_with_its_reason() -> None:
    event = make.check_in_event()
    event_take(event=event, holder="Anna", by=None)
    event_give_up(event=event, reason="Caduto nel fosso", by=None)
    make.draw_round(Event.objects.get(pk=event.pk))
    for number in range(3):
        if number:
            make.next_round(event)
        make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    reporting.submit(Event.objects.get(pk=event.pk))
    (finding,) = report_recompute(Report.objects.get(event=event))
    assert (finding.code, finding.is_error) == ("LAPTOP_GIVEN_UP", False)
    assert sentence(finding, "it").startswith("Il portatile su cui si giocava il torneo è stato dato per perso il ")
    assert sentence(finding, "it").endswith("non vale. Motivo: Caduto nel fosso")
