"""The drawings of the cards of the games."""

from __future__ import annotations

import re
from typing import Any, Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

#: Letters from which on a word may be broken.
LONG_WORD: Final = 8


@register.simple_tag
def arms(drawing: Any) -> SafeString:
    """Render the arms of a card, decoration beside its name; the page includes practice/arms.html once."""
    return format_html(
        '<svg class="fo-arms fo-arms--{0}" viewBox="0 0 64 73" aria-hidden="true" focusable="false">'
        '<use href="#{1}-{0}"/><use href="#charge-{2}" x="15" y="12" width="34" height="34"/></svg>',
        drawing.tincture,
        drawing.shape,
        drawing.charge,
    )


@register.filter
def soft(name: str) -> str:
    """Return a name with a soft hyphen near the middle of each long word, where a syllable ends in a vowel."""
    return " ".join(map(_hyphenated, name.split(" ")))


def _hyphenated(word: str) -> str:
    if len(word) < LONG_WORD:
        return word
    places = [
        found.end()
        for found in re.finditer(
            "[aeiouy](?=[^aeiouy’ ][aeiouylrhn]|s[ctp])|[aeiouy][lmnrcbdfgpt](?=[^aeiouyhlrs’ ])", word
        )
        if 2 < found.end() < len(word) - 2
    ]
    middle = min(places, key=lambda place: abs(place - len(word) / 2), default=0)
    return f"{word[:middle]}\u00ad{word[middle:]}" if middle else word
