"""URLs of the card packs."""

from django.urls import path

from tournament.web.desk import card_packs as packs

urlpatterns = [
    path("carte/", packs.packs, name="packs"),
    path("carte/<slug:name>/", packs.pack, name="pack"),
    path("carte/<slug:name>/file/", packs.pack_file, name="pack_file"),
    path("carte/<slug:name>/correggi/", packs.pack_correction, name="pack_correct"),
]
