"""Names of the kinds of JSON values, for findings about a field of the wrong kind."""

from __future__ import annotations

from typing import Final

MAX_TEXT_LENGTH: Final = 40

#: Display names of the kinds that :func:`kind_of` returns.
KINDS: Final[dict[str, dict[str, str]]] = {
    "object": {"it": "un oggetto", "en": "an object"},
    "list": {"it": "un elenco", "en": "a list"},
    "integer": {"it": "un numero intero", "en": "a whole number"},
    "decimal": {"it": "un numero con la virgola", "en": "a decimal number"},
    "text": {"it": "un testo", "en": "a text"},
    "boolean": {"it": "un sì o no", "en": "true or false"},
    "nothing": {"it": "niente", "en": "nothing"},
    "other": {"it": "altro", "en": "something else"},
}
_HUGE: Final = 10**MAX_TEXT_LENGTH
_NAMES: Final = {dict: "object", list: "list", tuple: "list", str: "text", int: "integer", float: "decimal"}


def kind_of(value: object) -> str:
    """Return the kind of a value, one of KINDS."""
    if value is None:
        return "nothing"
    return "boolean" if isinstance(value, bool) else _NAMES.get(type(value), "other")


def short(value: object) -> str:
    """Return a value as a finding shows it: a text, a number or a boolean in at most 40 characters, else its kind."""
    # A huge integer is costly to convert to text, and Python refuses some.
    plain = value is None or isinstance(value, str | bool | float) or (isinstance(value, int) and abs(value) < _HUGE)
    text = str(value) if plain else kind_of(value)
    return text if len(text) <= MAX_TEXT_LENGTH else text[: MAX_TEXT_LENGTH - 1] + "…"
