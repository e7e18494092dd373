"""URLs of the public board."""

from django.urls import path

from tournament.web.board import views as board

_W = "parete/<slug:slug>/"

urlpatterns = [
    path(_W, board.board, name="board"),
    path(_W + "parte/", board.board_part, name="board_part"),
    path(_W + "parete.json", board.board_json, name="board_json"),
    path(_W + "novita/", board.board_events, name="board_events"),
    path(_W + "sala/", board.hall_open, name="hall_open"),
    path(_W + "sala/<str:key>/", board.hall_board, name="hall_board"),
    path(_W + "sala/<str:key>/parte/", board.hall_part, name="hall_part"),
    path(_W + "sala/<str:key>/novita/", board.hall_events, name="hall_events"),
]
