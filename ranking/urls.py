"""URLs of the home page, the Ranking, the players and the National Referent."""

from django.urls import path

from ranking.web.account import own_games
from ranking.web.public import cards, club, discovery, home, open_data, player, ranking, roll_of_honour, search, share
from ranking.web.referent import consents, error_reports, homologation, jobs, people, regulations, requests, seasons
from ranking.web.referent import overview as referent

urlpatterns = [
    path("", home.home, name="home"),
    path("cerca/", search.search_page, name="search"),
    path("robots.txt", discovery.robots, name="robots"),
    path("sitemap.xml", discovery.site_map, name="sitemap"),
    path("eventi.atom", discovery.event_feed, name="event_feed"),
    path("ranking/", ranking.ranking, name="ranking"),
    path("ranking/<slug:season>/", ranking.ranking, name="ranking_season"),
    path("ranking/<slug:season>.csv", ranking.ranking_csv, name="ranking_csv"),
    path("ranking/<slug:season>.json", ranking.ranking_json, name="ranking_json"),
    path("statistiche/", cards.cards, name="cards"),
    path("statistiche/<slug:season>/", cards.cards, name="cards_season"),
    path("albo-d-oro/", roll_of_honour.roll_of_honour, name="roll_of_honour"),
    path("stampa/ranking/<slug:season>.pdf", ranking.print_ranking, name="print_ranking"),
    path("giocatori/<int:pk>/", player.player, name="player"),
    path("giocatori/<int:pk>/scheda.png", share.player_picture, name="player_card"),
    path("ranking/<slug:season>/scheda.png", share.ranking_picture, name="ranking_card"),
    path("io/partite/", own_games.my_games, name="my_games"),
    path("io/convocazione/<slug:season>/", own_games.call_reply, name="call_reply"),
    path("organizzatori/<int:pk>/", club.club, name="club"),
    path("organizzatori/<int:pk>/incorpora/", club.club_widget, name="club_widget"),
    path("referente/", referent.referent, name="referent"),
    path("referente/autorizzazioni/", referent.authorisations, name="authorisations"),
    path("referente/omologazioni/", homologation.homologations, name="homologations"),
    path("referente/omologazioni/<slug:slug>/", homologation.homologation, name="homologation"),
    path("referente/segnalazioni/", error_reports.error_reports_all, name="error_reports_all"),
    path("referente/lavori/", jobs.failed_jobs_page, name="failed_jobs"),
    path("referente/consensi/", consents.consents, name="consents"),
    path("referente/stagioni/", seasons.seasons, name="seasons"),
    path("referente/stagioni/nuova/", seasons.season_new, name="season_new"),
    path("referente/stagioni/<slug:season>/", seasons.season_edit, name="season_edit"),
    path("referente/regolamento/", regulations.regulations, name="regulations"),
    path("referente/regolamento/<str:number>/", regulations.regulation_edit, name="regulation_edit"),
    path("referente/regolamento/<str:number>/copia/", regulations.regulation_copy, name="regulation_copy"),
    path("referente/regolamento/<str:number>/pubblica/", regulations.regulation_publish, name="regulation_publish"),
    path("referente/regolamento/<str:number>/elimina/", regulations.regulation_discard, name="regulation_discard"),
    path("referente/convocazioni/<slug:season>/", seasons.call_up, name="call_up"),
    path("referente/giocatori/", people.people, name="people"),
    path("referente/giocatori/unisci/", people.people_merge, name="people_merge"),
    path("referente/giocatori/<int:pk>/", people.person, name="person"),
    path("referente/giocatori/<int:pk>/modifica/", people.person_edit, name="person_edit"),
    path("referente/richieste/", requests.organiser_requests, name="organiser_requests"),
    path("referente/organizzatori/", referent.organisers, name="organisers"),
    path("dati/", open_data.open_data, name="open_data"),
    path("licenze/", open_data.licences, name="licences"),
]
