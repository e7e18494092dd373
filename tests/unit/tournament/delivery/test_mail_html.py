"""Test the HTML alternative of the mails: the words of the text, addresses as links, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import override

from tests import factories as make
from tests.mail_samples import SAMPLES, SITE
from tournament.access.links import participant_links_make
from tournament.delivery.mail import mail_text
from tournament.delivery.mail_html import html_of_text

NAMES = {path.stem for path in Path("templates/mail").glob("*.txt")}
ADDRESS = re.compile(rf"{re.escape(SITE)}/\S*")


def _paper(html: str) -> str:
    return html.partition('<div class="paper">')[2].partition('<div class="foot">')[0]


def _words(html: str) -> list[str]:
    """Return the words of a page without those of its links, whose addresses the text has in their place."""
    without_links = re.sub(r"<a .*?</a>", " ", _paper(html), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", without_links)).split()


def _sent(variant: str, language: str, **more: Any) -> tuple[EmailMultiAlternatives, str]:
    """Return a mail with its HTML."""
    name, context = SAMPLES[variant]
    mail_text(name=name, to="marta@example.org", context={**context, **more}, language=language)
    message = mail.outbox[-1]
    assert isinstance(message, EmailMultiAlternatives)
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    return message, str(html)


def test_every_mail_has_a_sample() -> None:
    assert {name for name, _context in SAMPLES.values()} == NAMES


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("variant", SAMPLES)
def test_mail_html_has_the_words_of_the_text_and_one_button(variant: str, language: str, settings: Any) -> None:
    settings.FOSSATO_SITE_URL = SITE
    message, html = _sent(variant, language)
    assert f'<html lang="{language}">' in html
    body = re.sub(rf"^[^\n:]{{1,30}}: {ADDRESS.pattern}", " ", str(message.body), flags=re.MULTILINE)
    text = ADDRESS.sub(" ", body).replace(": ", " ").split()
    # Facts are a table in place of lines with a colon; what the heading says is not said again.
    shown = [word.rstrip(":") for word in _words(html)]
    written = [word.rstrip(":") for word in f"{message.subject} ".split() + text]
    repeated = message.subject.rstrip(".").split()
    assert shown == written or [word.rstrip(".") for word in shown] == [
        word.rstrip(".") for word in _without(written, repeated)
    ]
    assert html.count('class="button"') <= 1
    assert set(ADDRESS.findall(str(message.body))) <= set(re.findall(r'href="([^"]+)"', html))
    # No secret is read: it stands in the address of a link alone.
    assert f"{SITE}/" not in re.sub(r"<[^>]+>", " ", _paper(html))
    assert not re.search(r"<(?:img|link|script|iframe)|url\(|@import", html)


def _without(words: list[str], repeated: list[str]) -> list[str]:
    """Return words without the second time that a heading is said."""
    rest = words[len(repeated) :]
    for at in range(len(rest)):
        if [word.rstrip(".:") for word in rest[at : at + len(repeated)]] == [word.rstrip(".:") for word in repeated]:
            return words[: len(repeated)] + rest[:at] + rest[at + len(repeated) :]
    return words


@pytest.mark.django_db
def test_mail_of_an_event_is_answered_by_its_organiser_and_has_its_facts(settings: Any) -> None:
    settings.FOSSATO_CONTACT_MAIL = "campionato@example.org"
    event = make.drawn_event(players=12, starts_at="14:30", price="8 €")
    event.refresh_from_db()
    organiser = make.make_user()
    make.grant(event, organiser)
    link = participant_links_make(event=event, by=None)[0]
    context = {"event": event.name, "page": link.pk, "name": "Marta", "path": "/"}
    mail_text(name="registration", to="marta@example.org", context=context, language="it", event=event)
    message = mail.outbox[-1]
    assert message.reply_to == [organiser.email]
    assert [line.partition(": ")[0] for line in str(message.body).split("\n") if ": " in line][:5] == [
        "Quando",
        "Dove",
        "Prezzo",
        "Tavolo",
        "Nome",
    ]
    # An organiser does not answer themselves; the address that a club publishes comes first.
    mail_text(name="registration", to=organiser.email, context=context, language="it", event=event)
    assert mail.outbox[-1].reply_to == ["campionato@example.org"]
    event.organiser.contact_mail = "circolo@example.org"
    mail_text(name="registration", to="marta@example.org", context=context, language="it", event=event)
    assert mail.outbox[-1].reply_to == ["circolo@example.org"]


def test_mail_html_shows_an_address_alone_as_button_and_another_as_link() -> None:
    body = f"Leggi qui: {SITE}/a/.\n\n{SITE}/b/?x=1&y=2\n\n12345678\n\nAB12CD\n\nQuando\toggi\nDove\tqui"
    paper = _paper(html_of_text(subject="Prova", body=body, language="it", site_url=SITE))
    assert f'<a href="{SITE}/a/">{SITE}/a/</a>.' in paper
    assert f'<a class="button" href="{SITE}/b/?x=1&amp;y=2">' in paper
    assert paper.count('class="code"') == 2
    assert "<td>Dove</td><td>qui</td>" in paper


def test_mail_html_makes_the_first_address_a_button_and_links_that_say_where_they_lead() -> None:
    last = f"Scelgo: {SITE}/y/\n\n{SITE}/g/x/annulla/\n\n{SITE}/eventi/prova/\n\n{SITE}/x/"
    body = f"Due pagine:\n{SITE}/convocazione/segreto/\n\n{last}"
    with override("it"):
        paper = _paper(html_of_text(subject="Prova", body=body, language="it", site_url=SITE))
    assert "<p>Due pagine:</p>" in paper
    assert re.findall(r'<a class="button" href="[^"]+">([^<]+)</a>', paper) == ["Rispondi alla convocazione"]
    assert re.findall(r'<a href="[^"]+">([^<]+)</a>', paper) == [
        "Scelgo",
        "Non vengo",
        "Guarda il torneo",
        "Apri la pagina",
    ]
