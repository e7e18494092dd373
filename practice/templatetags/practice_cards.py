"""The drawings of the cards of the games."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


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
