"""A list of another program between two pages: its content, what somebody said of it, and what is still asked."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.core.lists.decoding import CODE_PAGES
from tournament.core.lists.headings import Meaning
from tournament.core.lists.reading import Layout, ListKind, ListUnclear, read_list
from tournament.core.lists.tables import MOST_COLUMNS

#: Value of a column that is not read; an empty one would say that the answer is missing.
NOT_READ: Final = "-"
#: The files that a page of lists takes.
ACCEPTED: Final = ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"


@dataclass(frozen=True, slots=True)
class SentList:
    """A list, and what was said of it."""

    content: bytes
    layout: Layout = field(default_factory=Layout)

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that bring it back."""
        return [("content", b64encode(self.content).decode()), ("layout", json.dumps(asdict(self.layout)))]

    def question(self, kind: ListKind) -> ListUnclear:
        """Return what the file does not say; its columns if it says everything. Errors: ListFileWrong."""
        try:
            return ListUnclear(self.layout, columns=read_list(self.content, kind, self.layout).columns)
        except ListUnclear as asked:
            return asked


def posted_list(request: HttpRequest, kind: ListKind) -> SentList | None:
    """Return the list of a posted page; None if it did not arrive whole."""
    layout = _layout(request.POST.get("layout", ""), kind.columns)
    try:
        content = b64decode(request.POST.get("content", "").encode(), validate=True)
    except (NotBase64, ValueError):
        return None
    return SentList(content, layout) if layout is not None and content else None


def _layout(text: str, columns: Sequence[Meaning]) -> Layout | None:
    """Return the layout of a posted text; None for one that no page of ours wrote."""
    try:
        said = json.loads(text)
        layout = Layout(
            str(said["encoding"]), str(said["sheet"]), tuple(map(str, said["columns"])), said["has_headings"]
        )
    except (ValueError, KeyError, TypeError):
        return None
    is_known = layout.encoding in ("", *CODE_PAGES) and set(layout.columns) <= {"", *(each.key for each in columns)}
    is_bounded = len(layout.columns) <= MOST_COLUMNS and layout.has_headings in (None, True, False)
    return layout if is_known and is_bounded else None


class LayoutForm(forms.Form):
    """Ask what a file does not say for sure: its letters, the sheet, or what each column holds."""

    def __init__(self, asked: ListUnclear, kind: ListKind, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.said = asked.layout
        if asked.encodings:
            self.fields["encoding"] = forms.ChoiceField(
                label=_("Which line is written correctly?"), choices=asked.encodings, widget=forms.RadioSelect
            )
        elif asked.columns:
            self._ask_columns(asked, kind)
        else:
            sheets = [(sheet, sheet) for sheet in asked.sheets]
            self.fields["sheet"] = forms.ChoiceField(
                label=_("Which sheet is the list?"), choices=sheets, widget=forms.RadioSelect
            )

    def _ask_columns(self, asked: ListUnclear, kind: ListKind) -> None:
        self.fields["no_headings"] = forms.BooleanField(
            label=_("The first row is already a player"), required=False, initial=asked.layout.has_headings is False
        )
        choices = [(NOT_READ, _("not read")), *((column.key, column.label) for column in kind.columns)]
        for index, column in enumerate(asked.columns):
            self.fields[f"column-{index}"] = forms.ChoiceField(
                label=column.heading or _("column without a heading"),
                choices=choices,
                initial=column.key or NOT_READ,
                help_text=column.example,
            )

    def layout(self) -> Layout:
        """Return what was said of the file so far, with these answers."""
        answers = self.cleaned_data
        columns = tuple(answers[name] for name in self.fields if name.startswith("column-"))
        if not columns:
            return replace(self.said, **answers)
        keys = tuple("" if key == NOT_READ else key for key in columns)
        return replace(self.said, columns=keys, has_headings=not answers["no_headings"])
