"""Template tags of the interface; usage and examples: docs/look.md.

Every tag takes plain values (strings, whole numbers, lists of dictionaries) and does not depend on the models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournament.core.formatting import history_words, minus, of_number, ordinal, points, table_sizes
from tournament.models.accounts import account_name
from tournament.pages.help import help_answer
from tournament.pages.labels import DECIDED_BY, TABLE_STATES, criterion_words
from tournament.people.accounts import account_login
from tournament.regulation import parameters as regulation

from . import _charts, _clock, _codes, _forms, _paper, _referent
from ._icons import ICONS
from ._library import register
from ._words import (
    CARD_TYPES,
    EVENT_STATES,
    FINDING_ICONS,
    JOB_STATES,
    ROUND_STATES,
    TABLE_CALLED,
    TINCTURES,
)

__all__ = ["_charts", "_clock", "_codes", "_forms", "_paper", "_referent", "register"]

FASCIE: dict[str, str] = {
    "I": "M2 10h16v4H2z",
    "II": "M2 7h16v3H2zM2 13h16v3H2z",
    "III": "M2 5.5h16V8H2zM2 10.5h16V13H2zM2 15.500h15V18H4z",
}
_SHIELD = "M1.5 1.5h17v10.5c0 5.5-4 8.5-8.5 10.5C5.500 20.500 1.5 17.500 1.5 12z"


# ---------------------------------------------------------------- text and numbers


register.filter("points", points)
register.filter("ordinal", ordinal)
register.filter("minus", minus)
register.filter("of_number", of_number)
register.simple_tag(table_sizes)
register.simple_tag(history_words)
register.filter("account_name", account_name)
register.filter("account_login", account_login)


@register.simple_block_tag
def captured(content: str) -> str:
    """Return the block's content, to be used more than once: ``{% captured as title %}…{% endcaptured %}``."""
    return content.strip()


