"""Pages around the championship: help by role, contact, privacy, terms."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.federation.selectors import published_news, site_texts
from tournament.models import SiteText
from tournament.pages.help import help_answers
from tournament.pages.help_topics import Role
from tournament.personal_data.retention import retention_periods
from tournament.regulation.names import folded
from tournament.regulation.parameters import Fascia
from tournament.regulation_versions.selectors import version_in_force
from tournament.web.shared import shared

#: Longest search in the help.
LONGEST_SEARCH = 80
#: Pieces of news on their page.
MOST_NEWS = 50


def regulation_context(**more: object) -> dict[str, object]:
    """Return the numbers of the current regulation, which the texts quote, and more."""
    numbers = version_in_force()
    return {
        "numbers": numbers,
        "least": numbers.least_players,
        "least_open": numbers.minimum_players[Fascia.III],
    } | more


@login_not_required
@require_safe
@shared
def help_page(request: HttpRequest) -> HttpResponse:
    """Show what the championship is and how it works, by role, or with ``?cerca=`` the answers that have some words."""
    pages = (SiteText.Page.PLAYERS, SiteText.Page.ORGANISERS, SiteText.Page.REFEREES)
    words = request.GET.get("cerca", "").strip()[:LONGEST_SEARCH]
    answers = help_answers(version_in_force(), folded(words).split())
    context = {
        "texts": site_texts(pages),
        "words": words,
        "found": answers if words else [],
        "topics": {role.value: [answer for answer in answers if answer.role is role] for role in Role},
    }
    return render(request, "web/public/information/help.html", context)


@login_not_required
@require_safe
@shared
def contact(request: HttpRequest) -> HttpResponse:
    """Show who answers which question, and the mail address of the championship."""
    context = {"contact_mail": settings.FOSSATO_CONTACT_MAIL, "texts": site_texts([SiteText.Page.CONTACT])}
    return render(request, "web/public/information/contact.html", context)


@login_not_required
@require_safe
@shared
def news(request: HttpRequest) -> HttpResponse:
    """Show the news of the federation, newest first."""
    return render(request, "web/public/news.html", {"news": published_news(MOST_NEWS)})


@login_not_required
@require_safe
@shared
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy notice: controller and purposes of the settings, data, retention periods, rights."""
    context = {
        "controller": settings.FOSSATO_CONTROLLER,
        "purposes": settings.FOSSATO_PURPOSES,
        "contact_mail": settings.FOSSATO_CONTACT_MAIL,
    }
    return render(request, "web/public/information/privacy.html", context | retention_periods())


@login_not_required
@require_safe
@shared
def terms(request: HttpRequest) -> HttpResponse:
    """Show the terms of use."""
    return render(request, "web/public/information/terms.html")
