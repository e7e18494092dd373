"""Template tags of the interface. How each is used, with examples: docs/look.md.

Every tag takes plain values (strings, whole numbers, lists of dictionaries) and knows no model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput, Select, Textarea, Widget
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ._icons import ICONS
from ._words import (
    CARD_TYPES,
    DECIDED_BY,
    EVENT_STATES,
    FINDING_ICONS,
    JOB_STATES,
    ROUND_STATES,
    TABLE_CALLED,
    TABLE_STATES,
    TINCTURES,
)

register = template.Library()

FASCIE: dict[str, str] = {
    "I": "M2 10h16v4H2z",
    "II": "M2 7h16v3H2zM2 13h16v3H2z",
    "III": "M2 5.5h16V8H2zM2 10.5h16V13H2zM2 15.500h15V18H4z",
}
_SHIELD = "M1.5 1.5h17v10.5c0 5.5-4 8.5-8.5 10.5C5.500 20.500 1.5 17.500 1.5 12z"
_WAVE = "q5 -2 10 0" + "t10 0" * 11


# ---------------------------------------------------------------- words and numbers


def _italian() -> bool:
    return (get_language() or "it").startswith("it")


@register.filter
def points(half_points: int | None) -> str:
    """Points, stored in half-points, as people write them: 3 is "1,5" in Italian and "1.5" in English; None is ""."""
    if half_points is None:
        return ""
    sign = "−" if half_points < 0 else ""
    whole, half = divmod(abs(int(half_points)), 2)
    return f"{sign}{whole}{(',5' if _italian() else '.5') if half else ''}"


@register.filter
def ordinal(number: int | None, gender: str = "m") -> str:
    """An ordinal: 3 is "3º" ("3ª" with gender "f") in Italian, "3rd" in English; None is ""."""
    if number is None:
        return ""
    if _italian():
        return f"{number}{'ª' if gender == 'f' else 'º'}"
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"


@register.filter
def clock_time(seconds: int | None) -> str:
    """Seconds left as a clock shows them: 1935 is "32:15", 0 and less are "0:00"; an hour is "60:00"."""
    left = max(0, int(seconds or 0))
    return f"{left // 60}:{left % 60:02d}"


# ---------------------------------------------------------------- small marks


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """The drawing `name` of _icons.py; hidden from screen readers unless it has a `label`. Unknown names raise KeyError."""
    inside = mark_safe(ICONS[name])  # noqa: S308 our own constant
    if label:
        return format_html('<svg class="fo-i" viewBox="0 0 24 24" role="img" aria-label="{}">{}</svg>', label, inside)
    return format_html('<svg class="fo-i" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', inside)


@register.simple_tag
def fascia(value: str, words: bool = True) -> SafeString:
    """The shield of a Fascia with one, two or three bars, followed by its number (`words=False`: the shield alone)."""
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
    shown = text or str(words)
    return format_html(
        '<span class="fo-state fo-state--{}{}">{}</span>',
        modifier,
        " fo-state--wash" if wash else "",
        capfirst(shown) if capital else shown,
    )


@register.simple_tag
def state_chip(state: str, text: str = "", capital: bool = False, due: bool = False) -> SafeString:
    """The state of an event: a disc that fills and a word; `text` replaces the word, `due` marks that somebody must act."""
    entry = EVENT_STATES[state]
    return _state((entry[0], "due") if due else entry, text, capital, state in ("checkin",))


@register.simple_tag
def round_chip(state: str, text: str = "", capital: bool = False) -> SafeString:
    """The state of a round, drawn like that of an event."""
    return _state(ROUND_STATES[state], text, capital, False)


def _table_state(state: str, called: bool) -> dict[str, Any]:
    words, modifier, drawing = TABLE_CALLED if called else TABLE_STATES[state]
    return {"words": words, "modifier": modifier, "icon": drawing}


@register.simple_tag
def table_tag(state: str, called: bool = False) -> SafeString:
    """The state of a table in a line of text; `called` says that its players wait for a referee."""
    facts = _table_state(state, called)
    modifier = f" fo-tag--{facts['modifier']}" if facts["modifier"] else ""
    drawing = icon(facts["icon"]) if facts["icon"] else ""
    return format_html('<span class="fo-tag{}">{}{}</span>', modifier, drawing, facts["words"])


@register.simple_tag
def why(decided_by: str, among: int = 0, text: str = "") -> SafeString:
    """Why a place is what it is, as a chip. `among`: how many a lot was drawn among. A value of another game is shown as it is."""
    words, modifier = DECIDED_BY.get(decided_by, (decided_by, ""))
    if not text and decided_by == "lot" and among > 1:
        text = _("lot among %(count)s") % {"count": among}
    return format_html('<span class="fo-why{}">{}</span>', f" fo-why--{modifier}" if modifier else "", text or words)


# ---------------------------------------------------------------- lists and tables


@register.inclusion_tag("components/timeline.html")
def timeline(steps: Sequence[Mapping[str, Any]], label: str = "") -> dict[str, Any]:
    """The life of an event as a line of stones. `steps`: {"label", "when" (words, may be ""), "state": "done"|"now"|"todo"}."""
    return {"steps": steps, "label": label or _("How the event goes")}


@register.inclusion_tag("components/kingdom.html")
def kingdom(cards: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The ten cards of a kingdom. `cards`: {"name", "cost", "types": ["action", "attack"], "order": 8 or None}."""
    return {
        "cards": [
            {
                **card,
                "tincture": next((name for name in TINCTURES if name in card["types"]), ""),
                "type_words": ", ".join(str(CARD_TYPES.get(name, name)) for name in card["types"]),
            }
            for card in cards
        ]
    }


