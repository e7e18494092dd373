"""The one tag library that the modules of this folder fill; templates load it as fossato_ui."""

from django import template

register = template.Library()
