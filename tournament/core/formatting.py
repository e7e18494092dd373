"""Format numbers and history rows as text, in the language of the page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

#: Label of each service's action, as a past event; {what} is the object's label.
VERBS: dict[str, Any] = {
    "clock_extend": _("The clock of {what} got more minutes"),
    "clock_pause": _("The clock of {what} paused"),
    "clock_restart": _("The clock of {what} started again"),
    "clock_resume": _("The clock of {what} runs again"),
    "clock_start": _("The clock of {what} started"),
    "consent_event": _("Consent of {what} for this event"),
    "consent_paper_accept": _("The Referent accepted a {what}"),
    "consent_paper_add": _("Sent to the Referent: {what}"),
    "consent_paper_refuse": _("The Referent refused a {what}"),
    "consent_set": _("Consent of {what}"),
    "data_retention": _("{what}: removed, its retention time is over"),
    "draw_annul": _("Draw annulled: {what}"),
    "draw_by_hand": _("Drawn by hand: {what}"),
    "draw_commit": _("Fingerprint published: {what}"),
    "draw_reveal": _("Drawn: {what}"),
    "entry_add": _("{what} registered"),
    "entry_check_in": _("{what} is present"),
    "entry_leave": _("{what} has left"),
    "entry_remove": _("{what} removed from the list"),
    "entry_restore": _("{what} is on the list again"),
    "entry_return": _("{what} came back"),
    "entry_undo_check_in": _("{what} is not present after all"),
    "entry_still_comes": _("{what} is still coming"),
    "entry_pay": _("{what} has paid"),
    "entry_unpay": _("Payment cancelled: {what}"),
    "entry_withdraw": _("{what} withdrew"),
    "event_announce": _("The event was announced"),
    "event_authorise": _("The Referent authorised the event"),
    "event_conclude": _("The event was concluded"),
    "event_create": _("The event was created"),
    "event_move_accept": _("The Referent agreed to another day"),
    "event_move_ask": _("Another day was asked for"),
    "event_move_refuse": _("The Referent did not agree to another day"),
    "event_move_withdraw": _("The request for another day was taken back"),
    "event_open_file": _("The event was opened from a file: {what}"),
    "result_take": _("The result played on a laptop was taken in: {what}"),
    "event_import": _("The event was read from a file: {what}"),
    "event_make_official": _("The event is official again"),
    "event_make_unofficial": _("The event is unofficial"),
    "event_open_check_in": _("Check-in was opened"),
    "event_close_check_in": _("Check-in was closed again"),
    "event_refuse_authorisation": _("The Referent did not authorise the event"),
    "event_stop_with_standings": _("The last standings were made definitive"),
    "event_update": _("Details of the event changed"),
    "event_open_practice": _("Practice begun"),
    "event_void": _("The event ended without a result"),
    "final_draw": _("The final was formed: {what}"),
    "forum_report_set": _("Address of the published report saved"),
    "table_call": _("The players of {what} were called"),
    "help_call": _("Help was called at {what}"),
    "help_close": _("Help came to {what}"),
    "leave_wish": _("{what} will leave after this round"),
    "leave_wish_undo": _("{what} stays after all"),
    "link_mail": _("Private link mailed: {what}"),
    "link_make": _("Private link made: {what}"),
    "link_print": _("Private link printed: {what}"),
    "link_revoke": _("Private link revoked: {what}"),
    "photo_add": _("Photo added"),
    "photo_remove": _("Photo removed"),
    "places_refresh": _("Final places made again after a correction"),
    "report_overdue": _("The report did not come in time"),
    "report_submit": _("Report sent: {what}"),
    "role_grant": _("Role given: {what}"),
    "role_revoke": _("Role ended: {what}"),
    "round_close": _("Closed: {what}"),
    "round_draw": _("Drawn: {what}"),
    "draw_press": _("Draw started: {what}"),
    "draw_press_beacon": _("Public number noted: {what}"),
    "draw_press_finish": _("Draw finished: {what}"),
    "draw_press_give_up": _("Draw given up: {what}"),
    "round_publish": _("Published: {what}"),
    "round_undo": _("Undone: {what}"),
    "season_split": _("The event moved to the season of its game"),
    "seat_confirm": _("A player confirmed the sheet of {what}"),
    "sheet_confirm": _("Confirmed: {what}"),
    "sheet_correct": _("Corrected: {what}"),
    "sheet_submit": _("Delivered: {what}"),
    "table_note": _("Note at {what}"),
    "table_abandon": _("A player dropped out: {what}"),
    "table_abandon_undo": _("Nobody dropped out after all: {what}"),
    "table_no_show": _("A player did not come: {what}"),
    "table_lots_draw": _("Lot drawn: {what}"),
    "walk_in": _("{what} registered at the door"),
    "homologate": _("The Referent ratified the event"),
    "refuse": _("The Referent did not ratify the event"),
    "promote": _("The Referent promoted the event"),
    "demote": _("The Referent demoted the event"),
    "revoke": _("The Referent revoked the ratification"),
    "reopen": _("The Referent reopened the event"),
}


def is_italian() -> bool:
    """Return whether the active language is Italian, the default language of a page."""
    return (get_language() or "it").startswith("it")


def points(half_points: int | None) -> str:
    """Format points stored as half points: 3 is "1,5" in Italian and "1.5" in English; None is ""."""
    if half_points is None:
        return ""
    sign = "−" if half_points < 0 else ""
    whole_points, half = divmod(abs(int(half_points)), 2)
    return f"{sign}{whole_points}{(',5' if is_italian() else '.5') if half else ''}"


def minus(value: object) -> str:
    """Format a number with the sign of typography: -1 is "−1"."""
    return f"−{str(value)[1:]}" if str(value).startswith("-") else str(value)


def points_number(half_points: int) -> int:
    """Return the number by which ``ngettext`` chooses the form of a sentence with :func:`points`: 1 for one point."""
    return 1 if half_points == 2 else 2


def of_number(number: int) -> str:
    """Return "of 12"; in a table of many rows a filter takes a tenth of the time of a translated block."""
    return gettext("of %(n)s") % {"n": number}


def ordinal(number: int | None, gender: str = "m") -> str:
    """Return an ordinal: 3 is "3º" ("3ª" with gender "f") in Italian, "3rd" in English; None is ""."""
    if number is None:
        return ""
    if is_italian():
        return f"{number}{'ª' if gender == 'f' else 'º'}"
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"


def table_sizes(fours: int, threes: int) -> str:
    """Return how many tables of each size there are: "7 tables of 4 and 1 of 3", "2 tables of 3"; "" without any."""
    if not fours and not threes:
        return ""
    number, size = (fours, 4) if fours else (threes, 3)
    words = ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", number) % {"n": number, "size": size}
    if not (fours and threes):
        return words
    return gettext("%(fours)s and %(threes)s of 3") % {"fours": words, "threes": threes}


def history_words(row: Any) -> str:
    """Return a row of the event's history as a sentence; a verb without a label is shown with its object."""
    label = VERBS.get(row.verb)
    return str(label).format(what=row.what) if label else f"{row.what} {row.verb}".strip()
