"""Test the Referent's pages: access, languages, number of queries (articles 1.2 to 1.7)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from ranking.closing.services import season_close
from ranking.homologation import services as homologation_services
from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, signed_in, text_of
from tournament.models import Event, Season
from tournament.results.conclusion import event_conclude

pytestmark = pytest.mark.django_db

#: URL name -> (what its argument is, its title).
PAGES = {
    "referent": ("", "To do"),
    "waiting": ("", "Who waits for whom"),
    "authorisations": ("", "Events to authorise"),
    "homologations": ("", "Reports to ratify"),
    "homologation": ("event", "Reports to ratify"),
    "seasons": ("", "Seasons"),
    "season_new": ("", "Open a season"),
    "season_edit": ("season", "Days and regulation"),
    "call_up": ("season", "Call-up to the national final"),
    "people": ("", "National list of players"),
    "person": ("person", "Record"),
    "person_edit": ("person", "Change the record"),
    "organisers": ("", "Organisers"),
}
#: Pages that accept a POST; the others refuse it.
WRITES = frozenset(
    {
        "authorisations",
        "homologation",
        "season_new",
        "season_edit",
        "call_up",
        "organisers",
        "people_merge",
        "person_edit",
    }
)


def _address(name: str, event: Event) -> str:
    what = PAGES[name][0] if name in PAGES else ""
    person = event.entries.order_by("pk")[0].person_id
    args = {"event": [event.slug], "season": [event.season.slug], "person": [person], "": []}[what]
    return reverse(name, args=args)


def test_referent_pages_refuse_other_users() -> None:
    event = make.check_in_event(players=2)
    organiser, referee, player = make.make_user(), make.make_user(), make.make_user()
    make.make_organiser(organiser)
    make.grant(event, organiser)
    make.grant(event, referee, "referee")
    visitors = {"organiser": organiser, "referee": referee, "player": player}
    for name in (*PAGES, "people_merge"):
        address = _address(name, event)
        anonymous = Client().get(address)
        assert (anonymous.status_code, anonymous["Location"]) == (302, f"{reverse('account_login')}?next={address}")
        for who, user in visitors.items():
            client = signed_in(user)
            assert (name, who, client.get(address).status_code) == (name, who, 403)
            assert (name, who, client.post(address).status_code) == (name, who, 403)


@pytest.mark.parametrize("language", ["it", "en"])
def test_referent_pages_open_in_both_languages(language: str, referent: Client) -> None:
    event = make.concluded_event()
    for name, (_, title) in PAGES.items():
        answer = referent.get(_address(name, event), headers={"accept-language": language})
        page = text_of(answer)
        assert (name, answer.status_code) == (name, 200)
        assert f'<html lang="{language}"' in page
        with override(language):
            heading = event.season.name if name == "season_edit" else gettext(title)
        assert heading in page


def test_referent_pages_read_only_refuse_post_and_forms_require_csrf(referent: Client) -> None:
    event = make.check_in_event(players=1)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(referent.user)
    for name in PAGES:
        expected = 403 if name in WRITES else 405
        client = strict if name in WRITES else referent
        assert (name, client.post(_address(name, event)).status_code) == (name, expected)


def test_referent_pages_unknown_object_answers_404(referent: Client) -> None:
    for name, args in (
        ("homologation", ["niente"]),
        ("season_edit", ["niente"]),
        ("call_up", ["niente"]),
        ("person", [9_999_999]),
    ):
        assert referent.get(reverse(name, args=args)).status_code == 404
    draft = make.make_event()
    assert referent.get(reverse("homologation", args=[draft.slug])).status_code == 404


def test_referent_overview_counts_pending_work(referent: Client) -> None:
    season = make.make_season()
    with override("it"):
        assert gettext("Nothing. Every event is authorised and every report decided.") in text_of(
            referent.get(reverse("referent"))
        )
    make.announced_event(season=season)
    concluded = make.concluded_event(season=season)
    page = text_of(referent.get(reverse("referent")))
    with override("it"):
        assert gettext("Nothing. Every event is authorised and every report decided.") not in page
    assert reverse("homologation", args=[concluded.slug]) in page
    reporting.submit(concluded)
    counts = referent.get(reverse("referent")).context["counts"]
    assert (counts.to_authorise, counts.to_homologate, counts.expected) == (1, 1, 0)


def test_referent_overview_says_that_a_decided_season_waits_to_be_closed(referent: Client) -> None:
    season = reporting.homologated_event().season

    def season_waits() -> bool:
        page = text_of(referent.get(reverse("referent")))
        listed = text_of(referent.get(reverse("waiting")))
        link = f'"{reverse("season_end", args=[season.slug])}">'
        assert (f"{link}Chiudila" in page) is (link in listed)
        return link in listed

    assert season_waits()
    open_event = make.announced_event(season=season)
    assert not season_waits()
    Event.objects.filter(pk=open_event.pk).update(state=Event.State.VOID)
    assert season_waits()
    season_close(season=season, by=None)
    assert not season_waits()


def test_referent_overview_says_that_no_season_is_open(referent: Client) -> None:
    with override("it"):
        words = gettext("The last season is over: nobody can announce an event until the next one is open.")
    assert words in text_of(referent.get(reverse("referent")))
    today = timezone.localdate()
    make.make_season(first_day=today, last_day=today)
    assert words not in text_of(referent.get(reverse("referent")))


def test_referent_overview_lists_decisions_with_their_user(referent: Client) -> None:
    event = make.announced_event()
    homologation_services.event_authorise(
        event=event, by=referent.user, reason="Avviso in regola, sala grande", at=make.in_time(event)
    )
    page = text_of(referent.get(reverse("referent")))
    assert "Avviso in regola, sala grande" in page
    assert referent.user.get_username() in page


#: URL name -> the maximum of queries, session and user included.
LIMITS = {
    "referent": 14,
    "authorisations": 8,
    "homologations": 16,
    "seasons": 8,
    "season_edit": 9,
    "call_up": 14,
    "people": 9,
    "organisers": 8,
}


def test_referent_pages_queries_are_independent_of_the_rows(referent: Client) -> None:
    season = make.make_season()
    make.announced_event(season=season)
    make.make_person(first_name="Ugo", last_name="Doppi")
    for person in make.make_people(2):
        credit(season, person, 10)
    few = _counts(referent, season)
    for _ in range(4):
        make.announced_event(season=season)
        make.make_season()
        make.make_person(first_name="Ugo", last_name="Doppi")
    for person in make.make_people(12):
        credit(season, person, 6)
    many = _counts(referent, season)
    # The list of namesakes and the season averages appear with the first of their kind.
    assert {name: many[name] for name in LIMITS if many[name] > few[name]} == {}
    assert {name: number for name, number in many.items() if number > LIMITS[name]} == {}


def _counts(client: Client, season: Season) -> dict[str, int]:
    by_season = ("season_edit", "call_up")
    return {name: queries_of(client, name, *([season.slug] if name in by_season else [])) for name in LIMITS}


def test_homologation_page_queries_are_independent_of_the_queue(referent: Client) -> None:
    season = make.make_season()
    event = reporting.reported_event(season=season)
    count_of_one = queries_of(referent, "homologation", event.slug)
    reporting.reported_event(season=season)
    assert queries_of(referent, "homologation", event.slug) == count_of_one
    assert count_of_one <= 60


def test_homologations_expected_reports_show_the_deadline(referent: Client) -> None:
    event = make.final_event()
    make.play_round(event)
    event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    page = text_of(referent.get(reverse("homologations")))
    assert reverse("homologation", args=[event.slug]) in page
    assert "12/07/2009" in page
