"""Every page in both languages: axe finds nothing to say about WCAG 2.2 AA, nothing is wider than the screen.

Italian on a phone and on a desk, English on a phone, where its words have the least room.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import site_pages, visitors
from tests.integration.browser.conftest import VIEWS
from tests.integration.browser.looking import WORLDS, Axe, drop_a_record, looked_at
from tests.unit.access.world import ROLES, build
from tournament.access import links

#: Language -> how the browser asks for it, and the widths at which its pages are looked at.
LANGUAGES = {"it": ("it-IT", tuple(VIEWS)), "en": ("en-GB", ("phone",))}


def _wrong(
    page: Page,
    axe: Axe,
    site: str,
    group: str,
    world: dict[str, Any],
    language: str,
) -> dict[str, list[str]]:
    """What is wrong with each page of a group, in a language, at each of its widths."""
    wrong: dict[str, list[str]] = {}
    views = LANGUAGES[language][1]
    for one in site_pages.GROUPS[group]:
        answer = page.goto(site + one.address(world).format_map(world))
        assert answer is not None
        assert answer.status == 200, one
        assert page.get_attribute("html", "lang") == language, one
        assert page.locator("h1").count() == 1, one
        found = looked_at(page, axe, views)
        wrong |= {f"{language}, {group}: {one}": found} if found else {}
    return wrong


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", WORLDS)
def test_every_page_is_accessible_and_fits(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any, settings: Any, name: str
) -> None:
    settings.DEBUG = name == "public"  # the gallery is for those who build pages
    build, groups = WORLDS[name]
    me = make.make_user(groups[0], referent=name == "referent")
    world = build(make.make_organiser(me if name == "desk" else None), make.make_season(), me)
    wrong: dict[str, list[str]] = {}
    for language, group in product(LANGUAGES, groups):
        page = open_page("desktop", locale=LANGUAGES[language][0])
        if group != "visitor":
            visitors.sign_in_quickly(page, live_server.url, me)
        if group == "player":
            drop_a_record(page, live_server.url, language)
        wrong |= _wrong(page, axe_violations, live_server.url, group, world, language)
    assert wrong == {}, "\n".join(f"{one}: {line}" for one, lines in wrong.items() for line in lines)


@pytest.mark.django_db(transaction=True)
def test_the_components_are_accessible_in_the_dark(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any, settings: Any
) -> None:
    settings.DEBUG = True
    page = open_page("phone")
    page.goto(f"{live_server.url}{reverse('gallery')}")
    expect(page.locator("h1")).to_have_count(1)
    page.evaluate("document.documentElement.dataset.bsTheme = 'dark'")
    assert looked_at(page, axe_violations) == []


def test_every_address_of_the_site_is_looked_at_or_is_no_page() -> None:
    looked_at = {one.name for pages in site_pages.GROUPS.values() for one in pages}
    other = site_pages.POST_ONLY | site_pages.NO_PAGE
    unknown = [
        route
        for route, name, _pattern in site_pages.addresses()
        if name not in looked_at | other and not route.endswith(site_pages.FILE_ENDS)
    ]
    assert unknown == [], "give these a page in site_pages, with what it shows in worlds"
    assert not looked_at & other


@pytest.mark.django_db
def test_what_is_not_looked_at_answers_a_post_alone() -> None:
    patterns = {name: pattern for _route, name, pattern in site_pages.addresses()}
    event = make.drawn_event()
    tokens = {
        "t/": links.link_token(links.table_links_make(round=make.last_round(event), by=None)[0]),
        "g/": links.link_token(links.participant_links_make(event=event, by=None)[0]),
    }
    client = Client()
    client.force_login(make.make_user(superuser=True), backend="django.contrib.auth.backends.ModelBackend")
    for name in sorted(site_pages.POST_ONLY):
        pattern = patterns[name].pattern
        what = pattern.converters.get("what")
        facts = {
            "what": what.regex.split("|")[0] if what else "",
            **{"slug": event.slug, "number": 1, "table": 1, "pk": 1},
            "token": tokens.get(str(pattern)[:2]),
        }
        address = reverse(name, kwargs={key: facts[key] for key in pattern.converters})
        assert client.get(address).status_code == 405, name


@pytest.mark.django_db
def test_what_is_called_no_page_is_none() -> None:
    """Parts, files and what machines ask for answer no whole page of HTML: such a page belongs into a group."""
    world = build()
    pages, seen = [], 0
    for route, name, pattern in site_pages.addresses():
        if name == "set_language" or not (name in site_pages.NO_PAGE or route.endswith(site_pages.FILE_ENDS)):
            continue
        for role in reversed(ROLES):
            answer = world.client(role).get(world.address(pattern, role))
            if answer.status_code != 200:
                continue
            seen += 1
            html = answer["Content-Type"].startswith("text/html")
            whole = not getattr(answer, "is_async", False) and b"<html" in answer.getvalue()
            pages += [name] if html and whole else []
            break
    assert pages == []
    assert seen > 20