# ---------------------------------------------------------------- icons and chips


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Render icon `name` of _icons.py, hidden from screen readers unless it has a `label`.

    Raises KeyError for an unknown name.
    """
    inside = mark_safe(ICONS[name])
    if label:
        return format_html(
            '<svg class="fo-icon" viewBox="0 0 24 24" role="img" aria-label="{}">{}</svg>', label, inside
        )
    return format_html('<svg class="fo-icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', inside)


@register.simple_tag
def fascia(value: str, words: bool = True) -> SafeString:
    """Render the shield of a Fascia with one, two or three bars and its number (`words=False`: the shield alone)."""
    label = _("Fascia %(number)s") % {"number": value}
    shield = format_html(
        '<svg class="fo-shield" viewBox="0 0 20 24" role="img" aria-label="{}">'
        '<path d="{}" fill="none" stroke="currentColor" stroke-width="2"/><path d="{}" fill="currentColor"/></svg>',
        label,
        _SHIELD,
        FASCIE[value],
    )
    return format_html('{} <span aria-hidden="true">{}</span>', shield, value) if words else shield


def _state(entry: tuple[Any, str], text: str, capital: bool, wash: bool) -> SafeString:
    words, modifier = entry
    label = text or str(words)
    return format_html(
        '<span class="fo-state fo-state--{}{}">{}</span>',
        modifier,
        " fo-state--wash" if wash else "",
        capfirst(label) if capital else label,
    )


@register.simple_tag
def state_chip(state: str, text: str = "", capital: bool = False, due: bool = False) -> SafeString:
    """Render the state of an event as a chip.

    `text` replaces the label; `due` highlights a state in which somebody must act.
    """
    entry = EVENT_STATES[state]
    return _state((entry[0], "due") if due else entry, text, capital, state in ("checkin",))


@register.simple_tag
def round_chip(state: str, text: str = "", capital: bool = False) -> SafeString:
    """Render the state of a round as a chip."""
    return _state(ROUND_STATES[state], text, capital, False)


def _table_state(state: str, called: bool) -> dict[str, Any]:
    label, modifier, drawing = TABLE_CALLED if called else TABLE_STATES[state]
    return {"words": label, "modifier": modifier, "icon": drawing}


@register.simple_tag
def table_tag(state: str, called: bool = False) -> SafeString:
    """Render the state of a table as inline text; `called`: its players wait for a referee."""
    chip = _table_state(state, called)
    modifier = f" fo-tag--{chip['modifier']}" if chip["modifier"] else ""
    drawing = icon(chip["icon"]) if chip["icon"] else ""
    return format_html('<span class="fo-tag{}">{}{}</span>', modifier, drawing, chip["words"])


@register.simple_tag
def why(decided_by: str, among: int = 0, text: str = "") -> SafeString:
    """Render the reason of a place as a chip.

    `among`: the number of players among whom the lot was drawn. Criteria of other games use that game's labels.
    """
    label, modifier = DECIDED_BY.get(decided_by) or (criterion_words(decided_by, advantage=True), "tie")
    if not text and decided_by == "lot" and among > 1:
        text = _("lot among %(count)s") % {"count": among}
    return format_html('<span class="fo-why{}">{}</span>', f" fo-why--{modifier}" if modifier else "", text or label)


# ---------------------------------------------------------------- lists and tables


@register.inclusion_tag("components/timeline.html")
def timeline(steps: Sequence[Mapping[str, Any]], label: str = "") -> dict[str, Any]:
    """Render the timeline of an event. `steps`: {"label", "when" (text), "state": "done"|"now"|"todo"}."""
    return {"steps": steps, "label": label or _("How the event goes")}


@register.inclusion_tag("components/kingdom.html")
def kingdom(cards: Sequence[Mapping[str, Any]], rulings: bool = True, compact: bool = False) -> dict[str, Any]:
    """Render the ten cards of a kingdom, and below them what the regulation says about each (art. 2.5).

    Arguments:
        cards: {"name", "cost", "types": ["action", "attack"], "order": 8 or None, "ruling"} each.
        rulings: whether they are shown; the wall has no room for them.
        compact: only names and costs, in one line each.
    """
    return {
        "compact": compact,
        "rulings": [card for card in cards if rulings and card.get("ruling")],
        "cards": [
            {
                **card,
                "tincture": next((name for name in TINCTURES if name in card["types"]), ""),
                "type_words": ", ".join(str(CARD_TYPES.get(name, name)) for name in card["types"]),
            }
            for card in cards
        ],
    }


@register.inclusion_tag("components/table_tile.html")
def table_tile(tile: Mapping[str, Any], level: int = 3) -> dict[str, Any]:
    """Render a table with its seats in playing order, as an <li> of <ul class="fo-tables">.

    `tile`: {"number", "state", "called": bool, "url": "" or address, "name": "" (replaces "Table 4"), "seats":
    [{"name", "place": int or None, "me": bool}]}. `level` is that of its heading.
    """
    name = tile.get("name") or _("Table %(number)s") % {"number": tile["number"]}
    return {
        "tile": tile,
        "name": name,
        "state": _table_state(tile["state"], bool(tile.get("called"))),
        "tag": f"h{level}",
    }


@register.inclusion_tag("components/findings.html")
def findings(items: Iterable[Mapping[str, Any]], prefix: str = "finding") -> dict[str, Any]:
    """Render validation findings, each with its suggested corrections.

    `items`: {"severity": "error"|"warning"|"note", "sentence", "detail": "", "article": "", "article_url": "", "fixes":
    [{"label", "name", "value"} a submit button or {"label", "url"} a link]}. Only "severity" and "sentence" are
    required. The id of the n-th is `prefix`-n, for aria-describedby.
    """
    return {"items": [{**item, "icon": FINDING_ICONS[item["severity"]]} for item in items], "prefix": prefix}


def _attribute(row: Any, name: str) -> Any:
    return row.get(name) if isinstance(row, Mapping) else getattr(row, name, None)


@register.filter
def tie_brackets(rows: Iterable[Any], key: str = "tie") -> list[dict[str, Any]]:
    """Return the rows with a bracket for neighbours tied by a lot: [{"row", "css", "first", "size", "nth"}].

    `key` names the field (of a dictionary or an object) that the rows of one tie share; None or "" is no tie. `css` is
    for the cell with the reason; `nth` counts from 1 within the tie.
    """
    bracketed_rows: list[dict[str, Any]] = []
    group: list[dict[str, Any]] = []
    previous_tie: Any = None
    for row in rows:
        tie = _attribute(row, key) or None
        if tie is None or tie != previous_tie:
            group = []
        previous_tie = tie
        entry = {"row": row, "css": "", "first": True, "size": 1, "nth": 1}
        bracketed_rows.append(entry)
        group.append(entry)
        if tie is not None and len(group) > 1:
            for place, member in enumerate(group, 1):
                end = " fo-tie--a" if place == 1 else " fo-tie--z" if place == len(group) else ""
                member.update(css=f"fo-tie{end}", first=place == 1, size=len(group), nth=place)
    return bracketed_rows


@register.inclusion_tag("components/standings.html")
def standings(
    rows: Sequence[Mapping[str, Any]],
    cut_after: int = 0,
    cut_text: str = "",
    last_column: str = "",
    caption: str = "",
    label: str = "",
) -> dict[str, Any]:
    """Render the standings of an event with the reason of every place.

    `rows`: {"place", "name", "url": "", "wins", "seconds", "thirds", "decided_by", "tie": any or None (rows of one lot
    share it), "me": bool, "anonymous": bool, "last": text of the last column}. The cut line is drawn after `cut_after`
    rows. `caption` is shown above; without one `label` is the table's accessible name.
    """
    return {
        "rows": tie_brackets(rows),
        "cut_after": cut_after,
        "cut_text": cut_text,
        "last_column": last_column,
        "caption": caption,
        "label": label or _("Standings"),
        "columns": 7 if last_column else 6,
    }


# ---------------------------------------------------------------- progress, empty, navigation


@register.inclusion_tag("components/job.html")
def job(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Render the progress of a background job.

    `facts`: {"id", "label", "state": queued|running|done|failed, "done", "total", "unit": "pages", "url": "" (the
    result), "message": ""}.
    """
    return {"job": facts, "words": JOB_STATES[facts["state"]]}


@register.inclusion_tag("components/help_mark.html")
def help_mark(key: str, version: str = regulation.CURRENT.version) -> dict[str, Any]:
    """Render a «?» that opens an answer of the page Help where its question arises; not inside a heading or paragraph.

    Arguments:
        key: of a row of ``tournament.pages.help_topics``. version: of the regulation whose numbers it tells.
    """
    return {"topic": help_answer(key, regulation.get(version))}


@register.inclusion_tag("components/empty.html")
def empty(text: str, url: str = "", label: str = "") -> dict[str, Any]:
    """Render an empty state: a sentence, and if given a link to the step that fills it."""
    return {"text": text, "url": url, "label": label}


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, url: str, label: str) -> SafeString:
    """Render a link of the main navigation.

    It is marked as current on its page and (except the home page) on pages below it.
    """
    path: str = context["request"].path if "request" in context else ""
    is_current = path == url or (url.count("/") > 1 and path.startswith(url))
    current = ("page" if path == url else "true") if is_current else ""
    mark = format_html(' aria-current="{}"', current) if current else ""
    return format_html('<a href="{}"{}>{}</a>', url, mark, label)
