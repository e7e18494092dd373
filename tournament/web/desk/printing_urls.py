"""URLs of the PDFs and of the jobs that produce them."""

from django.urls import path

from tournament.web.desk import printing as paper

urlpatterns = [
    path("stampa/<slug:slug>/turni/<int:number>/tavoli/<int:table>.pdf", paper.form, name="print_form"),
    path("stampa/<slug:slug>/turni/<int:number>/tavoli.pdf", paper.tables, name="print_tables"),
    path("stampa/<slug:slug>/turni/<int:number>/regno.pdf", paper.kingdom, name="print_kingdom"),
    path("stampa/<slug:slug>/turni/<int:number>/classifica.pdf", paper.standings, name="print_standings"),
    path("stampa/<slug:slug>/turni/<int:number>/pacco/", paper.pack, name="print_pack"),
    path("stampa/<slug:slug>/diplomi.pdf", paper.diplomas, name="print_diplomas"),
    path("stampa/<slug:slug>/consenso.pdf", paper.consent, name="print_consent"),
    path("stampa/<slug:slug>/rapporto.pdf", paper.report, name="print_report"),
    path("lavori/<int:pk>/", paper.job, name="job"),
    path("lavori/<int:pk>/file/", paper.job_file, name="job_file"),
]
