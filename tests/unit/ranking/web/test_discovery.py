"""Test robots.txt, the sitemap, the Atom feed, and what an event's page says to other programs."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.ranking.pages import queries_of, text_of
from tournament.models import Event

pytestmark = pytest.mark.django_db


def test_robots_closes_private_addresses_and_names_the_sitemap(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert "Sitemap: http://testserver/sitemap.xml" in lines
    for name in ("my_events", "referent", "account", "account_login"):
        assert any(reverse(name).startswith(line.removeprefix("Disallow: ")) for line in lines if "Disallow" in line)
    assert not any(reverse("event_list").startswith(line.removeprefix("Disallow: ")) for line in lines)


def test_sitemap_lists_public_events_and_no_drafts_in_few_queries(client: Client) -> None:
    draft, public = make.make_event(), make.announced_event()
    addresses = [
        str(node.text) for node in ElementTree.fromstring(text_of(client.get("/sitemap.xml"))).iter() if node.text
    ]
    assert f"http://testserver{public.get_absolute_url()}" in addresses
    assert not any(draft.slug == address.rstrip("/").rpartition("/")[2] for address in addresses)
    assert not any("/giocatori/" in address for address in addresses)
    assert queries_of(client, "sitemap") <= 12


def test_event_feed_lists_the_event_changed_last_first(client: Client) -> None:
    early, late, draft = make.announced_event(), make.announced_event(), make.make_event()
    Event.objects.get(pk=early.pk).save()
    entries = ElementTree.fromstring(text_of(client.get("/eventi.atom"))).iter("{http://www.w3.org/2005/Atom}link")
    addresses = [node.attrib["href"] for node in entries]
    assert f"http://testserver{late.get_absolute_url()}" in addresses
    assert f"http://testserver{draft.get_absolute_url()}" not in addresses
    assert queries_of(client, "event_feed") <= 12


def test_event_page_describes_the_event_to_other_programs(client: Client) -> None:
    event = make.announced_event()
    Event.objects.filter(pk=event.pk).update(name='</script><b>"Coppa"', capacity=24)
    page = text_of(client.get(event.get_absolute_url()))
    match = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
    assert match is not None
    content = json.loads(match[1])
    assert content["name"] == '</script><b>"Coppa"'
    assert content["location"]["address"]["addressLocality"] == event.city
    assert content["maximumAttendeeCapacity"] == 24
    assert 'property="og:title" content="&lt;/script&gt;' in page
