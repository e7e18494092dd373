"""The one tag library that the modules of this folder fill; templates load it as fossato_ui."""

from django import template
from django.utils.translation import get_language

register = template.Library()


def italian() -> bool:
    """Whether the page is in Italian, the language of a page that says nothing else."""
    return (get_language() or "it").startswith("it")
