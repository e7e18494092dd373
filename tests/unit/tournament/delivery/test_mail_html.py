"""Test the HTML alternative of the mails: the words of the text, addresses as links, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import override

from tournament.delivery.mail import mail_text
from tournament.delivery.mail_html import html_of_text

NAMES = sorted(path.stem for path in Path("templates/mail").glob("*.txt"))
SITE = "https://fossato.example"


def _paper(html: str) -> str:
    return html.partition('<div class="paper">')[2].partition("</div>")[0]


def _words(html: str) -> list[str]:
    """Return the words of the page without the labels of the buttons, whose addresses stand below them."""
    without_labels = re.sub(r'<a class="button".*?</a>', " ", _paper(html), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", without_labels)).split()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_mail_html_has_the_words_of_the_text(name: str, language: str, settings: Any) -> None:
    settings.FOSSATO_SITE_URL = SITE
    context: dict[str, Any] = {
        **{
            key: f"<{key}> Žiga & Łódź"
            for key in ("name", "event", "player", "place", "day", "club", "inviter", "role")
        },
        **{"path": "/eventi/prova/", "page_path": "/p/segreto/", "own_path": "/c/segreto/", "code": "ABC123"},
        **{"address": f"{SITE}/invito/segreto/", "until": "oggi", "rank": 3, "round": 1, "table": 2, "seat": 4},
        **{"text": "Portate le carte.", "reason": "la sala è chiusa", "changes": []},
        **{"call_path": "/convocazione/segreto/", "deadline": "domani", "where": "Modena", "season": "<Stagione>"},
        **{"count": 2, "lines": ["<pack> V4A"]},
    }
    if name == "notice":
        context = {"notice": "registered", "params": defaultdict(str, event="<Torneo>"), "path": "/", "name": "Žiga"}
    mail_text(name=name, to="ziga@example.org", context=context, language=language)
    (message,) = mail.outbox
    assert isinstance(message, EmailMultiAlternatives)
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    assert f'<html lang="{language}">' in html
    assert _words(html) == f"{message.subject} {message.body}".split()
    assert not re.search(r"<(?:img|link|script|iframe)|url\(|@import", html)


def test_mail_html_shows_an_address_alone_as_button_and_another_as_link() -> None:
    body = f"Leggi qui: {SITE}/a/.\n\n{SITE}/b/?x=1&y=2\n\n12345678\n\nAB12CD"
    paper = _paper(html_of_text(subject="Prova", body=body, language="it", site_url=SITE))
    assert f'<a href="{SITE}/a/">{SITE}/a/</a>.' in paper
    assert f'<a class="button" href="{SITE}/b/?x=1&amp;y=2">' in paper
    assert paper.count('class="code"') == 2


def test_mail_html_makes_a_last_line_a_button_that_says_where_it_leads() -> None:
    body = f"Due pulsanti:\n{SITE}/convocazione/segreto/\n\n{SITE}/eventi/prova/\n\n{SITE}/x/"
    with override("it"):
        paper = _paper(html_of_text(subject="Prova", body=body, language="it", site_url=SITE))
    assert "<p>Due pulsanti:</p>" in paper
    labels = re.findall(r'<a class="button" href="[^"]+">([^<]+)</a>', paper)
    assert labels == ["Rispondi alla convocazione", "Guarda il torneo", "Apri la pagina"]
