"""Why an event is in its state: a code with parameters, written as a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

#: Code of a reason typed by a person; its only parameter is the text.
FREE_TEXT = "free_text"
#: Code of the reason of an event whose report did not come in time.
NO_REPORT = "no_report"

#: Code -> the sentence; ``%(name)s`` is the parameter of that name.
SENTENCES: dict[str, Any] = {
    FREE_TEXT: "%(text)s",
    NO_REPORT: _("No complete report came in time: the event is not valid (art. 1.2)."),
}


def state_reason_sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return a stored reason in the active language; blank for no code.

    Errors: KeyError for an unknown code.
    """
    return str(SENTENCES[code]) % params if code else ""
