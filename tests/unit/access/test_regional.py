"""The Referent of a region reads what the National Referent reads, and decides on what is played in the region."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.account.invited import link_of
from tests.unit.tournament.web.conftest import text_of
from tournament.access.invitations import invite
from tournament.access.roles import federation_end, federation_group
from tournament.access.second_factor import is_staff_account
from tournament.core.errors import FieldWrong
from tournament.core.permissions import own_regions
from tournament.core.regions import region_of
from tournament.events.lifecycle import event_authorise
from tournament.models import Event, Notice, OrganiserRequest, Season
from tournament.notifications.decisions import referents_of
from tournament.organisers.requests import organiser_request_make
from tournament.regulation.lifecycle_errors import NotReferent

pytestmark = pytest.mark.django_db

HERE, THERE = "Torino", "Palermo"


def _regional(*regions: str) -> Any:
    user = make.make_user()
    for region in regions or ("Piemonte",):
        user.groups.add(federation_group("regional", region))
    return user


def _client(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _announced(city: str) -> Event:
    """Return an event of next month that waits for its authorisation."""
    day = timezone.localdate() + timedelta(days=30)
    season = Season.objects.filter(last_day__gte=day).first()
    season = season or make.make_season(first_day=day - timedelta(60), last_day=day + timedelta(60))
    return make.announced_event(city=city, name=f"Torneo di {city}", season=season, first_day=day, last_day=day)


@pytest.mark.parametrize(
    ("city", "region"), [("TORINO", "Piemonte"), ("forlì", "Emilia-Romagna"), ("Borgo Ignoto", ""), ("", "")]
)
def test_region_of_a_city(city: str, region: str) -> None:
    assert region_of(city) == region


def test_regional_authorises_the_events_of_the_region_alone() -> None:
    user = _regional()
    here, there = _announced(HERE), _announced(THERE)
    client = _client(user)
    page = text_of(client.get(reverse("authorisations")))
    assert here.name in page
    assert there.name not in page
    assert client.post(reverse("authorisations"), {"event": there.slug, "decision": "authorise"}).status_code == 403
    assert client.post(reverse("authorisations"), {"event": here.slug, "decision": "authorise"}).status_code == 302
    states = set(Event.objects.values_list("city", "state"))
    assert states == {(HERE, Event.State.AUTHORISED), (THERE, Event.State.ANNOUNCED)}


def test_service_refuses_a_regional_of_another_region() -> None:
    with pytest.raises(NotReferent):
        event_authorise(event=_announced(THERE), by=_regional())


def test_regional_ratifies_in_the_region_and_reads_elsewhere() -> None:
    here = reporting.reported_event(city=HERE, name="Coppa di qui")
    there = reporting.reported_event(city=THERE, name="Coppa di là", season=here.season)
    client = _client(_regional("Piemonte", "Liguria"))
    assert there.name not in text_of(client.get(reverse("homologations")))
    away = text_of(client.get(reverse("homologation", args=[there.slug])))
    assert 'value="homologate"' not in client.get(reverse("homologation", args=[there.slug])).content.decode()
    assert there.name in away
    refused = client.post(reverse("homologation", args=[there.slug]), {"decision": "homologate"})
    assert refused.status_code == 403
    for disqualified in (here, there):
        answer = client.post(reverse("homologation", args=[disqualified.slug]), {"disqualify": "1"})
        assert answer.status_code == 403
    done = client.post(reverse("homologation", args=[here.slug]), {"decision": "homologate"})
    assert done.status_code == 302
    assert Event.objects.get(pk=here.pk).state == Event.State.HOMOLOGATED


def test_regional_runs_the_desk_of_an_event_of_the_region() -> None:
    here, there = make.authorised_event(city=HERE), make.authorised_event(city=THERE)
    client = _client(_regional())
    assert client.post(reverse("event_open_check_in", args=[here.slug])).status_code == 302
    assert client.post(reverse("event_open_check_in", args=[there.slug])).status_code in (403, 404)


def test_regional_answers_requests_of_the_region_alone() -> None:
    facts = {**make.REQUEST, "kind": "club", "reference": ""}
    for city in (HERE, THERE):
        organiser_request_make(user=make.make_user(), **{**facts, "name": f"Circolo di {city}", "city": city})
    here, there = (OrganiserRequest.objects.get(city=city) for city in (HERE, THERE))
    client = _client(_regional())
    page = text_of(client.get(reverse("organiser_requests")))
    assert (here.name in page, there.name in page) == (True, False)
    answers = [
        client.post(reverse("organiser_requests"), {"request": row.pk, "decision": "approve"}).status_code
        for row in (here, there)
    ]
    assert answers == [302, 403]


@pytest.mark.parametrize("name", ["people", "seasons", "erasures", "referents", "organisers", "failed_jobs"])
def test_regional_reads_the_other_pages_and_changes_nothing(name: str) -> None:
    client = _client(_regional())
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert "Decidi per Piemonte" in text_of(page)
    assert client.post(reverse(name)).status_code in (403, 405)


def test_overview_counts_what_waits_in_the_region(django_assert_max_num_queries: Any) -> None:
    _announced(HERE), _announced(THERE)
    client = _client(_regional())
    with django_assert_max_num_queries(14):
        page = text_of(client.get(reverse("referent")))
    assert "1 torneo da autorizzare" in page
    assert "Referente per Piemonte" in page


def test_notice_of_work_goes_to_the_region_and_to_the_nation() -> None:
    national, regional, elsewhere = make.make_user(referent=True), _regional(), _regional("Sicilia")
    assert set(referents_of(HERE)) == {national, regional}
    assert set(referents_of(THERE)) == {national, elsewhere}
    assert set(referents_of("Borgo Ignoto")) == {national}


def test_regional_needs_the_second_factor() -> None:
    assert is_staff_account(_regional())


def test_regional_invited_by_mail_and_ended_with_a_reason(django_capture_on_commit_callbacks: Any) -> None:
    boss, invited = _client(make.make_user(referent=True)), make.make_user()
    refused = boss.post(reverse("referents"), {"address": invited.email, "grant": "regional"})
    assert "Scegli la regione" in text_of(refused)
    with django_capture_on_commit_callbacks(execute=True):
        boss.post(reverse("referents"), {"address": invited.email, "grant": "regional", "region": "Veneto"})
    assert "Veneto" in str(mail.outbox[-1].body)
    with django_capture_on_commit_callbacks(execute=True):
        _client(invited).post(link_of(mail.outbox[-1]))
    assert own_regions(type(invited).objects.get(pk=invited.pk)) == {"Veneto"}
    assert "Veneto" in text_of(boss.get(reverse("referents")))
    data = {"grant": "regional", "region": "Veneto", "confirmed": "1", "reason": "Ha cambiato regione"}
    with django_capture_on_commit_callbacks(execute=True):
        boss.post(reverse("referent_end", args=[invited.pk]), data)
    assert _client(invited).get(reverse("referent")).status_code == 403
    codes = Notice.objects.filter(account=invited).order_by("pk").values_list("code", flat=True)
    assert list(codes) == ["role_regional", "regional_ended"]
    assert "Ha cambiato regione" in str(mail.outbox[-1].body)
    assert "Veneto" in text_of(boss.get(reverse("referents")))


def test_one_region_ends_and_the_other_stays() -> None:
    user = _regional("Piemonte", "Liguria")
    federation_end(user=user, grant="regional", region="Liguria", by=None, reason="Troppo lavoro")
    assert own_regions(type(user).objects.get(pk=user.pk)) == {"Piemonte"}


def test_unknown_region_is_refused() -> None:
    with pytest.raises(FieldWrong):
        invite(address="a@example.org", grant="regional", region="Atlantide", by=None)
