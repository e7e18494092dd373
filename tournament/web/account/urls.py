"""URLs of the user's own account and personal data."""

from django.urls import path

from tournament.web.account import (
    claims,
    follows,
    invitations,
    notices,
    own_place,
    privacy,
    publishing,
    referents,
    sessions,
    tokens,
)
from tournament.web.account import views as account

#: The user's own pages.
own = [
    path("io/", account.account, name="account"),
    path("io/inizio/", own_place.own_place, name="own_place"),
    path("io/avvisi/", notices.notices, name="notices"),
    path("io/avvisi/mail/", notices.mail_choice, name="mail_choice"),
    path("io/avvisi/dispositivo/", notices.push_device, name="push_device"),
    path("avvisi/basta/<str:token>/", notices.mute, name="notice_mute"),
    path("io/collega/", claims.claim, name="claim"),
    path("io/collega/ritira/", claims.claim_back, name="claim_back"),
    path("io/collegamenti/<int:pk>/", claims.claim_answer, name="claim_answer"),
    path("io/nome/", account.own_name, name="own_name"),
    path("io/seguiti/", follows.follows, name="follows"),
    path("io/seguiti/circolo/<int:pk>/", follows.follow_club, name="follow_club"),
    path("io/consenso/", account.consent, name="account_consent"),
    path("io/accessi/termina/", sessions.sessions_end, name="sessions_end"),
    path("io/gettoni/", tokens.tokens, name="tokens"),
    path("io/gettoni/<int:pk>/revoca/", tokens.token_stop, name="token_revoke"),
    path("io/dati/copia.json", privacy.own_data_file, name="own_data_file"),
    path("io/dati/cancella/", privacy.erasure_ask, name="erasure_ask"),
    path("io/dati/chiudi/", privacy.account_close, name="account_close"),
    path("io/dati/ritira/", privacy.erasure_withdraw, name="erasure_withdraw"),
    # Pages of earlier, which mails and bookmarks lead to.
    path("io/avvisi/scelte/", account.earlier_page, {"group": "avvisi"}, name="notice_choices"),
    path("io/accessi/", account.earlier_page, {"group": "accesso"}, name="sessions"),
    path("io/dati/", account.earlier_page, {"group": "dati"}, name="own_data"),
    path("invito/<str:token>/", invitations.invitation, name="invitation"),
    path("inviti/<int:pk>/rimanda/", invitations.resend, name="invitation_resend"),
    path("inviti/<int:pk>/ritira/", invitations.withdraw, name="invitation_withdraw"),
]
#: Pages of the federation's publishers.
texts = [
    path("redazione/", publishing.publishing, name="publishing"),
    path("redazione/notizie/<int:pk>/", publishing.news_edit, name="news_edit"),
    path("redazione/testi/<slug:name>/", publishing.site_text_edit, name="site_text_edit"),
]
#: Pages of the National Referent.
national_referents = [
    path("referente/referenti/", referents.referents, name="referents"),
    path("referente/referenti/<int:pk>/togli/", referents.referent_end, name="referent_end"),
    path("referente/dati/ricevute/<int:pk>/", privacy.receipt, name="erasure_receipt"),
    path("referente/giocatori/<int:pk>/dati.json", privacy.person_data_file, name="person_data_file"),
    path("referente/giocatori/<int:pk>/cancella/", privacy.person_erase, name="person_erase"),
]
urlpatterns = [*own, *texts, *national_referents]
