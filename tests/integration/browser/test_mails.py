"""Every mail, in both languages, as narrow and as wide as mail programs show it: nothing moves sideways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from playwright.sync_api import Page

from tests.mail_samples import SAMPLES, SITE
from tournament.delivery.mail import mail_text

pytestmark = pytest.mark.django_db(transaction=True)
#: Pixels of a narrow phone and of the column of a mail program; the paper of a mail is never wider than this.
WIDTHS, MOST = (360, 600), 600


@pytest.mark.soak(
    gate="tests/unit/tournament/delivery/test_mail_html.py::test_mail_html_has_the_words_of_the_text_and_one_button"
)
@pytest.mark.parametrize("language", ["it", "en"])
def test_no_mail_is_wider_than_its_reader(language: str, open_page: Callable[..., Page], settings: Any) -> None:
    settings.FOSSATO_SITE_URL = SITE
    page = open_page("desktop")
    for name, context in SAMPLES.values():
        mail_text(name=name, to="marta@example.org", context=context, language=language)
        message = mail.outbox[-1]
        assert isinstance(message, EmailMultiAlternatives)
        page.set_content(str(message.alternatives[0][0]))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width, (name, width)
            assert page.locator(".page").evaluate("paper => paper.offsetWidth") <= MOST
