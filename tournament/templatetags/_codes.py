"""QR codes on pages."""

from __future__ import annotations

import segno
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ._library import register


@register.simple_tag
def qr_picture(path: str, label: str) -> SafeString:
    """Render the QR code of a page of this site, with its quiet zone; the label says what opens."""
    address = settings.FOSSATO_SITE_URL.rstrip("/") + path
    picture = segno.make(address, error="m").svg_data_uri(border=2, dark="#000", light="#fff")
    return format_html('<img class="fo-qr" src="{}" alt="{}">', picture, label)
