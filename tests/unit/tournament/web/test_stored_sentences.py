"""Test that stored codes (reasons, actors, verbs, draws) are shown as text in the visitor's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests import factories as make
from tournament.access import links
from tournament.core.audit import actor_context
from tournament.entries import services as entries
from tournament.models import Draw, Event, Sheet
from tournament.reports import services as reports

pytestmark = pytest.mark.django_db

#: An identifier with an underscore, as only code has; not inside a URL or the name of a form field.
RAW = re.compile(r"(?<![\w./:@-])[a-z]+_[a-z_]+(?![\w./@])")
NO_REPORT = {
    "it": "Entro il termine non è arrivato un rapporto completo: il torneo non è valido (art. 1.2).",
    "en": "No complete report came in time: the event is not valid (art. 1.2).",
}


def _words(client: Client, address: str, language: str) -> str:
    page = client.get(address, headers={"accept-language": language}).content.decode()
    body = re.sub(r"<(script|style).*?</\1>|<dt>(Its name in|Come si chiama nel) .*?</dd>", " ", page, flags=re.S)
    return " ".join(unescape(strip_tags(body)).split())


@pytest.mark.parametrize("language", ["it", "en"])
def test_invalidated_event_shows_its_reason_in_the_language(
    organiser: Callable[[Event], Client], language: str
) -> None:
    event = make.concluded_event()
    reports.reports_sweep(now=reports.report_deadline(event) + timedelta(seconds=1))
    client, other = organiser(event), NO_REPORT["en" if language == "it" else "it"]
    addresses = [event.get_absolute_url(), *(reverse(name, args=[event.slug]) for name in ("desk", "history"))]
    for address in addresses:
        text = _words(client, address, language)
        assert NO_REPORT[language] in text, address
        assert other not in text
        assert "[[" not in text


@pytest.mark.parametrize(("language", "shown"), [("it", "link del tavolo 1"), ("en", "link of table 1")])
def test_sheet_entered_through_a_link_names_the_link_in_the_language(
    organiser: Callable[[Event], Client], language: str, shown: str
) -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    link = next(
        candidate for candidate in links.table_links_make(round=table.round, by=None) if candidate.table_id == table.pk
    )
    with actor_context(links.link_actor(link)):
        make.report(table)
    client = organiser(event)
    sheet = Sheet.objects.get()
    for name, args in (("sheet", [event.slug, 1, 1]), ("history", [event.slug])):
        assert shown in _words(client, reverse(name, args=args), language)
    assert (sheet.entered_with, sheet.entered_with_params) == ("link_of_table", {"table": 1})


@pytest.mark.parametrize("language", ["it", "en"])
def test_event_pages_show_no_identifiers(organiser: Callable[[Event], Client], language: str) -> None:
    event = make.check_in_event()
    entries.walk_in(event=event, first_name="Ada", last_name="Alla Porta", consent=True, by=None)
    client = organiser(event)
    assert RAW.findall(_words(client, reverse("history", args=[event.slug]), language)) == []
    drawn = make.played_event()
    client = organiser(drawn)
    draws = Draw.objects.filter(event=drawn, drawn_at__isnull=False)
    assert {"standings_lots", "tables", "seats", "kingdom"} <= {draw.purpose for draw in draws}
    addresses = [reverse("history", args=[drawn.slug]), *(draw.get_absolute_url() for draw in draws)]
    for address in addresses:
        assert RAW.findall(_words(client, address, language)) == [], address
