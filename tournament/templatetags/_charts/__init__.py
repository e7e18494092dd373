"""The one place where charts are drawn: SVG made on the server, without scripts, as template tags.

| tag | drawing | the same numbers beside it |
|---|---|---|
| `columns` | columns on an axis | a table of the page, or the chart's own |
| `line_chart` | rank or rating after each event on an axis | the chart's own folded table |
| `bump` | standings round by round | the chart's own folded table |
| `strip`, `share_bar` | small drawings without an axis | the number in the same row |

`axes` holds what charts with an axis share: widths for a desktop and for a phone, the numbers at the left, which labels
below have space, and the table. `components/chart.html` renders them. A new chart is a tag here that fills this frame;
a page computes its values and words, never coordinates.
"""

from .axis_columns import columns
from .axis_lines import line_chart
from .rounds import bump
from .small import share_bar, strip

__all__ = ["bump", "columns", "line_chart", "share_bar", "strip"]
