"""Labels of stored values that pages, papers and downloads show alike."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import registry

# value: (label, modifier of .fo-tile and .fo-tag, icon)
TABLE_STATES: dict[str, tuple[Any, str, str]] = {
    "playing": (_("in play"), "", ""),
    "submitted": (_("being checked"), "check", "warning"),
    # At the desk a sheet with findings has other words than one that waits for its confirmation.
    "delivered": (_("delivered"), "done", ""),
    "doubt": (_("to be checked"), "check", "warning"),
    "confirmed": (_("confirmed"), "done", "check"),
}
# value: (label, modifier of .fo-why)
DECIDED_BY: dict[str, tuple[Any, str]] = {
    "points": (_("points"), ""),
    "wins": (_("wins"), ""),
    "turns": (_("fewer turns"), "tie"),
    "gold": (_("more Gold"), "tie"),
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


#: What decides a place without being shown as a chip.
_DECIDED_OTHERWISE: dict[str, Any] = {
    "ordinary_wins": _("wins before finals"),
    "equal": _("equal"),
    "final": _("final"),
}


def decided_words(name: str) -> str:
    """Return what decided a place, as plain text; empty for nothing."""
    label = DECIDED_BY.get(name, (None,))[0] or _DECIDED_OTHERWISE.get(name)
    return str(label) if label else criterion_words(name, advantage=True)


#: What the one who lost a tie had less of.
_LESS: dict[str, Any] = {
    "gold": _("less Gold"),
    "coins": _("fewer coins"),
    "actions": _("fewer Actions"),
    "lot": _("lot"),
}


def lost_words(name: str, difference: int) -> str:
    """Return why the lower of two equals is the lower one, by the criterion that decided: "2 turns more"."""
    if name == "turns":
        return ngettext("%(n)s turn more", "%(n)s turns more", difference) % {"n": difference}
    if name in _LESS:
        return str(_LESS[name])
    return gettext("less %(what)s") % {"what": criterion_words(name, advantage=False)}


def table_state_words(state: str) -> str:
    """Return the state of a table, as plain text."""
    return str(TABLE_STATES[state][0])


def yes_no_words(value: bool | None) -> str:
    """Return yes or no; empty for neither."""
    return "" if value is None else str(_("yes") if value else _("no"))
