"""An empty championship from the invitation of its first Referent to a player's answer to the call to the final.

A club asks, is approved, invites a referee and opens an event; twelve enter, two wait, one withdraws and the first of
the list takes the place; check-in by code, play, ratification, claim of a record, call-up. Beside the command that
invites the Referent everything happens on pages found by links and mails. What many do alike, two do in the browser:
the other entries and sheets come in by the services behind those pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.management import call_command
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from ranking.models import CallUp
from tests import factories as make
from tests.entering import enter, enter_with_account
from tests.integration.browser.visitors import (
    back_link,
    button,
    count_five_numbers,
    create_event,
    heading,
    link,
    notice,
    translated,
    type_sheet,
)
from tournament.models import Event, Person, Round, Table

pytestmark = pytest.mark.django_db(transaction=True)

EVENT, SEASON = "Coppa della Torre", "Stagione di prova"
PLACES = 12
PASSWORD = "una lunga frase segreta 7"


@dataclass
class Actors:
    """The site and one browser for each person.

    Arguments:
        secret: of the Referent's app for the second step; empty before it is set up.
    """

    site: str
    open_page: Callable[..., Page]
    secret: str = ""
    pages: dict[str, Page] = field(default_factory=dict)

    def of(self, who: str, view: str = "desktop") -> Page:
        """Return the browser of an actor."""
        if who not in self.pages:
            self.pages[who] = self.open_page(view)
        return self.pages[who]

    def mailed(self, to: str, pattern: str = r"https?://[^/\s]+(/\S+)") -> str:
        """Return the address in the newest mail to somebody that has one of this pattern."""
        for message in reversed(mail.outbox):
            address = re.search(pattern, str(message.body)) if message.to == [to] else None
            if address is not None:
                return self.site + address[1]
        raise AssertionError([str(message.body) for message in mail.outbox if message.to == [to]])

    def code(self) -> str:
        """Return the code that the Referent's app shows now."""
        return format_hotp_value(hotp_value(self.secret, next(iter(yield_hotp_counters_from_time()))))


def _type(page: Page, **texts: str) -> None:
    for name, text in texts.items():
        page.locator(f"main [name={name}]").fill(text)


def _sign_up(actors: Actors, page: Page, first_name: str, last_name: str, address: str) -> None:
    """Make an account from the page that offers it, and confirm the mail address by its code."""
    _type(page, first_name=first_name, last_name=last_name, email=address, password1=PASSWORD)
    button(page, "Create with the password").click()
    expect(page.locator("h1")).to_have_text(translated("The code of the mail"))
    code = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code is not None
    _type(page, code=code[1])
    button(page, "Continue").click()
    expect(page.get_by_role("banner")).to_contain_text(first_name)


def _referent_joins(actors: Actors) -> None:
    """Follow the mailed invitation, make an account and set up the second step, which is compulsory."""
    call_command("invite_referent", "referente@example.org", stdout=StringIO())
    page = actors.of("Referent")
    page.goto(actors.mailed("referente@example.org"))
    link(page, "Create an account").click()
    _type(page, first_name="Žiga", last_name="Đorđević Černigoj", password1=PASSWORD)
    button(page, "Create with the password").click()
    button(page, "Accept").click()
    expect(page).to_have_url(re.compile("/accounts/2fa/"))
    page.locator("main a[href*='totp/activate']").first.click()
    if page.locator("main [name=password]").count():
        _type(page, password=PASSWORD)
        button(page, "Continue").click()
    secret = re.search(r"\b([A-Z2-7]{32})\b", page.content())
    assert secret is not None
    actors.secret = secret[1]
    _type(page, code=actors.code())
    page.locator("main form button").last.click()
    expect(page.locator("main")).to_contain_text(translated("Recovery codes"))


def _season_opens(actors: Actors) -> None:
    page, today = actors.of("Referent"), timezone.localdate()
    page.get_by_role("banner").get_by_role("link", name=translated("Your work")).click()
    page.get_by_role("banner").get_by_role("link", name=translated("Season"), exact=True).click()
    link(page, "Open a season").click()
    _type(page, name=SEASON, first_day=(today - timedelta(days=30)).isoformat(), last_day=today.isoformat())
    _type(page, finalists=str(PLACES))
    button(page, "Open the season").click()
    notice(page, "%(name)s is open.", name=SEASON)


