"""Test the navigation and the footer: the same on every page for a role, without broken links."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from tests import factories as make
from tests.volume import one_in

pytestmark = pytest.mark.django_db

#: The four pages of the menu, the same for every role.
MENU = ["Events", "Ranking", "Regulation", "Organise"]
ROLES = ("anonymous", "organiser", "referee", "referent")


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
@pytest.mark.parametrize("who", ROLES)
def test_navigation_of_each_role_is_the_same_on_every_page(
    visitor: Callable[..., Client], who: str, language: str
) -> None:
    client = visitor(who, make.drawn_event())
    with translation.override(language):
        expected = [gettext(text) for text in MENU]
    for name in ("home", "event_list", "ranking", "regulation", "open_data", "licences", "practice", "packs", "api"):
        page = client.get(reverse(name), headers={"accept-language": language}).content.decode()
        assert [text for _address, text in Links(page, "fo-nav").found] == expected, name
        work = reverse("own_place") in [address for address, _text in Links(page, "fo-header").found]
        assert work == (who != "anonymous"), name


@pytest.mark.parametrize("who", one_in(2, ROLES))
def test_navigation_and_footer_have_no_broken_links(visitor: Callable[..., Client], who: str) -> None:
    client = visitor(who, make.drawn_event())
    page = client.get(reverse("help")).content.decode()
    header, footer, body = (Links(page, css).found for css in ("fo-header", "fo-footer", "fo-page"))
    addresses = {address for address, _words in [*header, *footer, *body] if address.startswith("/")}
    # The way to one's own work leads on to the page of each role.
    statuses = {
        address: client.get(address, follow=address == reverse("own_place")).status_code for address in addresses
    }
    assert {address: status for address, status in statuses.items() if status != 200} == {}
    named = {address for address, _words in body}
    assert {reverse(name) for name in ("open_data", "api", "licences", "terms", "status", "news", "packs")} <= named


def test_frame_of_a_public_page_has_nine_entries_at_the_foot_and_at_most_sixteen_links() -> None:
    """The search is in the head, and the other language is the ninth entry of the foot, a button."""
    for name in ("home", "event_list", "ranking", "regulation", "help", "search", "news", "play"):
        page = Client().get(reverse(name)).content.decode()
        header, footer = Links(page, "fo-header").found, Links(page, "fo-footer").found
        foot = page[page.index('<footer class="fo-footer"') :]
        assert (len(footer), foot.count('name="language"')) == (8, 1), name
        assert len(header) + len(footer) + 1 <= 16, name
        assert f'action="{reverse("search")}"' in page, name


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
