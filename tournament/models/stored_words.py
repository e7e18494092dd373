"""Words that the program stores by itself, for example why an event was invalidated: a code and at most one value.

They are put into the language of whoever reads them, when they are read. What a person typed is stored as it was typed,
and may stand after a code in the same text. A name is stored as it is, so that erasing a person's data finds it.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext_lazy as _

#: Code -> the sentence; {value} is the value stored with the code.
SENTENCES: dict[str, Any] = {
    "NO_REPORT": _("No complete report came in time: the event is not valid (art. 1.2)."),
    "LINK_OF_TABLE": _("link of table {value}"),
    "LINK_OF_PLAYER": _("link of {value}"),
    "LINK_MAILED": _("link mailed to {value}"),
}
_CODE = re.compile(r"\[\[([A-Z_]+)(?::(.*?))?\]\]")


def stored(code: str, value: object = "") -> str:
    """Return the text to store for a code of :data:`SENTENCES` and its value."""
    if code not in SENTENCES:
        raise KeyError(code)
    return f"[[{code}:{value}]]" if value != "" else f"[[{code}]]"


def in_words(text: str) -> str:
    """Return a stored text in the active language: codes as sentences, everything else as it is."""
    return _CODE.sub(_sentence, text)


def _sentence(match: re.Match[str]) -> str:
    words = SENTENCES.get(match[1])
    return match[0] if words is None else str(words).replace("{value}", match[2] or "")
