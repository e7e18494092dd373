"""Test every page: each data table has a name, each header cell a scope (WCAG 1.3.1), each list its export files.

The linter of the templates (``.djlint_rules.yaml``) asks the same of tables that only a rare state shows.
"""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import django_tables2
import pytest
from django.test import Client
from django.utils.translation import override

from ranking.web.tables import RankingTable
from tests import factories as make
from tests.integration.browser import worlds
from tests.integration.browser.site_pages import GROUPS
from tests.unit.tournament.web.exported_lists import read_files
from tournament.web.tables import EventTable, FigureTable, ListTable

#: Void elements of HTML.
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

#: Test worlds and the visitors of each, ordered so that no visitor has to sign out.
WORLDS: dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]] = {
    "public": (worlds.public, ("visitor", "player")),
    "desk": (worlds.desk, ("organiser",)),
    "referee": (worlds.refereed, ("referee",)),
    "referent": (worlds.referents, ("referent",)),
}


class Tables(HTMLParser):
    """Collect the tables of a page: their names, duplicate ids, and header cells without a scope."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: dict[str, str] = {}
        self.tables: list[dict[str, str | None]] = []
        self.captions: list[str] = []
        self.twice: list[str] = []
        self.no_scope: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name = attributes.get("id") or ""
        if name in self.words:
            self.twice.append(name)
        if name:
            self.words[name] = ""
        if tag not in VOID:
            self._open.append((tag, name))
        if tag == "table":
            self.tables.append(attributes)
            self.captions.append("")
        if tag == "th" and attributes.get("scope") not in ("col", "row", "colgroup", "rowgroup"):
            self.no_scope.append(str(attributes))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for tag, name in self._open:
            if name:
                self.words[name] += data
            if tag == "caption":
                self.captions[-1] += data

    def names(self) -> list[str]:
        """Return the name of each table as a screen reader announces it; empty if it has none."""
        table_names = []
        for attributes, caption in zip(self.tables, self.captions, strict=True):
            by = " ".join(self.words.get(ident, "") for ident in (attributes.get("aria-labelledby") or "").split())
            table_names.append(" ".join((by or attributes.get("aria-label") or caption).split()))
        return table_names


def test_tables_parser_finds_names_and_problems() -> None:
    page = '<h2 id="h">Posti</h2><table aria-labelledby="h"><tr><th>A</th></tr></table><table></table>'
    assert Tables(page).names() == ["Posti", ""]
    assert len(Tables(page).no_scope) == 1
    assert Tables('<table aria-labelledby="nowhere"></table>').names() == [""]
    assert Tables("<table><caption>Esito</caption></table>").names() == ["Esito"]


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_sortable_table_has_a_label(language: str) -> None:
    labels: dict[type[django_tables2.Table], str] = {
        EventTable: {"it": "Tornei", "en": "Events"}[language],
        RankingTable: {"it": "La Ranking", "en": "The Ranking"}[language],
    }
    # The tables of a pack get their names when they are created, one per group.
    ours = {
        table_class
        for table_class in (*django_tables2.Table.__subclasses__(), *ListTable.__subclasses__())
        if table_class.__module__.endswith(".tables") and table_class is not ListTable
    }
    assert ours - {FigureTable} == set(labels)
    with override(language):
        assert {table_class: str(table_class.label) for table_class in labels} == labels


@pytest.mark.soak(gate="tests/unit/tournament/web/test_lists.py::test_page_with_several_lists_has_one_menu")
@pytest.mark.django_db
@pytest.mark.parametrize("name", WORLDS)
def test_every_table_has_a_name_and_every_list_its_files(name: str, settings: Any) -> None:
    """One walk for both: rendering the pages of all worlds takes longer than both checks."""
    settings.DEBUG = name == "public"  # the gallery is shown in DEBUG only
    build, groups = WORLDS[name]
    me = make.make_user(referent=name == "referent")
    world = build(make.make_organiser(me if name == "desk" else None), make.make_season(), me)
    client = Client()
    wrong: list[str] = []
    tables_seen, files = 0, []
    for group in groups:
        if group != "visitor":
            client.force_login(me)
        for page in GROUPS[group]:
            address = page.address(world).format_map(world)
            answer = client.get(address, follow=True)
            if page.name == "practice_own":
                continue  # needs a record uploaded by a browser; practice_game is the same page
            assert answer.status_code == 200, page
            page_tables = Tables(answer.content.decode())
            names = page_tables.names()
            tables_seen += len(names)
            wrong += [f"{page}: no name"] * names.count("")
            wrong += [f"{page}: {item} twice" for item in page_tables.twice]
            wrong += [f"{page}: {item} without scope" for item in page_tables.no_scope]
            if not answer.redirect_chain:
                number, without = read_files(client, page, address, answer)
                files.append(number)
                wrong += without
    assert wrong == []
    assert tables_seen >= 3
    # Lists, and files of them. A referee's pages are forms of one table.
    assert name == "referee" or (max(files) > 0 and len(files) > files.count(-1))
