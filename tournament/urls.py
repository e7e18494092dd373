"""URL patterns of the tournament app, by audience."""

from tournament.web.account import urls as privacy
from tournament.web.board import urls as board
from tournament.web.desk import card_pack_urls as packs
from tournament.web.desk import printing_urls as paper
from tournament.web.desk import urls as desk
from tournament.web.phone import urls as phone
from tournament.web.public import urls as public
from tournament.web.referee import urls as referee

urlpatterns = [
    *public.urlpatterns,
    *board.urlpatterns,
    *desk.urlpatterns,
    *referee.urlpatterns,
    *paper.urlpatterns,
    *packs.urlpatterns,
    *phone.urlpatterns,
    *privacy.urlpatterns,
]