def _club_is_approved(actors: Actors) -> None:
    """From the home page: an account, a request, the Referent's yes."""
    page = actors.of("club")
    page.goto(actors.site)
    page.get_by_role("banner").get_by_role("link", name=translated("Organise"), exact=True).click()
    page.locator("main").get_by_role("link", name=re.compile(translated("Create an account"))).first.click()
    _sign_up(actors, page, "Łucja", "Őry", "circolo@example.org")
    if not page.locator("main [name=plan]").count():
        page.get_by_role("contentinfo").get_by_role("link", name=translated("Organise an event")).click()
    _type(page, **{name: make.REQUEST[name] for name in ("name", "city", "contact", "plan")})
    button(page, "Send the request to the Referent").click()
    notice(page, "The request is sent. The answer comes by mail and on this page.")
    referent = actors.of("Referent")
    referent.goto(actors.mailed("referente@example.org"))
    referent.locator("li[id^=organiser_request] button[value=yes]").click()
    notice(referent, "%(name)s can hold events.", name=make.REQUEST["name"])


def _event_opens(actors: Actors) -> Event:
    """Create, announce and staff the event; the Referent authorises it."""
    page = actors.of("club")
    page.goto(actors.mailed("circolo@example.org"))
    place = "Sala dei Canottieri, lungo Dora 1, Ivrea"
    create_event(page, name=EVENT, day=timezone.localdate(), place=place, capacity=str(PLACES))
    back_link(page).click()
    expect(page.locator("h1")).to_have_text(EVENT)
    link(page, "Staff").click()
    _type(page, address="arbitra@example.org")
    button(page, "Send the invitation").click()
    expect(page.locator("main")).to_contain_text("arbitra@example.org")
    link(page, EVENT).click()
    link(page, "Announce the event").click()
    _type(page, announcement_url="https://forum.example/avviso/7")
    button(page, "Announce").click()
    expect(page.locator("main")).to_contain_text(translated("Waiting for the National Referent."))
    referent = actors.of("Referent")
    referent.goto(actors.mailed("referente@example.org"))
    # The page is open already: an address that differs by its fragment alone does not ask for it again.
    referent.reload()
    referent.locator("li[id^=authorisation] button[value=yes]").click()
    expect(referent.locator("li[id^=authorisation]")).to_have_count(0)
    return Event.objects.get(name=EVENT)


def _referee_joins(actors: Actors) -> None:
    page = actors.of("referee", "phone")
    page.goto(actors.mailed("arbitra@example.org"))
    link(page, "Create an account").click()
    _type(page, first_name="Elena", last_name="Riva", password1=PASSWORD)
    button(page, "Create with the password").click()
    button(page, "Accept").click()
    expect(page.locator("main")).to_contain_text(EVENT)


def _answer_entry(page: Page) -> None:
    for name, value in (("age", "adult"), ("show_name", "yes"), ("photo_consent", "no")):
        page.locator(f"[name={name}][value={value}]").check()


def _open_entry_form(actors: Actors, page: Page) -> None:
    page.goto(actors.site)
    page.locator("main").get_by_role("link", name=EVENT).first.click()
    page.locator("main a[href$='/iscrizione/']").first.click()


def _enter_by_mail(actors: Actors, who: str, first_name: str) -> str:
    """Enter without an account: the form, then the link of the mail."""
    page, address = actors.of(who, "phone"), f"{first_name.lower()}@example.org"
    _open_entry_form(actors, page)
    _answer_entry(page)
    _type(page, first_name=first_name, last_name="Sala", email=address)
    page.locator("main form button.btn-primary").click()
    expect(heading(page, "We have written to %(sent_to)s", sent_to=address)).to_be_visible()
    page.goto(actors.mailed(address, r"https?://[^/\s]+(/i/[\w-]{22}/)"))
    button(page, "Confirm the entry").click()
    return address


