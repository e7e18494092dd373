"""The tag library shared by the modules of this package; templates load it as fossato_ui."""

from django import template

register = template.Library()
