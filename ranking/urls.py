"""Addresses of the home page, the Ranking, the players and the National Referent."""

from django.urls import path

from ranking.views import home, open_data, player, ranking

urlpatterns = [
    path("", home.home, name="home"),
    path("ranking/", ranking.ranking, name="ranking"),
    path("ranking/<slug:season>/", ranking.ranking, name="ranking_season"),
    path("ranking/<slug:season>.csv", ranking.ranking_csv, name="ranking_csv"),
    path("ranking/<slug:season>.json", ranking.ranking_json, name="ranking_json"),
    path("stampa/ranking/<slug:season>.pdf", ranking.print_ranking, name="print_ranking"),
    path("giocatori/<int:pk>/", player.player, name="player"),
    path("dati/", open_data.open_data, name="open_data"),
    path("licenze/", open_data.licences, name="licences"),
]
