"""URLs of the referee's pages."""

from django.urls import path

from tournament.web.referee import home, sheet, sheet_actions
from tournament.web.referee.sheet_access import by_account

_TABLE = "arbitro/<slug:slug>/<int:number>/<int:table>/"

urlpatterns = [
    path("arbitro/", home.referee_home, name="referee_home"),
    path(_TABLE, by_account(sheet.sheet), name="sheet"),
    path(_TABLE + "prova/", by_account(sheet.sheet_preview), name="sheet_preview"),
    path(_TABLE + "conferma/", by_account(sheet_actions.confirm), name="sheet_confirm"),
    path(_TABLE + "sorteggio/", by_account(sheet_actions.lots), name="table_lots"),
    path(_TABLE + "nota/", by_account(sheet_actions.note), name="table_note"),
    path(_TABLE + "abbandono/", by_account(sheet_actions.abandon), name="table_abandon"),
]
