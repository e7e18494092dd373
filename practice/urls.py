"""URLs of the own games."""

from django.urls import path

from practice.web import game_viewer, play

urlpatterns = [
    path("gioca/", play.play, name="play"),
    path("gioca/impara/<slug:game>/", play.play_lesson, name="play_lesson"),
    path("gioca/regole/<slug:game>/", play.rules, name="rulebook"),
    path("gioca/riprendi/", play.play_resume, name="play_resume"),
    path("gioca/tavolo/<str:seal>/", play.play_table, name="play_table"),
    path("gioca/tavolo/<str:seal>/<int:number>/", play.play_watch, name="play_watch"),
    path("partite/", game_viewer.practice, name="practice"),
    path("partite/mia/<int:number>/", game_viewer.practice_own, name="practice_own"),
    path("partite/<slug:name>/<int:number>/", game_viewer.practice_game, name="practice_game"),
]
