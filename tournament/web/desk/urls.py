"""URLs of the organiser's pages."""

from django.urls import path, register_converter

from tournament.web.desk import (
    cash,
    check_in,
    clubs,
    collect,
    consent_papers,
    draws,
    entry_requests,
    moving,
    new_event,
    photos,
    prizes,
    staff,
    table_calls,
)
from tournament.web.desk import clock as desk_clock
from tournament.web.desk import entries as desk_entries
from tournament.web.desk import entry_import as desk_import
from tournament.web.desk import events as desk
from tournament.web.desk import hall as desk_hall
from tournament.web.desk import messages as desk_messages
from tournament.web.desk import no_shows as desk_no_shows
from tournament.web.desk import practice as desk_practice
from tournament.web.desk import report as desk_report
from tournament.web.desk import rounds as desk_rounds


class OneOf:
    """Path converter for a fixed set of values; ``regex`` lists them."""

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class EntryAct(OneOf):
    """Actions on an entry."""

    regex = "presente|assente|togli|lascia|torna|nome|anonimo|non-chiesto"


class ClockAct(OneOf):
    """Actions on the clock."""

    regex = "avvia|pausa|riprendi|allunga|ricomincia"


register_converter(EntryAct, "entry_act")
register_converter(ClockAct, "clock_act")

_E = "organizza/<slug:slug>/"
_R = _E + "turni/<int:number>/"

urlpatterns = [
    path("organizza/", desk.my_events, name="my_events"),
    path("organizza/circoli/<int:pk>/", clubs.club_desk, name="club_desk"),
    path("organizza/circoli/<int:pk>/persone/<int:user>/togli/", clubs.member_end, name="member_end"),
    path("organizza/nuovo/", new_event.event_new, name="event_new"),
    path("organizza/apri-file/", desk_hall.event_open_file, name="event_open_file"),
    path(_E, desk.desk, name="desk"),
    path(_E + "dati/", desk.event_edit, name="event_edit"),
    path(_E + "annuncio/", desk.announce, name="event_announce"),
    path(_E + "apri/", desk.open_check_in, name="event_open_check_in"),
    path(_E + "chiudi-presenze/", desk.close_check_in, name="event_close_check_in"),
    path(_E + "sposta/", moving.event_move, name="event_move"),
    path(_E + "sposta/<int:pk>/ritira/", moving.event_move_withdraw, name="event_move_withdraw"),
    path(_E + "concludi/", desk.conclude, name="event_conclude"),
    path(_E + "annulla/", desk.void, name="event_void"),
    path(_E + "ferma/", desk.stop, name="event_stop"),
    path(_E + "sala/", desk_hall.hall, name="hall"),
    path(_E + "sala/file/", desk_hall.hall_file, name="hall_file"),
    path(_E + "elimina-prova/", desk_practice.practice_delete, name="practice_delete"),
    path(_E + "fuori-classifica/", desk.unofficial, name="event_unofficial"),
    path(_E + "ufficiale/", desk.official, name="event_official"),
    path(_E + "ruoli/", staff.roles, name="roles"),
    path(_E + "ruoli/<int:pk>/togli/", staff.role_revoke, name="role_revoke"),
    path(_E + "storia/", desk.history, name="history"),
    path(_E + "iscritti/", desk_entries.entries, name="entries"),
    path(_E + "iscritti/nuovo/", desk_entries.add, name="entry_add"),
    path(_E + "iscritti/porta/", desk_entries.walk_in, name="walk_in"),
    path(_E + "iscritti/tutti-presenti/", desk_entries.present, name="entries_present"),
    path(_E + "iscritti/rimetti/", desk_entries.restore, name="entry_restore"),
    path(_E + "iscritti/aperte/", collect.open_to_all, name="entries_open"),
    path(_E + "iscritti/importa/", desk_import.entries_import, name="entries_import"),
    path(_E + "iscritti/<int:pk>/<entry_act:what>/", desk_entries.act, name="entry_act"),
    path(_E + "richieste/<int:pk>/accetta/", entry_requests.entry_request_approve, name="entry_request_approve"),
    path(_E + "richieste/<int:pk>/rifiuta/", entry_requests.entry_request_refuse, name="entry_request_refuse"),
    path(_E + "cassa/", cash.cash, name="cash"),
    path(_E + "cassa/<int:pk>/", cash.cash_pay, name="cash_pay"),
    path(_E + "cassa/prezzi/<int:pk>/togli/", cash.cash_price_remove, name="cash_price_remove"),
    path(_E + "messaggi/", desk_messages.event_messages, name="event_messages"),
    path(_E + "segnalazioni/", desk_messages.error_reports, name="error_reports"),
    path(_E + "segnalazioni/<int:pk>/fatto/", desk_messages.error_report_done, name="error_report_done"),
    path(_E + "consensi/", consent_papers.consent_papers, name="consent_papers"),
    path(_E + "consensi/<int:pk>/", consent_papers.consent_photo, name="consent_photo"),
    path(_E + "presenze/", check_in.check_in, name="check_in"),
    path(_E + "turni/nuovo/", desk_rounds.round_new, name="round_new"),
    path(_E + "finale/", desk_rounds.final_new, name="final_new"),
    path(_E + "sorteggio/", draws.open_draw, name="open_draw"),
    path(_R, desk_rounds.round_desk, name="round_desk"),
    path(_R + "sorteggio/", draws.drawn, name="round_drawn"),
    path(_R + "disfa/", desk_rounds.undo, name="round_undo"),
    path(_R + "assente/", desk_no_shows.no_show, name="round_no_show"),
    path(_R + "orologio/<clock_act:what>/", desk_clock.clock, name="round_clock"),
    path(_R + "tavoli/<int:table>/chiama/", table_calls.call_table, name="table_call"),
    path(_R + "chiudi/", desk_rounds.close, name="round_close"),
    path(_E + "premi/", prizes.prizes, name="prizes"),
    path(_E + "premi/<int:pk>/togli/", prizes.prize_end, name="prize_end"),
    path(_E + "rapporto/", desk_report.report, name="report"),
    path(_E + "foto/", photos.event_photos, name="event_photos"),
    path(_E + "foto/nascondi/", photos.winner_photo_hide, name="winner_photo_hide"),
    path(_E + "foto/<int:pk>/mostra/", photos.winner_photo_show, name="winner_photo_show"),
    path(_E + "rapporto/foto/<int:pk>/", photos.photo, name="photo"),
    path(_E + "rapporto/foto/<int:pk>/togli/", photos.photo_remove, name="photo_remove"),
]
