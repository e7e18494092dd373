"""Chart of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import escape

from .._library import register
from . import axes

#: Columns on a phone, least number of places for columns, width of a column that has space for its words above, height
#: of a number of the axis.
_NARROW_COLUMNS, _LEAST, _TOP_WIDTH, _LINE_HEIGHT = 9, 8, 20, 14


def _drawing(columns: Sequence[Mapping[str, Any]], size: str, width: int, least: int) -> dict[str, Any]:
    ticks = axes.number_ticks(max(least, 1, *(column["value"] for column in columns)))
    scale = (axes.BASE - axes.TOP) / ticks[-1]
    step = (width - axes.LEFT) / max(_LEAST, len(columns))
    labels = axes.labelled([column["label"] for column in columns], step)
    bars = []
    for at, column in enumerate(columns):
        middle = axes.LEFT + step * (at + 0.5)
        height = column["value"] * scale
        shape = (
            f'<rect class="is-{column["kind"]}" x="{middle - step * 0.33:.1f}" y="{axes.BASE - height:.1f}"'
            f' width="{step * 0.66:.1f}" height="{height:.1f}"><title>{escape(column["title"])}</title></rect>'
        )
        top = column.get("top", "") if step >= _TOP_WIDTH else ""
        drawn = axes.mark(shape, f"{middle:.1f}", f"{axes.BASE - height - 7:.1f}", top, labels[at])
        bars.append({"value": column["value"], "height": f"{height:.1f}", "mark": drawn})
    marks: dict[str, Any] = {"bars": bars}
    if least:
        # The line has its own number, which a number of the axis nearby would cover.
        ticks = [tick for tick in ticks if abs(tick - least) * scale >= _LINE_HEIGHT]
        y = f"{axes.BASE - least * scale:.1f}"
        waves = round((width - axes.LEFT) / 12)
        marks["least"] = {"number": least, "y": y, "path": f"M{axes.LEFT} {y}" + "q3 3 6 0t6 0" * waves}
    return axes.frame(size, width, [(tick, axes.BASE - tick * scale) for tick in ticks], **marks)


@register.inclusion_tag("components/chart.html")
def columns(
    values: Sequence[Mapping[str, Any]],
    label: str,
    narrow: int = _NARROW_COLUMNS,
    name_head: str = "",
    value_head: str = "",
    least: int = 0,
) -> dict[str, Any]:
    """Draw a chart of columns twice: for a desktop, and for a phone with the last `narrow` columns.

    `values`: {"value", "label" below, "top" above, "title", "kind": "won", "final" or "other"}; with headings also
    "name" and "words" of the table. `label`: the same in words, for screen readers. `name_head`, `value_head`: headings
    of the table of the chart, unless the page has a table with these numbers. `least`: a wave is drawn at this number.
    """
    drawings = [
        _drawing(values, "wide", axes.WIDE, least),
        _drawing(values[-narrow:], "narrow", axes.NARROW, least),
    ]
    heads = (name_head, value_head) if name_head else ()
    return {"drawings": drawings, "label": label, "table": axes.table(heads, values)}