def _players_enter(actors: Actors, event: Event) -> None:
    """Fill the twelve places and the waiting list; one withdraws, and the first of the list takes the place."""
    member = actors.of("player", "phone")
    member.goto(actors.site)
    member.get_by_role("banner").get_by_role("link", name=translated("Sign in")).click()
    link(member, "Create one").click()
    _sign_up(actors, member, "Ivo", "Conti", "ivo@example.org")
    _open_entry_form(actors, member)
    _answer_entry(member)
    member.locator("main form button.btn-primary").click()
    expect(button(member, "Withdraw from the event")).to_be_visible()
    leaves = _enter_by_mail(actors, "leaver", "Ada")
    # With the member six have an account, and six with the one who leaves have none.
    for number in range(5):
        enter_with_account(event, number)
    for number in range(5, PLACES - 2):
        enter(event, number)
    assert event.entries.filter(entry_request__user__isnull=False).count() == PLACES // 2
    waits = _enter_by_mail(actors, "waiting", "Eva")
    expect(actors.of("waiting").locator("main")).to_contain_text("1º")
    enter(event, 99)
    page = actors.of("leaver")
    page.goto(actors.mailed(leaves, r"https?://[^/\s]+(/g/[\w-]{22}/)"))
    button(page, "Withdraw from the event").click()
    page.locator("dialog[open] .btn-danger, form .btn-danger").first.click()
    expect(page.locator("h1")).to_have_text(EVENT)
    page = actors.of("waiting")
    page.goto(actors.mailed(waits, r"https?://[^/\s]+(/i/[\w-]{22}/)"))
    button(page, "I take the place").click()
    expect(heading(page, "For the check-in")).to_be_visible()
    assert event.entries.count() == PLACES


def _event_is_played(actors: Actors, event: Event) -> None:
    """Check in by the mailed codes, draw, play: the first sheet on the referee's phone."""
    desk = actors.of("club")
    desk.reload()
    back_link(desk).click()
    link(desk, EVENT).click()
    button(desk, "Open the check-in").click()
    link(desk, "Read a QR code").click()
    for number, entry in enumerate(event.entries.select_related("person").order_by("number"), start=1):
        code = actors.mailed(entry.person.email, r"https?://[^/\s]+(/g/[\w-]{22}/)")
        desk.locator("#code").fill(code)
        desk.locator("#code").press("Enter")
        expect(desk.locator("#said .check-in__name")).to_have_text(str(entry.person))
        assert event.entries.filter(state="checked_in").count() == number
    link(desk, EVENT).click()
    link(desk, "Draw round 1").click()
    _type(desk, word="carciofo")
    button(desk, "Draw round %(number)s", number=1).click()
    for number in (1, 2, 3):
        button(desk, "Start the clock").click()
        expect(desk.locator("[role=timer]")).to_be_visible()
        round_ = make.last_round(event)
        if number == 1:
            _sheet_by_referee(actors, round_)
        for table in make.tables_of(round_):
            if table.state != Table.State.CONFIRMED:
                make.report(table)
        desk.reload()
        desk.locator("#desk-now .btn-primary").click()
        if not round_.is_final:
            _type(desk, word="girasole")
        desk.locator("main form button[name=draw], main form .btn-primary:not([name])").click()
        expect(desk.locator("h1")).to_have_text(
            EVENT if round_.is_final else translated("Now: everybody to the tables")
        )
    button(desk, "Conclude the event").click()


def _sheet_by_referee(actors: Actors, round_: Round) -> None:
    page, table = actors.of("referee"), make.tables_of(round_)[0]
    page.get_by_role("banner").get_by_role("link", name=translated("Your work")).click()
    link(page, "Table %(number)s", number=1).click()
    count_five_numbers(page)
    type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=1)


