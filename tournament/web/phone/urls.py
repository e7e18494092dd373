"""URLs of private links and of the web app, and of the desk's pages about both."""

from django.urls import path

from tournament.web.live import views as news
from tournament.web.phone import consent, entry_request, own_ticket
from tournament.web.phone import participant as player_phone
from tournament.web.phone import web_app as webapp
from tournament.web.phone.table_link import table_by_link
from tournament.web.referee import sheet, sheet_actions, table_actions
from tournament.web.referee.sheet_access import by_account

_TABLE = "arbitro/<slug:slug>/<int:number>/<int:table>/"
_E = "organizza/<slug:slug>/"

#: Pages behind a private link, without an account.
by_link = [
    path("t/<str:token>/", table_by_link(sheet.sheet), name="table_link"),
    path("t/<str:token>/prova/", table_by_link(sheet.sheet_preview), name="table_link_preview"),
    path("t/<str:token>/conferma/", table_by_link(sheet_actions.confirm), name="table_link_confirm"),
    path("t/<str:token>/sorteggio/", table_by_link(sheet_actions.lots), name="table_link_lots"),
    path("t/<str:token>/foto/", table_by_link(table_actions.photo), name="table_link_photo"),
    path("t/<str:token>/aiuto/", table_by_link(table_actions.help_wanted), name="table_link_help"),
    path("g/<str:token>/", player_phone.player_phone, name="player_phone"),
    path("g/<str:token>/novita/", news.player_news, name="player_news"),
    path("g/<str:token>/consenso/", player_phone.consent, name="player_phone_consent"),
    path("g/<str:token>/lascio/", player_phone.leave, name="player_phone_leave"),
    path("g/<str:token>/annulla/", own_ticket.withdraw, name="player_phone_withdraw"),
    path("g/<str:token>/vengo/", own_ticket.still_comes, name="player_phone_comes"),
    path("g/<str:token>/errore/", own_ticket.report_error, name="player_phone_error"),
    path("g/<str:token>/foto/", own_ticket.refuse_photos, name="player_phone_photos"),
    path("g/<str:token>/conferma/", player_phone.confirm, name="player_phone_confirm"),
    path("i/<str:token>/", entry_request.entry_request, name="entry_request"),
    path("c/<str:token>/", consent.own_consent, name="own_consent"),
    path("g/<str:token>/aiuto/", player_phone.help_wanted, name="player_phone_help"),
]
#: Pages that need an account.
for_accounts = [
    path(_TABLE + "foto/", by_account(table_actions.photo), name="table_photo"),
    path(_TABLE + "aiuto/", by_account(table_actions.help_wanted), name="table_help"),
    path(_E + "link/", player_phone.links, name="player_links"),
    path(_E + "link/stampa.pdf", player_phone.links_print, name="player_links_print"),
    path(_E + "link/spedisci/", player_phone.links_mail, name="player_links_mail"),
    path(_E + "link/<int:pk>/nuovo/", player_phone.link_renew, name="player_link_renew"),
    path(_E + "link/<int:pk>/revoca/", player_phone.revoke, name="link_revoke"),
    path(_E + "link/tavoli/", player_phone.table_links, name="table_links"),
    path("eventi/<slug:slug>/novita/", news.event_news, name="event_news"),
    path(_E + "novita/", news.desk_news, name="desk_news"),
    path(_E + "chiamate/<int:pk>/chiudi/", player_phone.call_close, name="help_close"),
]
web_app = [
    path("sw.js", webapp.service_worker, name="service_worker"),
    path("favicon.ico", webapp.favicon, name="favicon"),
    path("app.webmanifest", webapp.manifest, name="manifest"),
    path("fuori-rete/", webapp.offline, name="offline"),
]
urlpatterns = [*by_link, *for_accounts, *web_app]
