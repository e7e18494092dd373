"""Messages of the phone's offline script, translated by the server."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def unsent_words() -> dict[str, str]:
    """Return the messages of static/fossato/js/offline.js, which fills in {name}, {time} and {size}."""
    return {
        "at": _("typed at {time}"),
        "waiting": _("The phone has no connection to the server: it sends this by itself when it has one again."),
        "signin": _("You have to sign in again: do it on this phone and it will be sent."),
        "gone": _("The link or the table is no longer there: give the numbers to the referee."),
        "draft": _("Typed on this phone, not delivered."),
        "restored": _("This is what you had typed on this phone."),
        "discard": _("Start over"),
        "open": _("Open"),
        "both": _("Look at both"),
        "again": _("Send now"),
        "throw": _("Discard"),
        "throwQuestion": _("Discard what was typed for “{name}”?"),
        "throwDetail": _("It is only on this phone: nobody can bring it back."),
        "numbers": _("What was typed"),
        "copy": _("Copy the numbers"),
        "useHere": _("Use these numbers here"),
        "tooBig": _("This is too large for the server: show it to the referee."),
        "photoOf": _("{name}, photo of the form"),
        "photoBig": _("The photo has {size} MB; at most 12 MB are taken. Take it again with a lower resolution."),
        "photoNone": _("The phone cannot read this picture: choose a JPEG, PNG or WebP photo."),
        "photoKept": _("Photo taken at {time}: not sent yet."),
        "photoSent": _("Photo sent at {time}."),
        "photoGone": _("The link or the table is no longer there: show the photo to the referee."),
    }
