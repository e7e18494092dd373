"""The clock of a round."""

from __future__ import annotations

import math

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ._library import register

_WAVE = "q5 -2 10 0" + "t10 0" * 11


@register.filter
def clock_time(seconds: int | None) -> str:
    """Format the remaining seconds as minutes and seconds.

    1935 is "32:15", 0 and less are "0:00", an hour is "60:00".
    """
    seconds_left = max(0, int(seconds or 0))
    return f"{seconds_left // 60}:{seconds_left % 60:02d}"


def water_path(left: int, total: int) -> str:
    """Return the SVG path `d` of the clock's water: full at the start, empty at the end (same path as in clock.js)."""
    level = 100.0 if total <= 0 else 100 * (1 - max(0, min(left, total)) / total)
    return f"M0 {level:.1f}{_WAVE}V100H0z"


@register.simple_tag
def water(share: int, whole: int) -> SafeString:
    """Render a water level that stands as high as a share of the whole, for a panel of the class fo-clock-panel."""
    return format_html(
        '<svg class="water" viewBox="0 0 120 100" preserveAspectRatio="none" aria-hidden="true"><path d="{}"/></svg>',
        water_path(share, whole),
    )


@register.simple_block_tag
def round_clock(
    content: str,
    *,
    left: int,
    total: int,
    deadline: int | None = None,
    now: int | None = None,
    label: str = "",
    above: str = "",
    css: str = "",
) -> SafeString:
    """Render the clock of a round as a sinking water level; the block's content is shown below the digits.

    `left` and `total` are whole seconds; `deadline` and `now` are milliseconds since 1970 by the server's clock;
    without a deadline the clock stands still (paused, not started). `above` is the small line above the digits, `css`
    another class (board__clock on the board).
    """
    messages = {
        "minutes": _("{n} minutes left"),
        "minute": _("One minute left"),
        "seconds": _("Less than a minute left"),
        "over": _("Time is up"),
    }
    name = label or _("Clock of the round")
    running = deadline is not None and now is not None
    attributes = format_html(' data-deadline="{}" data-server-now="{}"', deadline, now) if running else SafeString("")
    return format_html(
        '<section class="fo-clock-panel{}" data-bs-theme="dark" data-clock data-total="{}"{} data-minutes="{}" '
        'data-minute="{}" data-seconds="{}" data-over="{}" aria-label="{}">'
        '<svg class="water" viewBox="0 0 120 100" preserveAspectRatio="none" aria-hidden="true"><path d="{}"/></svg>'
        '<div class="fo-clock">{}'
        '<span class="fo-clock__time fo-number" role="timer" aria-live="off" aria-label="{}">{}</span>'
        '{}<p class="fo-clock__say">{}</p>{}'
        '<button type="button" class="btn btn-quiet btn-sm" data-clock-sound aria-pressed="false" hidden>{}</button>'
        "</div></section>",
        f" {css}" if css else "",
        total,
        attributes,
        messages["minutes"],
        messages["minute"],
        messages["seconds"],
        messages["over"],
        name,
        water_path(left, total),
        format_html('<span class="fo-label">{}</span>', above) if above else "",
        name,
        clock_time(left),
        clock_calls(),
        messages["over"] if running and left <= 0 else "",
        content,
        _("Ring when time is up"),
    )


@register.simple_tag
def clock_calls() -> SafeString:
    """Render the live region with which clock.js announces 10, 5 and 1 minutes left and the end to screen readers."""
    return format_html(
        '<span class="visually-hidden" role="status" data-clock-call data-ten="{}" data-five="{}" data-one="{}" '
        'data-end="{}"></span>',
        _("10 minutes left"),
        _("5 minutes left"),
        _("One minute left"),
        _("Time is up"),
    )


@register.filter
def minutes_of(seconds: float | None) -> int:
    """Convert seconds to whole minutes, rounded up, at least 1."""
    return max(1, math.ceil(float(seconds or 0) / 60))
