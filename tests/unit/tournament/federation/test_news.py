"""News and the federation's texts: who writes them, who reads them, where they stand."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.federation import services
from tournament.models import News, SiteText

pytestmark = pytest.mark.django_db

WORDS = {"title": "Si apre la stagione", "text": "Le date sono su https://forum.example/date\n\nA presto!"}


def _client(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _published(**words: str) -> News:
    news = services.news_write(news=None, by=None, **{**WORDS, **words})
    services.news_publish(news=news, by=None)
    return news


def test_draft_is_read_by_its_writer_alone_until_it_is_published(client: Client) -> None:
    writer = _client(make.make_user(referent=True))
    answer = writer.post(reverse("publishing"), WORDS)
    news = News.objects.get()
    assert answer["Location"] == reverse("news_edit", args=[news.pk])
    assert WORDS["title"] not in text_of(client.get(reverse("news")))
    writer.post(reverse("news_edit", args=[news.pk]), {"act": "publish"})
    page = text_of(client.get(reverse("news")))
    assert '<a href="https://forum.example/date" rel="nofollow">' in page
    assert WORDS["title"] in text_of(client.get(reverse("home")))
    writer.post(reverse("news_edit", args=[news.pk]), {"act": "withdraw"})
    assert WORDS["title"] not in text_of(client.get(reverse("home")))
    verbs = list(News.history.order_by("history_id").values_list("history_verb", flat=True))
    assert verbs == ["news_write", "news_publish", "news_withdraw"]


def test_news_is_written_anew_and_refused_without_a_title() -> None:
    news, writer = _published(), _client(make.make_user(referent=True))
    assert writer.post(reverse("news_edit", args=[news.pk]), {"title": "", "text": "x"}).status_code == 422
    writer.post(reverse("news_edit", args=[news.pk]), {**WORDS, "title": "Nuovo titolo"})
    assert News.objects.get().title == "Nuovo titolo"


def test_news_in_english_where_somebody_wrote_it(client: Client) -> None:
    _published(title_en="The season opens")
    _published(title="Solo italiano")
    client.cookies["django_language"] = "en"
    page = text_of(client.get(reverse("news")))
    assert "The season opens" in page
    assert WORDS["title"] not in page
    assert "Solo italiano" in page


def test_markup_of_a_writer_is_shown_as_text(client: Client) -> None:
    _published(text="<script>alert(1)</script>")
    assert "<script>alert(1)" not in text_of(client.get(reverse("news")))


def test_feed_has_news_among_the_events(client: Client) -> None:
    event, news = make.announced_event(), _published()
    entries = ElementTree.fromstring(text_of(client.get(reverse("event_feed")))).iter(
        "{http://www.w3.org/2005/Atom}link"
    )
    addresses = [node.attrib["href"] for node in entries]
    assert any(address.endswith(news.get_absolute_url()) for address in addresses)
    assert any(address.endswith(event.get_absolute_url()) for address in addresses)


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("contact", SiteText.Page.CONTACT),
        ("help", SiteText.Page.PLAYERS),
        ("help", SiteText.Page.ORGANISERS),
        ("help", SiteText.Page.REFEREES),
        ("organise_event", SiteText.Page.ORGANISE),
    ],
)
def test_text_of_a_page_stands_on_it_until_it_is_emptied(client: Client, name: str, page: str) -> None:
    writer = _client(make.make_user(referent=True))
    writer.post(reverse("site_text_edit", args=[page]), {"text": "Scrivici al forum", "text_en": "Write to us"})
    assert "Scrivici al forum" in text_of(client.get(reverse(name)))
    assert "ha un testo" in text_of(writer.get(reverse("publishing")))
    writer.post(reverse("site_text_edit", args=[page]), {"text": "", "text_en": ""})
    assert "Scrivici al forum" not in text_of(client.get(reverse(name)))


def test_page_without_a_text_of_its_own_is_not_found() -> None:
    assert _client(make.make_user(referent=True)).get(reverse("site_text_edit", args=["altro"])).status_code == 404
