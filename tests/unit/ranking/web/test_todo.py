"""The Referent's one list: what waits for whom, the decisions taken in it, the way to the others (art. 1.2)."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from ranking.homologation import services as homologation_services
from ranking.models import CallUp, Decision
from tests import factories as make
from tests import reporting
from tests.entering import enter, open_event
from tests.unit.access.matrix import addresses
from tests.unit.ranking.pages import queries_of, shown_messages, text_of
from tournament.delivery.waiting import waiting_things
from tournament.federation.requests import organiser_request_ask_back, organiser_request_make
from tournament.federation.services import news_write
from tournament.models import ErrorReport, Event, Organiser, PersonClaim, RegulationVersion
from tournament.personal_data.erasure import erasure_request, person_erase

pytestmark = pytest.mark.django_db

State = Event.State
LIST = "/referente/"


@pytest.fixture(autouse=True)
def text_of_the_regulation() -> None:
    """Without it each season waits for the text of its version."""
    make.regulation_text()


def _again(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def _at(event: Event) -> str:
    return reverse("todo_answer", args=["authorisation", event.slug])


def _no(event: Event, reason: str) -> dict[str, str]:
    return {"decision": "no", f"authorisation-{event.slug}-reason": reason}


def test_waiting_names_who_waits_and_who_has_to_act() -> None:
    assert waiting_things() == []
    club = make.make_organiser(name="Circolo del Colle")
    make.announced_event(organiser=club)
    concluded = make.concluded_event(organiser=club)
    reporting.reported_event(organiser=club)
    enter(open_event(entry_mode="approval", organiser=club), 1)
    running = make.drawn_event(organiser=club)
    ErrorReport.objects.create(entry=running.entries.earliest("pk"), words="Il nome")
    wrong = ErrorReport.objects.create(entry=concluded.entries.earliest("pk"), words="Il posto")
    CallUp.objects.create(
        season=make.make_season(), person=make.make_person(), order=1, rank=1, called_at=timezone.now()
    )
    found = sorted((row.kind, row.side, row.who) for row in waiting_things())
    reported = ("error_of_report", "referent", str(wrong.entry)) if concluded.state == State.REPORTED else None
    assert found == sorted(
        [
            ("authorisation", "referent", "Circolo del Colle"),
            ("call", "player", "1"),
            ("entry", "club", "Circolo del Colle"),
            ("homologation", "referent", "Circolo del Colle"),
            ("report", "club", "Circolo del Colle"),
            ("error", "club", "Circolo del Colle"),
            reported or ("error", "club", "Circolo del Colle"),
        ]
    )


def test_list_says_nothing_only_when_nothing_waits(referent: Client) -> None:
    today = timezone.localdate()
    with override("it"):
        words, season = gettext("Nothing waits for you."), gettext("Open a season")
    page = text_of(referent.get(LIST))
    assert words not in page
    assert season in page
    make.make_season(first_day=today, last_day=today + timedelta(days=9))
    assert words in text_of(referent.get(LIST))
    erasure_request(person=make.make_person())
    assert words not in text_of(referent.get(LIST))


def test_list_is_oldest_first_and_tells_age_lateness_and_who_waits(referent: Client) -> None:
    today = timezone.localdate()
    young, old = make.announced_event(name="Torneo giovane"), make.announced_event(name="Coppa dei Tre Ponti")
    for event, days in ((young, 2), (old, 9)):
        announced_on = today - timedelta(days=days)
        Event.objects.filter(pk=event.pk).update(announced_on=announced_on, first_day=today, last_day=today)
    Event.objects.filter(pk=old.pk).update(first_day=today - timedelta(days=1))
    late = make.concluded_event(name="Torneo delle Castagne")
    answer = referent.get(LIST)
    assert [card.waiting.what for card in answer.context["cards"]] == ["Coppa dei Tre Ponti", "Torneo giovane"]
    assert [card.waiting.what for card in answer.context["others"]] == ["Torneo delle Castagne"]
    page = text_of(answer)
    for words in ("da 9 giorni", "in ritardo", old.organiser.name, late.organiser.name):
        assert words in page
    assert page.partition("<main")[2].partition("</main>")[0].count("btn-primary") == 1
    assert reverse("homologation", args=[late.slug]) in page
    assert "Coppa dei Tre Ponti" in referent.get(f"{LIST}?lista=attese&formato=csv").content.decode()


def test_list_of_more_than_twelve_is_narrowed_to_a_kind(referent: Client) -> None:
    for _ in range(13):
        make.announced_event()
    reporting.reported_event()
    answer = referent.get(f"{LIST}?cosa=homologation")
    assert [card.waiting.kind for card in answer.context["cards"]] == ["homologation"]
    assert {name: number for name, _words, number in answer.context["kinds"]} == {
        "authorisation": 13,
        "homologation": 1,
    }


def test_authorisation_card_shows_the_data_of_the_event(referent: Client) -> None:
    event = make.announced_event(fascia_declared="III", venue="Sala dei Trenta")
    page = text_of(referent.get(LIST))
    for fact in (
        event.name,
        "Sala dei Trenta",
        event.organiser.name,
        "4 luglio 2009",
        "https://forum.example/avviso/1",
    ):
        assert fact in page
    with override("it"):
        assert gettext("minimum %(n)s") % {"n": 16} in page


@pytest.mark.rule("AMB-47")
def test_amb_47_short_notice_is_marked_where_the_version_asks_for_days(referent: Client) -> None:
    day = timezone.localdate() + timedelta(days=20)
    season = make.make_season(first_day=day - timedelta(days=200), last_day=day + timedelta(days=200))
    event = make.announced_event(first_day=day, last_day=day, season=season)
    Event.objects.filter(pk=event.pk).update(announced_on=day - timedelta(days=12))
    words = "la versione ne chiede 30"
    assert words not in text_of(referent.get(LIST))
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", notice_days=30))
    assert words in text_of(referent.get(LIST))


@pytest.mark.rule("REQ-303")
@pytest.mark.parametrize(
    ("decision", "state", "kind", "reason"),
    [("yes", State.AUTHORISED, "authorised", ""), ("no", State.DRAFT, "not_authorised", "Avviso letto sul Forum")],
)
def test_req_303_answer_is_stored_with_user_and_reason(
    decision: str, state: str, kind: str, reason: str, referent: Client
) -> None:
    event = make.announced_event(**make.upcoming())
    data = _no(event, reason) if decision == "no" else {"decision": "yes"}
    answer = referent.post(_at(event), data, follow=True)
    assert answer.redirect_chain == [(LIST, 302)]
    assert event.name in shown_messages(answer)[0]
    assert _again(event).state == state
    row = Decision.objects.get()
    assert (row.kind, row.event, row.by, row.reason) == (kind, event, referent.user, reason)
    assert event.history.latest().history_user == referent.user


@pytest.mark.parametrize("reason", ["", "   "], ids=["empty", "blank"])
def test_no_without_reason_is_rejected_in_its_card(reason: str, referent: Client) -> None:
    event, other = make.announced_event(), make.announced_event()
    answer = referent.post(_at(event), _no(event, reason))
    assert answer.status_code == 422
    page = text_of(answer)
    assert page.count('class="fo-field__error"') == 1
    assert f'id="id_authorisation-{event.slug}-reason_error"' in page
    assert page.count('<details class="fo-cards__no" open>') == 1
    assert (_again(event).state, _again(other).state) == (State.ANNOUNCED, State.ANNOUNCED)
    assert not Decision.objects.exists()


def test_authorise_twice_counts_once_and_says_so(referent: Client) -> None:
    event = make.announced_event(**make.upcoming())
    assert referent.post(_at(event), {"decision": "yes"}).status_code == 302
    repeated = referent.post(_at(event), {"decision": "yes"})
    assert repeated.status_code == 422
    with override("it"):
        assert gettext("the event is authorised") in text_of(repeated)
    assert Decision.objects.count() == 1


@pytest.mark.rule("AMB-18")
@pytest.mark.parametrize("language", ["it", "en"])
def test_amb_18_disqualified_organiser_is_not_authorised(language: str, referent: Client) -> None:
    event = make.announced_event()
    Organiser.objects.filter(pk=event.organiser_id).update(disqualified_at=reporting.NEXT_DAY)
    answer = referent.post(_at(event), {"decision": "yes"}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert "art. 1.4" in answer.context["cards"][0].error
    assert _again(event).state == State.ANNOUNCED


@pytest.mark.parametrize("kind", ["authorisation", "move", "organiser_request", "consent", "error_of_report", "claim"])
def test_answer_to_nothing_known_is_404(kind: str, referent: Client) -> None:
    for key in ("niente", "99999999999999999999"):
        address = reverse("todo_answer", args=[kind, key])
        assert referent.post(address, {"decision": "yes"}).status_code == 404
    draft = make.make_event()
    assert referent.post(_at(draft), {"decision": "yes"}).status_code == 404


def test_asked_back_request_can_be_decided_without_its_answer(referent: Client) -> None:
    row = organiser_request_make(user=make.make_user(), **make.REQUEST)
    organiser_request_ask_back(request=row, question="Chi vi conosce?", by=referent.user)
    (card,) = referent.get(LIST).context["others"]
    assert card.waiting.kind == "organiser_answer"
    referent.post(reverse("todo_answer", args=["organiser_answer", row.pk]), {"decision": "yes"})
    assert Organiser.objects.get().name == make.REQUEST["name"]


def test_season_without_open_decisions_waits_to_be_closed(referent: Client) -> None:
    season = reporting.homologated_event().season
    page = reverse("season_end", args=[season.slug])
    assert page in text_of(referent.get(LIST))
    make.announced_event(season=season)
    assert page not in text_of(referent.get(LIST))


def test_decisions_are_listed_with_their_user(referent: Client) -> None:
    event = make.announced_event()
    homologation_services.event_authorise(
        event=event, by=referent.user, reason="Avviso in regola, sala grande", at=make.in_time(event)
    )
    page = text_of(referent.get(LIST))
    assert "Avviso in regola, sala grande" in page
    assert referent.user.get_username() in page
    assert "Avviso in regola" in referent.get(f"{LIST}?lista=decisioni&formato=csv").content.decode()


def test_expected_report_shows_its_last_day(referent: Client) -> None:
    event = make.concluded_event()
    (other,) = referent.get(LIST).context["others"]
    assert other.waiting.due == event.last_day + timedelta(days=7)


@pytest.mark.parametrize("name", ["FOSSATO_CONTACT_MAIL", "FOSSATO_CONTROLLER", "FOSSATO_PURPOSES"])
def test_text_that_visitors_miss_waits(name: str, referent: Client, settings: Any) -> None:
    setattr(settings, name, "")
    (card,) = referent.get(LIST).context["cards"]
    assert card.waiting.kind == "text"
    assert name in card.waiting.what
    assert name in text_of(referent.get(card.waiting.path))


def test_lists_named_in_older_mails_lead_to_the_one_list(referent: Client) -> None:
    for old in ("autorizzazioni", "segnalazioni", "consensi", "richieste", "dati"):
        assert referent.get(f"/referente/{old}/")["Location"] == LIST
    assert referent.get("/io/collegamenti/")["Location"] == LIST


def test_list_takes_as_many_queries_whatever_waits(referent: Client) -> None:
    def more() -> None:
        make.announced_event()
        reporting.reported_event()
        organiser_request_make(user=make.make_user(), **make.REQUEST | {"name": f"Club {Organiser.objects.count()}"})
        erasure_request(person=make.make_person())

    more()
    referent.get(LIST)
    few = queries_of(referent, "referent")
    more()
    referent.get(LIST)
    assert queries_of(referent, "referent") == few <= 24


# ---------------------------------------------------------------- the way to every page


class _Links(HTMLParser):
    """The addresses that a page links to or sends to, those of its header and foot apart."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.frame: list[str] = []
        self.entries: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag in ("header", "footer", "nav", "main"):
            self._open.append("entries" if facts.get("class") == "fo-entries" else tag)
        if tag == "a" and (href := facts.get("href")):
            self.found.add(href)
            if "main" not in self._open and ({"header", "footer"} & set(self._open)):
                self.frame.append(href)
            if "entries" in self._open:
                self.entries.append(href)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("header", "footer", "nav", "main") and self._open:
            self._open.pop()


