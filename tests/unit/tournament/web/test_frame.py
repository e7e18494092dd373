"""Test the navigation and the footer: the same on every page for a role, without broken links."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, pgettext

from tests import factories as make
from tests.volume import one_in

pytestmark = pytest.mark.django_db

ALL = ["Season", "Events", "Ranking", "Play"]
OWN = "Your work"
MENUS = {
    "anonymous": [*ALL, "Organise", "Help"],
    "organiser": [OWN, *ALL, "Organise", "Help"],
    "referee": [OWN, *ALL, "Organise", "Your tables", "Help"],
    "referent": [OWN, *ALL, "Organise", "Referent’s desk", "Help"],
}


class Links(HTMLParser):
    """Collect the links of the elements with a CSS class: address and text."""

    def __init__(self, page: str, css: str) -> None:
        super().__init__()
        self.css, self.depth, self.tag = css, 0, ""
        self.found: list[list[str]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if not self.depth and self.css in (named.get("class") or "").split():
            self.tag = tag
        self.depth += tag == self.tag
        if self.depth and tag == "a":
            self.found.append([named["href"] or "", ""])
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "a"
        if self.depth and tag == self.tag:
            self.depth -= 1
            self.tag = self.tag if self.depth else ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[-1][1] += data.strip()


@pytest.mark.parametrize("language", one_in(2, ["it", "en"]))
@pytest.mark.parametrize("who", MENUS)
def test_navigation_of_each_role_is_the_same_on_every_page(
    visitor: Callable[..., Client], who: str, language: str
) -> None:
    client = visitor(who, make.drawn_event())
    with translation.override(language):
        expected = [pgettext("the page", text) if text == "Play" else gettext(text) for text in MENUS[who]]
    for name in ("home", "event_list", "ranking", "regulation", "open_data", "licences", "practice", "packs", "api"):
        page = client.get(reverse(name), headers={"accept-language": language}).content.decode()
        assert [text for _address, text in Links(page, "fo-nav").found] == expected, name


@pytest.mark.parametrize("who", one_in(2, MENUS))
def test_navigation_and_footer_have_no_broken_links(visitor: Callable[..., Client], who: str) -> None:
    client = visitor(who, make.drawn_event())
    page = client.get(reverse("regulation")).content.decode()
    addresses = {address for css in ("fo-header", "fo-footer") for address, _words in Links(page, css).found}
    assert len(addresses) >= 9
    # The way to one's own work leads on to the page of each role.
    statuses = {
        address: client.get(address, follow=address == reverse("own_place")).status_code
        for address in addresses
        if not address.startswith("mailto:")
    }
    assert {address: status for address, status in statuses.items() if status != 200} == {}
    named = {text for _address, text in Links(page, "fo-footer").found}
    assert {"Prossimi tornei", "Regolamento", "Dati aperti", "API per sviluppatori", "Licenze"} <= named
    assert ("I tuoi tornei" in named) == (who != "anonymous")


@pytest.mark.parametrize("page", ["my_events", "event_new", "desk", "entries", "event_edit", "round_new"])
def test_frame_of_a_working_page_has_at_most_six_links(visitor: Callable[..., Client], page: str) -> None:
    event = make.check_in_event(players=4)
    client = visitor("organiser", event)
    make.make_organiser(client.user)  # type: ignore[attr-defined]
    address = reverse(page) if page in ("my_events", "event_new") else reverse(page, args=[event.slug])
    content = client.get(address).content.decode()
    bar, line = (Links(content, css).found for css in ("fo-header", "fo-line"))
    skip = 1
    assert bar
    assert line
    assert len(bar) + len(line) + skip <= 6
    assert Links(content, "fo-footer").found == []
    if page == "entries":
        assert reverse("desk", args=[event.slug]) in [address for address, _words in bar]
