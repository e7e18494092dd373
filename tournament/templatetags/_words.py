"""Labels of the values stored in the models."""

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import registry

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

# value: (label, modifier of .fo-tile and .fo-tag, icon)
TABLE_STATES: dict[str, tuple[Any, str, str]] = {
    "playing": (_("in play"), "", ""),
    "submitted": (_("being checked"), "check", "warning"),
    # At the desk a sheet with findings has other words than one that waits for its confirmation.
    "delivered": (_("delivered"), "done", ""),
    "doubt": (_("to be checked"), "check", "warning"),
    "confirmed": (_("confirmed"), "done", "check"),
}
TABLE_CALLED: tuple[Any, str, str] = (_("referee called"), "help", "hand")

# value: (label, modifier of .fo-why)
DECIDED_BY: dict[str, tuple[Any, str]] = {
    "points": (_("points"), ""),
    "wins": (_("wins"), ""),
    "turns": (_("fewer turns"), "tie"),
    "gold": (_("more Gold cards"), "tie"),
    "coins": (_("more coins"), "tie"),
    "actions": (_("more Actions"), "tie"),
    "seconds": (_("second places"), "tie"),
    "thirds": (_("third places"), "tie"),
    "table_points": (_("points at the tables"), "tie"),
    "lot": (_("lot"), "lot"),
}


def criterion_words(name: str, *, advantage: bool) -> str:
    """Return the label of a tie-break criterion as defined by the game that has it, else its name.

    Arguments:
        name: of the criterion.
        advantage: return what the winner has ("more riches") instead of the value's name ("riches").
    """
    language = "en" if (get_language() or "it").startswith("en") else "it"
    for game in registry.all():
        labels = getattr(game.display, "CRITERIA", {}).get(name)
        if labels:
            return str(labels[language][1 if advantage else 0])
    return name


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
