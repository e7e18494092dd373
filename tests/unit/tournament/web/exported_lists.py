"""The export files of a list, found on its page and read."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs

from django.test import Client
from openpyxl import load_workbook

from tests.integration.browser.site_pages import Page

#: Pages with a table that is not exported, and why.
NO_LIST = {
    "api": "what there is for programs, and the description is JSON itself",
    "board": "a display; its data are JSON at an address of their own",
    "regulation": "the text of the rules",
    "regulation_version": "the text of the rules",
    "regulation_text": "the text of the rules",
    "regulation_edit": "a form",
    "desk": "today’s work; the tables and standings of a round are lists of its page",
    "home": "the beginning of lists that have pages of their own",
    "draw": "one draw, which is JSON at an address of its own",
    "table_result": "one table; the tables of its round are a list of the event’s page",
    "player_phone": "one player’s day; the lists are those of the event’s page",
    "entry_add": "a search whose hits are buttons",
    "entries_import": "a file of the visitor’s own, read back",
    "round_new": "what would be drawn, before it is",
    "final_new": "what would be drawn, before it is",
    "round_close": "a question before an act",
    "my_games": "what comes next; the results are a list of the player’s page",
    "account": "settings",
    "sheet": "a form",
    "play": "a form",
    "play_lesson": "leads to a game",
    "play_resume": "leads to a game",
    "rulebook": "the rules of a game, by topic",
    "play_table": "a game of the visitor’s own",
    "play_watch": "a game, step by step",
    "practice_game": "a game, step by step",
    "practice_own": "a game, step by step",
    "materials": "what a form computes",
    "season_end": "a question before an act",
    "final_ranking": "a signed document, which is a file of its own",
    "past_season_import": "a form; each season is a list of its own page",
    "pack_correct": "a form",
    "homologation": "one report computed again",
    "organiser": "one organiser",
    "claim_answer": "one request, with the records it may be about",
    "people_duplicates": "two records side by side",
    "people_merge": "two records side by side",
    "erasure_receipt": "one receipt",
    "gallery": "the components of the look",
    "tokens": "a handful of keys of the visitor’s own",
}
#: Exported lists that are not shown as a table.
ALSO = {"referent", "person", "packs"}
#: The numbers of a chart as a table below it, and the regulation's points, which are no lists.
CHART_NUMBERS = re.compile(
    r'<details class="fo-fold">\s*<summary>I numeri in tabella</summary>.*?</details>'
    r'|<table [^>]*aria-label="Punti per la Ranking">.*?</table>',
    re.DOTALL,
)
LINK = re.compile(r'href="([^"]*\?[^"]*formato=(csv|xlsx)[^"]*)"')


def files_of(page: str, own: str) -> dict[str, set[str]]:
    """Return the addresses of a page's export files by format."""
    files: dict[str, set[str]] = {"csv": set(), "xlsx": set()}
    for address, kind in LINK.findall(page):
        address = unescape(address)
        files[kind].add(address if address.startswith("/") else own.partition("?")[0] + address)
    return files


def main_part(answer: Any) -> str:
    """Return a page's content without its header and footer."""
    return answer.content.decode().partition("<main")[2].partition("</main>")[0]


def sheets(answer: Any) -> dict[str, list[list[str]]]:
    """Return the rows of each sheet of a spreadsheet, including the headings."""
    assert answer.status_code == 200
    return {
        sheet.title: [[_written(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
        for sheet in load_workbook(io.BytesIO(answer.content))
    }


def _written(cell: Any) -> str:
    """Return a cell as the Italian CSV writes it."""
    return "" if cell is None else str(cell).replace(".", ",") if isinstance(cell, float) else str(cell)


def read(answer: Any, separator: str = ";") -> list[list[str]]:
    """Return the rows of a CSV file, including the headings; an English one is separated by commas."""
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=separator))


def read_files(client: Client, page: Page, address: str, answer: Any) -> tuple[int, list[str]]:
    """Read every export file of a page; return their number, -1 for a page without a list, and what is wrong."""
    text = CHART_NUMBERS.sub("", main_part(answer))
    listed = "<table" in text or "fo-pager" in text or (page.name in ALSO and "formato=" in text)
    if page.name in NO_LIST or not listed:
        return -1, []
    files = files_of(text, address)
    if not files["csv"] or len(files["xlsx"]) != 1:
        return 0, [f"{page}: lists without one menu of files"]
    wrong = []
    (spreadsheet,) = files["xlsx"]
    whole = sheets(client.get(spreadsheet))
    for csv_file in sorted(files["csv"]):
        rows = read(client.get(csv_file))
        name = parse_qs(csv_file.partition("?")[2])["lista"][0]
        if whole.get(name[:31]) != rows or any(len(row) != len(rows[0]) for row in rows):
            wrong.append(f"{page}: {csv_file} is not the sheet of the same name")
    if len(whole) != len(files["csv"]):
        wrong.append(f"{page}: a spreadsheet of other lists than the page names")
    return len(files["csv"]), wrong
