"""URLs of the pages that only show the design system."""

from __future__ import annotations

import time
from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.urls import include, path
from django.views.defaults import server_error

from tournament.regulation import draws

SEED = "5ee4" * 16
INPUTS = ("Ada", "Bice", "Ciro", "Dino", "Elsa", "Fabio", "Gaia")
CLOCK = """{% extends "base.html" %}{% load fossato_ui %}{% block title %}Clock{% endblock %}
{% block content %}<h1>Clock</h1>{% round_clock left=left total=2700 deadline=deadline now=now %}{% endround_clock %}
<p><span id="digits" data-clock-digits data-deadline="{{ deadline }}" data-server-now="{{ now }}">…</span></p>
{% endblock %}"""


@login_not_required
def gallery(request: HttpRequest) -> HttpResponse:
    """Show every component in every state."""
    return render(request, "components/gallery.html")


@login_not_required
def draw(request: HttpRequest, purpose: str) -> HttpResponse:
    """Show a draw to be recomputed; `?tampered` exchanges the first two of its outcome."""
    record = asdict(draws.make(purpose, "round-1", INPUTS, seed=SEED, word="pozzanghera è"))
    if "tampered" in request.GET:
        first, second, *rest = record["outcome"]
        record["outcome"] = (second, first, *rest)
    source = (
        '{% extends "base.html" %}{% load static %}{% block title %}Draw{% endblock %}{% block head %}'
        """<script type="module" src="{% static 'fossato/js/draw.js' %}"></script>{% endblock %}"""
        '{% block content %}<h1>Draw</h1>{% include "components/draw_check.html" %}{% endblock %}'
    )
    return HttpResponse(engines["django"].from_string(source).render({"record": record}, request))


@login_not_required
def clock(request: HttpRequest, left: int) -> HttpResponse:
    """Show a running clock whose server is in another year."""
    now = int(time.time() * 1000) - 10**11
    context = {"left": left, "deadline": now + left * 1000, "now": now}
    return HttpResponse(engines["django"].from_string(CLOCK).render(context, request))


@login_not_required
def ask(request: HttpRequest) -> HttpResponse:
    """Show a step that asks for confirmation."""
    if request.method == "POST" and "confirmed" not in request.POST:
        facts = {"question": "Cancel?", "label": "Cancel the event", "danger": True, "back_url": "/gallery/"}
        return render(request, "components/confirm_page.html", {**facts, "fields": {"way": request.POST["way"]}})
    if request.method == "POST":
        messages.success(request, f"Cancelled: {request.POST['way']}")
    source = (
        '{% extends "base.html" %}{% load fossato_ui %}{% block title %}Ask{% endblock %}'
        '{% block content %}<h1>Ask</h1><form method="post">{% csrf_token %}'
        '<button class="btn btn-danger" name="way" value="rain"'
        '{% confirm_attrs "Cancel?" "Nobody can undo it." %}>Cancel</button></form>{% endblock %}'
    )
    return HttpResponse(engines["django"].from_string(source).render({}, request))


urlpatterns = [
    path("gallery/", gallery, name="look_gallery"),
    path("draw/<str:purpose>/", draw),
    path("clock/<int:left>/", clock),
    path("ask/", ask),
    path("broken/", login_not_required(lambda request: server_error(request))),
    path("login/", LoginView.as_view(), name="login"),
    # The frame of every page links to the site's own.
    path("", include("config.urls")),
]