@register.inclusion_tag("components/table_tile.html")
def table_tile(tile: Mapping[str, Any], level: int = 3, short: bool = False) -> dict[str, Any]:
    """One table with its seats in playing order, an <li> of <ul class="fo-tables">.

    `tile`: {"number", "state", "called": bool, "url": "" or address, "name": "" (replaces "Table 4"),
    "seats": [{"name", "place": int or None, "me": bool}]}. `level` is that of its heading; `short` shows the number alone
    (the wall).
    """
    name = tile.get("name") or (str(tile["number"]) if short else _("Table %(number)s") % {"number": tile["number"]})
    return {
        "tile": tile,
        "name": name,
        "state": _table_state(tile["state"], bool(tile.get("called"))),
        "tag": f"h{level}",
        "short": short,
    }


@register.inclusion_tag("components/findings.html")
def findings(items: Iterable[Mapping[str, Any]], prefix: str = "finding") -> dict[str, Any]:
    """What is to be put right, each with its way out.

    `items`: {"severity": "error"|"warning"|"note", "sentence", "detail": "", "article": "", "article_url": "",
    "fixes": [{"label", "name", "value"} a submit button or {"label", "url"} a link]}. Only "severity" and "sentence" are
    needed. The id of the n-th is `prefix`-n, for aria-describedby.
    """
    return {"items": [{**item, "icon": FINDING_ICONS[item["severity"]]} for item in items], "prefix": prefix}


def _attribute(row: Any, name: str) -> Any:
    return row.get(name) if isinstance(row, Mapping) else getattr(row, name, None)


@register.filter
def tie_brackets(rows: Iterable[Any], key: str = "tie") -> list[dict[str, Any]]:
    """The rows with the bracket that joins neighbours tied by a lot: [{"row", "css", "first", "size", "nth"}].

    `key` names the field (of a dictionary or an object) that neighbours of one tie share; None or "" is no tie.
    `css` goes on the cell that carries the reason; `nth` counts from 1 within the tie.
    """
    out: list[dict[str, Any]] = []
    group: list[dict[str, Any]] = []
    before: Any = None
    for row in rows:
        tie = _attribute(row, key) or None
        if tie is None or tie != before:
            group = []
        before = tie
        entry = {"row": row, "css": "", "first": True, "size": 1, "nth": 1}
        out.append(entry)
        group.append(entry)
        if tie is not None and len(group) > 1:
            for place, one in enumerate(group, 1):
                end = " fo-tie--a" if place == 1 else " fo-tie--z" if place == len(group) else ""
                one.update(css=f"fo-tie{end}", first=place == 1, size=len(group), nth=place)
    return out


@register.inclusion_tag("components/standings.html")
def standings(
    rows: Sequence[Mapping[str, Any]], cut_after: int = 0, cut_text: str = "", last_column: str = "", caption: str = ""
) -> dict[str, Any]:
    """The standings of an event with the reason of every place.

    `rows`: {"place", "name", "url": "", "wins", "seconds", "thirds", "decided_by", "tie": any or None (rows of one lot share
    it), "me": bool, "anonymous": bool, "last": text of the last column}. The line of water comes after `cut_after` rows.
    """
    return {
        "rows": tie_brackets(rows),
        "cut_after": cut_after,
        "cut_text": cut_text,
        "last_column": last_column,
        "caption": caption,
        "columns": 7 if last_column else 6,
    }


# ---------------------------------------------------------------- clock, progress, empty


def water_path(left: int, total: int) -> str:
    """The `d` of the clock's water: full at the start, empty at the end (clock.js writes the same path)."""
    level = 100.0 if total <= 0 else 100 * (1 - max(0, min(left, total)) / total)
    return f"M0 {level:.1f}{_WAVE}V100H0z"


