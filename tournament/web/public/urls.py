"""URLs of the public pages."""

from django.urls import path

from tournament.web.public import (
    calendar,
    draws,
    entering,
    information,
    organiser_requests,
    papers,
    regulations,
    share,
)
from tournament.web.public import views as public

urlpatterns = [
    path("eventi/", public.event_list, name="event_list"),
    path("calendario.ics", calendar.events_calendar, name="calendar"),
    path("eventi/<slug:slug>.ics", calendar.event_calendar, name="event_calendar"),
    path("eventi/<slug:slug>/", public.event, name="event"),
    path("eventi/<slug:slug>/iscrizione/", entering.enter, name="entry_page"),
    path("eventi/<slug:slug>/iscrizione/accetto/", entering.accept, name="entry_accept"),
    path("eventi/<slug:slug>/iscrizione/link/", entering.link_again, name="entry_link_again"),
    path("eventi/<slug:slug>/iscrizione/annulla/", entering.withdraw, name="entry_withdraw"),
    path("eventi/<slug:slug>/evento.json", public.event_file, name="event_file"),
    path("eventi/<slug:slug>/foto/", public.winner_photo, name="event_photo"),
    path("eventi/<slug:slug>/scheda.png", share.event_card_picture, name="event_card"),
    path("eventi/<slug:slug>/locandina.pdf", papers.poster, name="event_poster"),
    path("eventi/<slug:slug>/sorteggi/", draws.draws, name="draws"),
    path("eventi/<slug:slug>/sorteggi/<slug:step>/", draws.draw_step, name="draw_step"),
    path("eventi/<slug:slug>/turni/<int:number>/classifica.csv", public.standings_csv, name="event_standings_csv"),
    path("eventi/<slug:slug>/turni/<int:number>/tavoli/<int:table>/", public.table_result, name="table_result"),
    path("sorteggi/<int:pk>/", draws.draw, name="draw"),
    path("sorteggi/<int:pk>.json", draws.draw_json, name="draw_json"),
    path("regolamento/", regulations.regulation_page, name="regulation"),
    path("regolamento/<str:version>/", regulations.regulation_page, name="regulation_version"),
    path("regolamento/<str:version>/testo/", regulations.regulation_text, name="regulation_text"),
    path("regolamento/<str:version>/testo.pdf", regulations.regulation_pdf, name="regulation_pdf"),
    path(
        "regolamento/<str:version>/<str:language>.<str:kind>",
        regulations.regulation_document,
        name="regulation_document",
    ),
    path("organizza-un-evento/", organiser_requests.organise, name="organise_event"),
    path("organizza-un-evento/richiesta/<int:pk>/", organiser_requests.organiser_request, name="organiser_request"),
    path(
        "organizza-un-evento/richiesta/<int:pk>/ritira/",
        organiser_requests.organiser_request_withdraw,
        name="organiser_request_withdraw",
    ),
    path("materiali/", papers.materials_page, name="materials"),
    path("materiali/modulo-<slug:game>-<int:players>.pdf", papers.form_of, name="blank_form"),
    path("materiali/preparazione.pdf", papers.setup, name="setup_sheet"),
    path("aiuto/", information.help_page, name="help"),
    path("notizie/", information.news, name="news"),
    path("contatti/", information.contact, name="contact"),
    path("privacy/", information.privacy, name="privacy"),
    path("condizioni/", information.terms, name="terms"),
    path("look/", public.gallery, name="gallery"),
]
