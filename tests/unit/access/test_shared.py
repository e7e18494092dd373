"""Every address: which answers the proxy may keep for everybody, and that none of them belongs to somebody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.urls import URLPattern

from tests.unit.access import matrix
from tests.unit.access.world import ROLES, World, build
from tests.volume import VOLUME
from tournament.web.shared import MARK

pytestmark = pytest.mark.django_db

#: The public pages that are the same for every visitor without an account.
SHARED = {
    *("home", "event_list", "event", "table_result", "event_standings_csv", "event_file", "draws", "draw", "draw_json"),
    *("board", "ranking", "ranking_season", "ranking_csv", "ranking_json", "final_ranking", "past_season", "player"),
    *("ratings_csv", "ratings_json", "cards", "cards_season", "roll_of_honour", "club", "open_data", "licences"),
    *("regulation", "regulation_version", "regulation_text", "rulebook", "materials", "help", "news", "contact"),
    *("privacy", "terms"),
}
PATTERNS = matrix.addresses()
#: Who signs in, and who holds a private link; the last role without either is the visitor.
WITH_ACCOUNT = [role for role in ROLES if role in ("player", "referee", "organiser", "another’s organiser", "Referent")]
VISITOR = ROLES[0]


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


def _answer(world: World, pattern: URLPattern, role: str, **headers: str) -> Any:
    client = world.client(role)
    client.defaults |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    response = client.get(world.address(pattern, role))
    if response.streaming:
        matrix.finish(response)
    return response


def _is_marked(response: Any) -> bool:
    return bool(response.get("Cache-Control") == MARK)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: str(pattern.name))
def test_mark_is_on_listed_pages_alone(world: World, pattern: URLPattern) -> None:
    """No private link, desk or account is among them: an address that is not listed never has the mark."""
    holders = [VISITOR, *(role for role in world.tokens if "token" in pattern.pattern.converters)]
    answers = [_answer(world, pattern, role) for role in holders]
    assert [_is_marked(answer) for answer in answers] == [pattern.name in SHARED] * len(answers)
    for answer in answers:
        if _is_marked(answer):
            assert not answer.cookies
            assert answer.get("Vary", "") in ("", "Accept-Language")
            assert b"csrfmiddlewaretoken" not in answer.content


@pytest.mark.parametrize("turn", range(len(SHARED)), ids=sorted(SHARED))
def test_mark_is_never_given_to_an_account_another_cookie_or_htmx(world: World, turn: int) -> None:
    """One decorator decides: at the gate one account and one header ask for each page, in turn, in a soak all."""
    name = sorted(SHARED)[turn]
    pattern = next(pattern for pattern in PATTERNS if pattern.name == name)
    language = f"{settings.LANGUAGE_COOKIE_NAME}=en"
    others = [{"cookie": "csrftoken=x"}, {"cookie": f"{language}; sessionid=x"}]
    others += [{"hx_request": "true"}, {"authorization": "Bearer x"}]
    roles = WITH_ACCOUNT
    if not VOLUME.every_role:
        roles, others = [roles[turn % len(roles)]], [others[turn % len(others)]]
    for role in roles:
        assert not _is_marked(_answer(world, pattern, role)), role
    assert _is_marked(_answer(world, pattern, VISITOR, cookie=language))
    for headers in others:
        assert not _is_marked(_answer(world, pattern, VISITOR, **headers)), headers


def test_every_public_page_has_a_title_and_a_card_for_sharing(world: World) -> None:
    """A link in a chat shows title, sentence and picture; two pages have two titles, unless they are the same page."""
    titles: dict[str, str] = {}
    for pattern in PATTERNS:
        if "token" in pattern.pattern.converters or "key" in pattern.pattern.converters:
            continue
        answer = _answer(world, pattern, VISITOR)
        page = "" if answer.streaming else answer.content.decode(errors="replace")
        is_private = '<meta name="robots" content="noindex' in page
        if answer.status_code != 200 or is_private or 'class="fo-header fo-header--public"' not in page:
            continue
        name = str(pattern.name)
        title = re.search(r"<title>(.+) · Fossato</title>", page)
        assert title, name
        titles[name] = title[1]
        for kind in ("og:title", "og:description", "og:image", "og:url"):
            assert re.search(rf'<meta property="{kind}" content="[^"]{{4,}}">', page), (name, kind)
        assert page.count("<h1") == 1, name
    assert len(titles) > 25
    assert {"home", "event_list", "event", "ranking", "player", "regulation", "help", "search", "play"} <= set(titles)