def _links(client: Client, address: str) -> _Links | None:
    """Return the links of a page; None for a file."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    if not answer["Content-Type"].startswith("text/html"):
        return None
    parsed = _Links()
    parsed.feed(answer.content.decode())
    return parsed


#: Pages of the Referent that a form opens, not a link, or that exist only after an act.
_AFTER_AN_ACT = {"todo_answer", "pair_decide", "pair_take_back", "referent_end", "past_season_delete", "mailed_list"}


def test_every_page_of_the_referent_is_three_clicks_away_under_four_entries(referent: Client) -> None:
    """Follow the links from the start: the pages of the role, and how many links their frames have."""
    event = reporting.reported_event()
    make.announced_event()
    make.regulation_draft()
    erasure_request(person=make.make_person())
    organiser_request_make(user=make.make_user(), **make.REQUEST)
    PersonClaim.objects.create(account=make.make_user(), first_name="Ada", last_name="Riva")
    person_erase(person=make.make_person(), by=None)
    news_write(news=None, by=None, title="Una notizia", text="Il testo", title_en="", text_en="")
    twin = event.entries.earliest("pk").person
    make.make_person(first_name=twin.first_name, last_name=twin.last_name)
    reached: dict[str, int] = {}
    seen, step = {LIST}, {LIST}
    for clicks in range(4):
        found: set[str] = set()
        for address in sorted(step):
            match = resolve(address.partition("?")[0])
            reached.setdefault(str(match.url_name), clicks)
            if clicks == 3 or not re.match(r"^/(referente|redazione|io/collegamenti)/", address):
                continue
            links = _links(referent, address)
            if links is None:
                continue
            assert len(links.entries) == 4, address
            assert len(links.frame) <= 10, address
            found |= {link.partition("#")[0] for link in links.found if re.match(r"^/(?!static/|media/)", link)}
        step = {link for link in found if "formato=" not in link} - seen
        seen |= step
    pages = {
        str(pattern.name)
        for pattern in addresses()
        if re.match(r"^(referente|redazione)/", str(pattern.pattern)) and not str(pattern.name).startswith("mailed_")
    }
    writes = {"regulation_publish", "regulation_discard", "regulation_document_remove", "person_erase"}
    missing = pages - set(reached) - _AFTER_AN_ACT - writes
    assert missing == set()


def test_missing_document_of_a_version_waits(referent: Client) -> None:
    number = make.regulation_published("9.8")
    waits = [thing for thing in waiting_things() if thing.kind == "document"]
    assert number in {thing.key for thing in waits}
    assert RegulationVersion.objects.filter(number=number).exists()
    assert reverse("regulation_documents", args=[number]) in text_of(referent.get(LIST))
