"""The sentences of notices by code. No name of a player is a parameter: the page that a notice leads to has them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

#: Code -> the sentence, as in ``stored_sentences.SENTENCES``.
NOTICE_SENTENCES: dict[str, Any] = {
    "registered": _("You are entered in “%(event)s”."),
    "entry_pending": _("“%(event)s”: the organiser has your request for a place."),
    "entry_waiting": _("“%(event)s” is full: you are number %(position)s on the waiting list."),
    "promoted": _("“%(event)s”: a place is free for you, take it in time."),
    "entry_refused": _("“%(event)s”: the organiser did not accept your request."),
    "entry_withdrawn": _("You are off the list of “%(event)s”."),
    "tables_published": _("“%(event)s”, round %(round)s: you are at table %(table)s, seat %(seat)s."),
    "final_published": _("“%(event)s”, the final: you are in seat %(seat)s."),
    "table_called": _("“%(event)s”, round %(round)s: you are called to table %(table)s."),
    "final_called": _("“%(event)s”, the final: you are called to the table."),
    "round_closing": _("“%(event)s”, round %(round)s: the clock ends at %(time)s."),
    "final_closing": _("“%(event)s”, the final: the clock ends at %(time)s."),
    "event_tomorrow": _("“%(event)s” is tomorrow: are you coming?"),
    "event_cancelled": _("“%(event)s” is not played."),
    "event_start_changed": _("“%(event)s” starts at another time: %(start)s."),
    "event_start_open": _("The starting time of “%(event)s” has changed; the new one is not set yet."),
    "event_moved": _("“%(event)s” is played on another day: %(day)s."),
    "event_move_asked": _("“%(event)s” asks to be played on another day."),
    "event_move_accepted": _("“%(event)s” is played on the day you asked for."),
    "event_move_refused": _("“%(event)s” is not moved to the day you asked for."),
    "result_ratified": _("“%(event)s” is ratified: your result counts."),
    "result_recounted": _("The Fascia of “%(event)s” has changed: your points are counted again."),
    "fascia_changed": _("“%(event)s” counts as an event of Fascia %(fascia)s."),
    "fascia_replaced": _("The Fascia of “%(event)s” has changed after its ratification: its points are counted again."),
    "result_revoked": _("“%(event)s” is not ratified: its results do not count."),
    "call_up": _("You are called to the national final of “%(season)s”: say whether you are coming."),
    "call_up_reminder": _("You are called to the national final of “%(season)s” and have not answered yet."),
    "call_up_lapsed": _("No answer came to your call-up to the final of “%(season)s”: the next name is called."),
    "call_up_withdrawn": _("The call-up to the national final of “%(season)s” is withdrawn."),
    "consent_changed": _("A decision about showing your name was recorded."),
    "record_changed": _("Your record in the national list was changed."),
    "authorised": _("“%(event)s” is authorised."),
    "not_authorised": _("“%(event)s” is not authorised: it is a draft again."),
    "report_due": _("The report of “%(event)s” has not been sent yet."),
    "ratified": _("“%(event)s” is ratified."),
    "not_ratified": _("“%(event)s” is not ratified."),
    "ratification_revoked": _("The ratification of “%(event)s” is revoked."),
    "sent_back": _("The report of “%(event)s” is sent back: correct it and send it again."),
    "decided_again": _("“%(event)s” is decided again on its last report."),
    "invalidated": _("“%(event)s” is not valid: no complete report came in time (art. 1.2)."),
    "role_organiser": _("You are an organiser of “%(event)s”."),
    "role_referee": _("You are a referee of “%(event)s”."),
    "role_photo": _("You take care of the photos of “%(event)s”."),
    "role_referent": _("You are a National Referent."),
    "role_member": _("You act for “%(club)s”."),
    "member_ended": _("You no longer act for “%(club)s”."),
    "role_ended": _("Your role in “%(event)s” has ended."),
    "referent_ended": _("You are no longer a National Referent."),
    "regulation_published": _("Version %(number)s of the regulation is published."),
    "disqualified": _("“%(club)s” is disqualified as an organiser (art. 1.4)."),
    "claim_confirmed": _("Your results are linked to your account."),
    "claim_refused": _("Your request to link your results to your account was refused."),
    "record_joined": _(
        "An account was linked to your record in the national list. If it is not yours, write to the National Referent."
    ),
    "records_asked": _(
        "Two records of the national list seem to be yours both: the National Referent will join them in 14 days. If "
        "one of them is not yours, write to the Referent."
    ),
    "records_joined": _(
        "Two records of the national list were joined as yours. If one of them is not yours, write to the National "
        "Referent: the join can be taken back."
    ),
    "records_parted": _("The join of your records in the national list was taken back: each is as it was."),
    "name_changed": _("The name of your record in the national list was changed from your account."),
    "claim_asked": _("Somebody asks to link their results to their account: your answer is needed."),
    "claim_proved": _("An account was linked to a record by card number and link: have a look."),
    "record_claimed": _("An account asks to be linked to your results."),
    "record_renamed": _("A player has changed the name of their own record."),
    "entry_requests": _("Requests to enter “%(event)s” that wait for your answer: %(number)s."),
    "places_cancelled": _("Players who cancelled their place in “%(event)s”: %(number)s."),
    "errors_reported": _("Errors that players of “%(event)s” report: %(number)s."),
    "consent_paper_sent": _("A signed consent form of “%(event)s” waits to be read."),
    "erasure_asked": _("A player asks for the erasure of their data."),
    "organiser_restored": _("The disqualification of “%(club)s” is lifted: it can hold events again."),
    "organiser_request": _("“%(club)s”, %(city)s, asks to hold events."),
    "organiser_approved": _("“%(club)s” can hold events: the Referent has approved your request."),
    "organiser_asked": _("The Referent asks something before deciding on your request for “%(club)s”."),
    "organiser_refused": _("The Referent has not approved your request for “%(club)s”."),
    "event_announced": _("“%(event)s” is announced: it is played in %(city)s."),
    "authorisation_asked": _("“%(event)s” is announced and waits for your authorisation."),
    "report_arrived": _("The report of “%(event)s” has arrived."),
}
