"""URLs of the referee's pages."""

from django.urls import path

from tournament.web.referee import log_upload as sheet_log
from tournament.web.referee import sheet as referee
from tournament.web.referee import sheet_actions as sheet_acts

_TABLE = "arbitro/<slug:slug>/<int:number>/<int:table>/"

urlpatterns = [
    path("arbitro/", referee.referee_home, name="referee_home"),
    path(_TABLE, referee.sheet, name="sheet"),
    path(_TABLE + "prova/", referee.sheet_preview, name="sheet_preview"),
    path(_TABLE + "registro/", sheet_log.sheet_log, name="sheet_log"),
    path(_TABLE + "conferma/", sheet_acts.confirm, name="sheet_confirm"),
    path(_TABLE + "sorteggio/", sheet_acts.lots, name="table_lots"),
    path(_TABLE + "nota/", sheet_acts.note, name="table_note"),
    path(_TABLE + "abbandono/", sheet_acts.abandon, name="table_abandon"),
]
