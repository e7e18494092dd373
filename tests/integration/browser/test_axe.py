"""Every page in both languages: no axe violation of WCAG 2.2 AA, no horizontal overflow.

A soak looks at Italian on a phone in light, on a desktop in dark, and at English on a phone, where its words have the
least space, in dark; the gate at Italian on a phone in light, and at all components in dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, Literal

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import site_pages, visitors
from tests.integration.browser.conftest import VIEWS
from tests.integration.browser.looking import WORLDS, Axe, drop_a_record, looked_at
from tests.unit.access.world import ROLES, build
from tests.volume import VOLUME
from tournament.access import links

LOCALES = {"it": "it-IT", "en": "en-GB"}


def _wrong(
    page: Page,
    axe: Axe,
    site: str,
    group: str,
    world: dict[str, Any],
    language: str,
    scheme: Literal["light", "dark"],
    view: str,
) -> dict[str, list[str]]:
    """Return the problems of each page of a group, in a language and a colour scheme, at a width."""
    problems_by_page: dict[str, list[str]] = {}
    page.emulate_media(color_scheme=scheme)
    # A page that opens at another width is laid out twice.
    page.set_viewport_size(VIEWS[view]["viewport"])
    for site_page in _shown_pages(group):
        response = page.goto(site + site_page.address(world).format_map(world))
        assert response is not None
        assert response.status == 200, site_page
        assert page.get_attribute("html", "lang") == language, site_page
        assert page.locator("h1").count() == 1, site_page
        problems = looked_at(page, axe, (view,))
        problems_by_page |= {f"{language}, {scheme}, {group}: {site_page}": problems} if problems else {}
    return problems_by_page


def _shown_pages(group: str) -> Iterable[site_pages.Page]:
    """Return the pages of a group; at the gate's volume one state of one address in three."""
    pages = site_pages.GROUPS[group]
    shown = pages if VOLUME.page_states else [*{page.name: page for page in pages}.values()]
    return shown[:: VOLUME.page_step]


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_pages_accessible_and_within_width")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", WORLDS)
def test_pages_accessible_without_overflow(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any, settings: Any, name: str
) -> None:
    settings.DEBUG = name == "public"  # the gallery is for developers of pages
    build, groups = WORLDS[name]
    me = make.make_user(groups[0], referent=name == "referent")
    world = build(make.make_organiser(me if name == "desk" else None), make.make_season(), me)
    problems_by_page: dict[str, list[str]] = {}
    for (language, scheme, view), group in product(VOLUME.page_views, groups):
        page = open_page("desktop", locale=LOCALES[language])
        if group != "visitor":
            visitors.sign_in_quickly(page, live_server.url, me)
        if group == "player":
            drop_a_record(page, live_server.url, language)
        problems_by_page |= _wrong(page, axe_violations, live_server.url, group, world, language, scheme, view)
    assert problems_by_page == {}, "\n".join(
        f"{address}: {line}" for address, lines in problems_by_page.items() for line in lines
    )


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_pages_accessible_and_within_width")
@pytest.mark.django_db(transaction=True)
def test_components_accessible_in_dark_mode(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any, settings: Any
) -> None:
    settings.DEBUG = True
    page = open_page("phone", color_scheme="dark")
    page.goto(f"{live_server.url}{reverse('gallery')}")
    expect(page.locator("h1")).to_have_count(1)
    dark_page = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert looked_at(page, axe_violations) == []
    page.emulate_media(media="print", color_scheme="dark")
    assert (dark_page, page.evaluate("getComputedStyle(document.body).backgroundColor")) == (
        "rgb(6, 25, 29)",
        "rgb(255, 255, 255)",
    )


def test_addresses_checked_or_no_page() -> None:
    looked_at = {site_page.name for pages in site_pages.GROUPS.values() for site_page in pages}
    other = site_pages.POST_ONLY | site_pages.NO_PAGE | site_pages.SIGN_IN_STEPS
    unknown = [
        route
        for route, name, _pattern in site_pages.addresses()
        if name not in looked_at | other and not route.endswith(site_pages.FILE_ENDS)
    ]
    assert unknown == [], "give these a page in site_pages, with what it shows in worlds"
    assert not looked_at & other


@pytest.mark.django_db
def test_post_only_addresses_refuse_get() -> None:
    patterns = {name: pattern for _route, name, pattern in site_pages.addresses()}
    event = make.drawn_event()
    tokens = {
        "t/": links.link_token(links.table_links_make(round=make.last_round(event), by=None)[0]),
        "g/": links.link_token(links.participant_links_make(event=event, by=None)[0]),
    }
    client = Client()
    client.force_login(make.make_user(superuser=True), backend="allauth.account.auth_backends.AuthenticationBackend")
    for name in sorted(site_pages.POST_ONLY):
        pattern = patterns[name].pattern
        what = pattern.converters.get("what")
        facts = {
            "what": what.regex.split("|")[0] if what else "",
            **{
                "slug": event.slug,
                "season": event.season.slug,
                "number": 1,
                "table": 1,
                "pk": 1,
                "user": 1,
                "membership": 1,
            },
            "language": "it",
            "kind": "consent",
            "key": "1",
            "token": tokens.get(str(pattern)[:2]),
        }
        address = reverse(name, kwargs={key: facts[key] for key in pattern.converters})
        assert client.get(address).status_code == 405, name


@pytest.mark.soak(gate="tests/integration/browser/test_axe.py::test_addresses_checked_or_no_page")
@pytest.mark.django_db
def test_no_page_addresses_return_no_page() -> None:
    """Fragments, files and machine-readable responses are not complete HTML pages; such a page belongs into a group."""
    world = build()
    pages, answered = [], 0
    for route, name, pattern in site_pages.addresses():
        if name == "set_language" or not (name in site_pages.NO_PAGE or route.endswith(site_pages.FILE_ENDS)):
            continue
        for role in reversed(ROLES):
            response = world.client(role).get(world.address(pattern, role))
            if response.status_code != 200:
                continue
            answered += 1
            html = response["Content-Type"].startswith("text/html")
            is_complete_page = not getattr(response, "is_async", False) and b"<html" in response.getvalue()
            pages += [name] if html and is_complete_page else []
            break
    assert pages == []
    assert answered > 20