def _event_is_ratified(actors: Actors) -> None:
    desk = actors.of("club")
    link(desk, "Send the report").click()
    picture = BytesIO()
    Image.new("RGB", (64, 48), "teal").save(picture, "JPEG")
    desk.locator("[name=file]").set_input_files(
        {"name": "sala.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    )
    button(desk, "Add the photo").click()
    expect(button(desk, "Remove")).to_be_visible()
    _type(desk, url="https://forum.example/resoconto/7")
    button(desk, "Save the address").click()
    button(desk, "Send the report").click()
    notice(desk, "The report is sent to the National Referent.")
    page = actors.of("Referent")
    page.goto(actors.mailed("referente@example.org"))
    page.locator("main button[value=homologate]").click()
    _confirm_identity(page)
    notice(page, "Ratified: the results count in the Ranking.")


def _confirm_identity(page: Page) -> None:
    """Type the password again where a step asks for it."""
    if page.locator("main [name=password]").count():
        _type(page, password=PASSWORD)
        button(page, "Continue").click()


def _players_look(actors: Actors) -> None:
    """Read the member's statistics; make an account for who entered without one, and claim the record."""
    page = actors.of("player")
    page.get_by_role("banner").get_by_role("link", name="Ivo Conti").click()
    expect(page.locator("main")).to_contain_text(EVENT)
    link(page, "My page in the Ranking").click()
    expect(page.locator("main")).to_contain_text(EVENT)
    claims = actors.of("waiting")
    claims.goto(actors.site)
    claims.get_by_role("banner").get_by_role("link", name=translated("Sign in")).click()
    link(claims, "Create one").click()
    _sign_up(actors, claims, "Eva", "Sala", "eva@example.org")
    if not Person.objects.filter(user__email="eva@example.org").exists():
        claims.get_by_role("banner").get_by_role("link", name="Eva Sala").click()
        link(claims, "Link my results").click()
        _type(claims, first_name="Eva", last_name="Sala")
        button(claims, "Link my results").click()
    claims.get_by_role("banner").get_by_role("link", name="Eva Sala").click()
    expect(claims.locator("main")).to_contain_text(EVENT)
    assert Person.objects.get(email="eva@example.org").user is not None


def _finalists_are_called(actors: Actors) -> None:
    """Sign in again with the app, the day after the season, and call everybody of the Ranking."""
    page = actors.open_page("desktop")
    page.goto(actors.site)
    page.get_by_role("banner").get_by_role("link", name=translated("Sign in")).click()
    _type(page, login="referente@example.org", password=PASSWORD)
    page.locator("main [name=password]").press("Enter")
    _type(page, code=actors.code())
    page.locator("main form button").first.click()
    page.get_by_role("banner").get_by_role("link", name=translated("Season"), exact=True).click()
    page.locator("main a[href*='convocazioni']").first.click()
    _type(page, **{"call-typed": f"convoca {PLACES}"})
    page.locator("main form:has([name=call-typed]) button").click()
    expect(page.locator(".fo-toast")).to_contain_text(str(PLACES))
    assert CallUp.objects.filter(state=CallUp.State.CALLED).count() == PLACES


def _player_answers(actors: Actors) -> None:
    """Find the call where the own games stand, and accept it."""
    page = actors.of("player")
    page.goto(actors.site)
    page.get_by_role("banner").get_by_role("link", name="Ivo Conti").click()
    button(page, "I am coming").click()
    expect(heading(page, "You are coming to the final of %(season)s", season=SEASON)).to_be_visible()


@pytest.mark.soak(
    gate="tests/integration/browser/test_way_in.py::test_club_asks_is_approved_and_invites_a_referee_by_mail"
)
def test_empty_championship_runs_to_the_answer_of_a_called_player(
    live_server: Any, open_page: Callable[..., Page], settings: Any
) -> None:
    settings.FOSSATO_SITE_URL, settings.FOSSATO_STAFF_SECOND_FACTOR = live_server.url, True
    actors = Actors(live_server.url, open_page)
    _referent_joins(actors)
    _season_opens(actors)
    _club_is_approved(actors)
    event = _event_opens(actors)
    _referee_joins(actors)
    _players_enter(actors, event)
    _event_is_played(actors, event)
    _event_is_ratified(actors)
    _players_look(actors)
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=True):
        _finalists_are_called(actors)
        _player_answers(actors)
    assert CallUp.objects.get(person__user__email="ivo@example.org").state == CallUp.State.ACCEPTED
