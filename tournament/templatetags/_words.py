"""Labels of the values stored in the models."""

from typing import Any

from django.utils.translation import gettext_lazy as _

# value: (label, modifier of .fo-state)
EVENT_STATES: dict[str, tuple[Any, str]] = {
    "draft": (_("draft"), "draft"),
    "announced": (_("announced"), "announced"),
    "authorised": (_("authorised"), "authorised"),
    "checkin": (_("check-in open"), "checkin"),
    "running": (_("in progress"), "running"),
    "concluded": (_("concluded"), "concluded"),
    "reported": (_("report sent"), "reported"),
    "homologated": (_("ratified"), "homologated"),
    "invalidated": (_("invalidated"), "invalid"),
    "not_homologated": (_("not ratified"), "invalid"),
    "void": (_("void"), "invalid"),
}

ROUND_STATES: dict[str, tuple[Any, str]] = {
    "published": (_("published"), "authorised"),
    "running": (_("in progress"), "running"),
    "closed": (_("closed"), "homologated"),
}

TABLE_CALLED: tuple[Any, str, str] = (_("referee called"), "help", "hand")

CARD_TYPES: dict[str, Any] = {
    "action": _("Action"),
    "attack": _("Attack"),
    "reaction": _("Reaction"),
    "victory": _("Victory"),
    "treasure": _("Treasure"),
    "curse": _("Curse"),
}
# The first of these types that a card has determines its colour.
TINCTURES: tuple[str, ...] = ("attack", "reaction", "victory")

JOB_STATES: dict[str, Any] = {
    "queued": _("waiting for its turn"),
    "running": _("in progress"),
    "done": _("done"),
    "failed": _("did not succeed"),
}

FINDING_ICONS: dict[str, str] = {"error": "alert", "warning": "warning", "note": "info"}