@register.simple_block_tag
def tank(
    content: str,
    *,
    left: int,
    total: int,
    deadline: int | None = None,
    now: int | None = None,
    label: str = "",
    above: str = "",
    level: str = "section",
) -> SafeString:
    """The clock of a round as water that goes down; what is inside the block stands under the digits.

    `left` and `total` are whole seconds; `deadline` and `now` are milliseconds since 1970 by the server's clock, and
    without a deadline the clock stands still (paused, not started). `above` is the small line over the digits.
    """
    words = {
        "minutes": _("{n} minutes left"),
        "minute": _("One minute left"),
        "seconds": _("Less than a minute left"),
        "over": _("Time is up"),
    }
    running = deadline is not None and now is not None
    attributes = format_html(' data-deadline="{}" data-server-now="{}"', deadline, now) if running else SafeString("")
    return format_html(
        '<section class="fo-tank" data-bs-theme="dark" data-clock data-total="{}"{} data-minutes="{}" data-minute="{}" '
        'data-seconds="{}" data-over="{}" aria-label="{}">'
        '<svg class="water" viewBox="0 0 120 100" preserveAspectRatio="none" aria-hidden="true"><path d="{}"/></svg>'
        '<div class="fo-clock">{}<span class="fo-clock__time fo-num" role="timer">{}</span>'
        '<p class="fo-clock__say" aria-live="polite">{}</p>{}</div></section>',
        total,
        attributes,
        words["minutes"],
        words["minute"],
        words["seconds"],
        words["over"],
        label or _("Clock of the round"),
        water_path(left, total),
        format_html('<span class="fo-label">{}</span>', above) if above else "",
        clock_time(left),
        words["over"] if running and left <= 0 else "",
        content,
    )


@register.inclusion_tag("components/job.html")
def job(facts: Mapping[str, Any]) -> dict[str, Any]:
    """A long job. `facts`: {"id", "label", "state": queued|running|done|failed, "done", "total", "unit": "pages",
    "url": "" (the result), "message": ""}."""
    return {"job": facts, "words": JOB_STATES[facts["state"]]}


@register.inclusion_tag("components/empty.html")
def empty(text: str, url: str = "", label: str = "") -> dict[str, Any]:
    """Nothing here yet: a sentence, and if there is one the step that fills it."""
    return {"text": text, "url": url, "label": label}


# ---------------------------------------------------------------- forms


@register.inclusion_tag("components/stepper.html")
def stepper(
    name: str,
    label: str,
    value: int | str | None = 0,
    *,
    least: int | None = 0,
    most: int | None = None,
    tint: str = "",
    error: str = "",
    describedby: str = "",
    id: str = "",
) -> dict[str, Any]:
    """A number chosen with the thumb: minus, the field, plus. `tint`: copper, argent, gold, victory, curse or "".

    `error` is the sentence beside it; `describedby` the id of a finding shown elsewhere, which also marks the field.
    """
    ident = id or f"id_{name}"
    return {
        "name": name,
        "label": label,
        "value": "" if value is None else value,
        "least": least,
        "most": most,
        "tint": tint,
        "error": error,
        "id": ident,
        "describedby": " ".join(part for part in (f"{ident}_error" if error else "", describedby) if part),
    }


def _css_class(widget: Widget) -> str:
    if isinstance(widget, CheckboxInput):
        return "form-check-input"
    if widget.use_fieldset:
        return ""
    return "form-select" if isinstance(widget, Select) else "form-control"


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, rows: int = 0) -> dict[str, Any]:
    """A form field: label, help, control and its error beside it, joined by aria-describedby. `rows` for a textarea."""
    widget = bound.field.widget
    attrs: dict[str, Any] = {}
    css = _css_class(widget)
    if css:
        attrs["class"] = f"{widget.attrs.get('class', '')} {css}".strip()
    if rows and isinstance(widget, Textarea):
        attrs["rows"] = rows
    return {
        "field": bound,
        "control": bound.as_widget(attrs=attrs),
        "grouped": widget.use_fieldset,
        "check": isinstance(widget, CheckboxInput),
        "hidden": bound.is_hidden,
    }


@register.inclusion_tag("components/form_errors.html")
def form_errors(form: Any) -> dict[str, Any]:
    """At the head of a form: what is wrong with it as a whole, and links to the fields that have an error."""
    wrong = [bound for bound in form if bound.errors]
    count = len(wrong)
    summary = ngettext("One field is to be put right.", "%(count)s fields are to be put right.", count) % {
        "count": count
    }
    return {"form": form, "wrong": wrong, "summary": summary}


@register.simple_tag
def confirm_attrs(question: str, detail: str = "", label: str = "") -> SafeString:
    """Attributes for a submit button: confirm.js asks `question` in a dialog and then sends the form with `confirmed=1`.

    Without JavaScript the form arrives without `confirmed`, and the view answers with components/confirm_page.html.
    """
    pairs = [("question", question), ("detail", detail), ("label", label)]
    return format_html_join("", ' data-confirm-{}="{}"', [pair for pair in pairs if pair[1]])


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, url: str, label: str) -> SafeString:
    """A link of the main navigation, marked as current on its own page and (except the home page) on those below it."""
    path: str = context["request"].path if "request" in context else ""
    here = path == url or (url.count("/") > 1 and path.startswith(url))
    current = ("page" if path == url else "true") if here else ""
    return format_html(
        '<a href="{}"{}>{}</a>', url, format_html(' aria-current="{}"', current) if current else "", label
    )
