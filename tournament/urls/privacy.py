"""Addresses of a person's own data: what is kept, a copy of it, its erasure."""

from django.urls import path

from tournament.views import privacy

#: Of the visitor about themselves.
own = [
    path("io/dati/", privacy.own_data, name="own_data"),
    path("io/dati/copia.json", privacy.own_data_file, name="own_data_file"),
    path("io/dati/cancella/", privacy.erasure_ask, name="erasure_ask"),
    path("io/dati/ritira/", privacy.erasure_withdraw, name="erasure_withdraw"),
]
#: Of the National Referent.
referents = [
    path("referente/dati/", privacy.erasures, name="erasures"),
    path("referente/dati/ricevute/<int:pk>/", privacy.receipt, name="erasure_receipt"),
    path("referente/giocatori/<int:pk>/dati.json", privacy.person_data_file, name="person_data_file"),
    path("referente/giocatori/<int:pk>/cancella/", privacy.person_erase, name="person_erase"),
]
urlpatterns = [*own, *referents]
