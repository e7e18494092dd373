"""The addresses of the tournament, by who uses them."""

from tournament.urls import desk, packs, paper, phone, privacy, public, referee, webhooks

urlpatterns = [
    *public.urlpatterns,
    *desk.urlpatterns,
    *referee.urlpatterns,
    *paper.urlpatterns,
    *packs.urlpatterns,
    *phone.urlpatterns,
    *privacy.urlpatterns,
    *webhooks.urlpatterns,
]
