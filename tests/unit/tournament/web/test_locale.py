"""Test the language of pages, mails and PDFs: the account's choice, then the cookie, then the browser's preference."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.template import engines
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pypdf import PdfReader

from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.conftest import text_of
from tournament.core.dates import date_words, elide_articles
from tournament.delivery import call_up, notices
from tournament.entries import services as entries
from tournament.models import Person, UserPreference
from tournament.people import preferences
from tournament.people.languages import chosen_language, chosen_languages
from tournament.personal_data import erasure as privacy
from tournament.personal_data.data_export import export
from tournament.reports import services as reports

pytestmark = pytest.mark.django_db

HOME = "/"
ITALIAN, ENGLISH = {"accept-language": "it"}, {"accept-language": "en-GB"}


def _lang(client: Client, path: str = HOME, **asked: Any) -> str:
    """Return the language that the page declares."""
    page = client.get(path, **asked).content.decode()
    return page.partition('<html lang="')[2][:2]


def _choose(client: Client, language: str, back: str = HOME) -> Any:
    return client.post(reverse("set_language"), {"language": language, "next": back})


def _signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


# ---------------------------------------------------------------- pages


def test_language_of_an_account_applies_in_another_browser() -> None:
    user = make.make_user()
    first_client = _signed_in(user)
    assert _lang(first_client) == "it"
    answer = _choose(first_client, "en", reverse("account"))
    assert (answer.status_code, answer["Location"]) == (302, reverse("account"))
    assert _lang(first_client) == "en"
    assert UserPreference.objects.get(user=user).language == "en"
    second_client = Client()
    assert _lang(second_client, headers=ITALIAN) == "it"
    second_client.post(reverse("account_login"), {"login": user.get_username(), "password": make.PASSWORD})
    assert _lang(second_client, headers=ITALIAN) == "en"


def test_language_precedence_is_account_cookie_browser() -> None:
    client = Client()
    assert _lang(client, headers=ENGLISH) == "en"
    _choose(client, "it")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "it"
    assert _lang(client, headers=ENGLISH) == "it"
    user = make.make_user()
    preferences.language_choose(user=user, language="en")
    client.force_login(user)
    assert _lang(client, headers=ITALIAN) == "en"
    client.post(reverse("account_logout"))
    assert _lang(client, headers=ENGLISH) == "it"


def test_language_without_a_choice_follows_the_browser() -> None:
    client = _signed_in(make.make_user())
    assert _lang(client, headers=ENGLISH) == "en"
    assert _lang(client, headers=ITALIAN) == "it"
    assert not UserPreference.objects.exists()


def test_language_chosen_without_an_account_is_stored_in_the_browser_only() -> None:
    client = Client()
    _choose(client, "en")
    assert _lang(client) == "en"
    assert not UserPreference.objects.exists()


def test_language_choice_can_be_reset() -> None:
    user = make.make_user()
    client = _signed_in(user)
    _choose(client, "en")
    _choose(client, "")
    assert chosen_language(user) is None
    assert _lang(client, headers=ITALIAN) == "it"
    assert _lang(client, headers=ENGLISH) == "en"


@pytest.mark.parametrize("language", ["fr", "../it", "IT", "i" * 300])
def test_language_unknown_is_ignored(language: str) -> None:
    user = make.make_user()
    preferences.language_choose(user=user, language="en")
    client = _signed_in(user)
    assert _choose(client, language).status_code == 302
    assert (chosen_language(user), _lang(client)) == ("en", "en")
    with pytest.raises(ValueError, match="fr"):
        preferences.language_choose(user=user, language="fr")


def test_language_choice_requires_post() -> None:
    user = make.make_user()
    client = _signed_in(user)
    client.get(reverse("set_language"), {"language": "en", "next": HOME})
    assert chosen_language(user) is None
    assert _lang(client) == "it"


def test_account_page_shows_the_language_choice() -> None:
    client = _signed_in(make.make_user())
    page = client.get(reverse("account")).content.decode()
    assert page.count('aria-pressed="false"') == 2
    _choose(client, "en")
    page = client.get(reverse("account")).content.decode()
    assert 'value="en" lang="en" aria-pressed="true"' in page
    assert "Let the browser decide" in page


def test_language_of_a_page_takes_no_query(django_assert_num_queries: Callable[..., Any]) -> None:
    """The choice is read at sign-in; a visitor without a session causes no query at all."""
    user = make.make_user()
    counts = []
    for has_choice in (False, True):
        if has_choice:
            preferences.language_choose(user=user, language="en")
        client = _signed_in(user)
        with django_assert_num_queries(3):
            client.get(reverse("licences"))
        counts.append(_lang(client, reverse("licences")))
    assert counts == ["it", "en"]
    with django_assert_num_queries(0):
        Client().get(reverse("licences"))


# ---------------------------------------------------------------- mails


def _player(language: str | None, address: str) -> Person:
    person = make.make_person(email=address)
    person.user = make.make_user()
    person.save()
    if language:
        preferences.language_choose(user=person.user, language=language)
    return person


@pytest.mark.parametrize(
    ("chosen", "event_language", "subject"),
    [
        ("en", "it", "You are registered: Coppa"),
        ("it", "en", "Iscrizione registrata: Coppa"),
        (None, "it", "Iscrizione registrata: Coppa"),
        (None, "en", "You are registered: Coppa"),
    ],
)
def test_mail_uses_the_language_of_the_reader_or_of_the_event(
    chosen: str | None, event_language: str, subject: str, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    event = make.authorised_event(name="Coppa", language=event_language)
    player = _player(chosen, "io@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        entries.entry_add(event=event, person=player, by=None)
    (sent,) = mail.outbox
    assert sent.subject.startswith(subject.partition(":")[0]), sent.subject
    assert ("4 July 2009" in sent.body) == (sent.subject.startswith("You"))


def test_tables_mail_uses_the_language_of_each_player(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    with django_capture_on_commit_callbacks(execute=False):
        event = make.drawn_event(name="Coppa")
    people = [entry.person for entry in event.entries.select_related("person").order_by("number")[:3]]
    for person, language in zip(people, ("en", "it", None), strict=True):
        person.user, person.email = make.make_user(), f"{language}@example.org"
        person.save()
        if language:
            preferences.language_choose(user=person.user, language=language)
    assert chosen_languages(people) == {people[0].pk: "en", people[1].pk: "it"}
    with django_capture_on_commit_callbacks(execute=True):
        notices.tables_notice(make.last_round(event))
    subjects = {message.to[0]: message.subject for message in mail.outbox}
    assert "round 1: you are at table" in subjects["en@example.org"]
    assert "1º turno: " in subjects["it@example.org"]
    assert "1º turno: " in subjects["None@example.org"]


@pytest.mark.soak(
    gate="tests/unit/tournament/web/test_locale.py::test_mail_uses_the_language_of_the_reader_or_of_the_event"
)
def test_registration_call_up_and_reminder_mails_use_the_language_of_the_reader(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    english = make.make_user()
    preferences.language_choose(user=english, language="en")
    event = make.concluded_event(organiser=make.make_organiser(english))
    player = _player("en", "player@example.org")
    other = make.authorised_event()
    with django_capture_on_commit_callbacks(execute=True):
        entries.entry_add(event=other, person=player, by=None)
        season = make.make_season(final_day=date(2009, 11, 1))
        call_up.call_up_notice(season=season, person=player, rank=3, path="/", at=timezone.now())
        notices.report_due_notice(event=event, user=english, last_day=reports.report_last_day(event))
    subjects = [message.subject for message in mail.outbox]
    assert len(subjects) == 3
    assert subjects[0].startswith("You are registered: ")
    assert subjects[1] == "You are called to the national final"
    assert subjects[2].endswith(" is due on 11 July 2009")


@pytest.mark.parametrize(
    ("chosen", "words"), [("en", "Fossato: a new password"), (None, "Fossato: una nuova password")]
)
def test_password_mail_uses_the_language_of_the_account(
    chosen: str | None, words: str, django_capture_on_commit_callbacks: Any
) -> None:
    user = make.make_user()
    if chosen:
        preferences.language_choose(user=user, language=chosen)
    with django_capture_on_commit_callbacks(execute=True):
        Client().post(reverse("account_reset_password"), {"email": user.email}, headers=ITALIAN)
    (sent,) = mail.outbox
    assert sent.subject == words
    assert ("Your user name:" in sent.body) == (chosen == "en")


# ---------------------------------------------------------------- papers, data


def text_of_pdf(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


@pytest.mark.soak(
    gate="tests/unit/tournament/web/test_locale.py::test_mail_uses_the_language_of_the_reader_or_of_the_event"
)
def test_report_pdf_uses_the_language_of_the_reader_and_table_list_of_the_event() -> None:
    event = reporting.reported_event()
    reader = make.make_user()
    make.grant(event, reader)
    preferences.language_choose(user=reader, language="en")
    client = _signed_in(reader)
    assert "National Referent" in text_of_pdf(client.get(reverse("print_report", args=[event.slug])).content)
    tables = text_of_pdf(client.get(reverse("print_tables", args=[event.slug, 1])).content)
    assert "Tavolo" in tables
    assert "Table" not in tables


def test_language_choice_is_exported_and_erased_with_the_account() -> None:
    person = _player("en", "io@example.org")
    data = export(person=person)
    assert data["account"]["language"] == "en"
    user = person.user
    privacy.person_erase(person=person, by=None)
    assert not UserPreference.objects.exists()
    assert get_user_model().objects.get(pk=user.pk).is_active is False


# ---------------------------------------------------------------- dates


@pytest.mark.parametrize(
    ("day", "pattern", "italian", "english"),
    [
        (date(2027, 1, 1), "j F Y", "1º gennaio 2027", "1 January 2027"),
        (date(2027, 1, 2), "j F Y", "2 gennaio 2027", "2 January 2027"),
        (date(2027, 5, 11), "j F", "11 maggio", "11 May"),
        (date(2027, 5, 1), "j F", "1º maggio", "1 May"),
        (date(2027, 5, 1), "l j F Y", "sabato 1º maggio 2027", "Saturday 1 May 2027"),
        (date(2027, 5, 1), "DATE_FORMAT", "1º maggio 2027", "1 May 2027"),
        (date(2027, 5, 2), "DATE_FORMAT", "2 maggio 2027", "2 May 2027"),
        (date(2027, 5, 1), "SHORT_DATE_FORMAT", "01/05/2027", "01/05/2027"),
        (date(2027, 5, 31), "SHORT_DATE_FORMAT", "31/05/2027", "31/05/2027"),
        (date(2027, 5, 1), "j/n", "1/5", "1/5"),
        (datetime(2027, 5, 1, 15, 5), "SHORT_DATETIME_FORMAT", "01/05/2027 15:05", "01/05/2027 15:05"),
        (datetime(2027, 5, 1, 15, 5), "j F Y, H:i", "1º maggio 2027, 15:05", "1 May 2027, 15:05"),
    ],
)
def test_first_day_of_a_month_is_an_ordinal_in_italian(day: date, pattern: str, italian: str, english: str) -> None:
    template = engines["django"].from_string("{{ day|date:pattern }}")
    for language, expected in (("it", italian), ("en", english)):
        with translation.override(language):
            assert date_words(day, pattern) == expected
            moment = timezone.make_aware(day) if isinstance(day, datetime) else day
            assert template.render({"day": moment, "pattern": pattern}) == expected


def test_date_of_a_moment_uses_italian_time() -> None:
    """22:30 UTC on 30 April is 00:30 on 1 May in Rome."""
    moment = datetime(2027, 4, 30, 22, 30, tzinfo=timezone.get_fixed_timezone(0))
    with translation.override("it"):
        assert engines["django"].from_string('{{ m|date:"j F" }}').render({"m": moment}) == "1º maggio"
        assert engines["django"].from_string('[{{ m|date:"j F" }}]').render({"m": None}) == "[]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dal 8 giugno al 11 ottobre 2027", "dall’8 giugno all’11 ottobre 2027"),
        ("dal 1º giugno al 18 ottobre", "dal 1º giugno al 18 ottobre"),
        ("convocati il 8 maggio", "convocati l’8 maggio"),
        ("Il 11 maggio, nel 80 a.C.", "L’11 maggio, nel 80 a.C."),
        ("entro la fine del 11 luglio", "entro la fine dell’11 luglio"),
        ("called on 8 May", "called on 8 May"),
        ("il 8/5", "il 8/5"),
    ],
)
def test_elided_before_8_and_11(text: str, said: str) -> None:
    assert elide_articles(text) == said
    assert engines["django"].from_string("{% filter elide %}<b>{{ t }}</b>{% endfilter %}").render({"t": text}) == (
        f"<b>{said}</b>"
    )


# ---------------------------------------------------------------- counts


@pytest.mark.parametrize(
    ("present", "italian", "english"),
    [
        (0, "0 presenti su 2", "0 present of 2"),
        (1, "1 presente su 2", "1 present of 2"),
        (2, "2 presenti su 2", "2 present of 2"),
    ],
)
def test_entries_page_counts_who_is_present(present: int, italian: str, english: str) -> None:
    event, user = make.check_in_event(players=2, present=present), make.make_user()
    make.grant(event, user)
    client = _signed_in(user)
    for headers, words in ((ITALIAN, italian), (ENGLISH, english)):
        page = text_of(client.get(reverse("entries", args=[event.slug]), headers=headers))
        assert words in re.sub(r"</?b>", "", page)


def test_entry_count_of_one_is_singular() -> None:
    event, user = make.check_in_event(players=1, present=0), make.make_user()
    make.grant(event, user)
    assert "1 iscritto, 0 presenti" in text_of(_signed_in(user).get(reverse("check_in", args=[event.slug])))
    assert "1 iscritto" in text_of(Client().get(event.get_absolute_url()))


def test_event_page_counts_only_players_who_came() -> None:
    """Fourteen are entered and twelve come: the page shows twelve players."""
    event = make.check_in_event(players=14, present=12)
    make.opened(make.draw_round(event))
    page = Client().get(event.get_absolute_url()).content.decode()
    assert "12 giocatori<" in page
    assert "14 giocatori" not in page
    user = make.make_user()
    make.grant(event, user)
    assert "14 iscritti, 12 presenti" in text_of(_signed_in(user).get(reverse("check_in", args=[event.slug])))


def test_language_needs_a_token_with_an_account_alone() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert _choose(strict, "en").status_code == 302
    assert strict.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"
    user = make.make_user()
    strict.force_login(user)
    assert _choose(strict, "it").status_code == 403
    assert not UserPreference.objects.filter(user=user).exists()
