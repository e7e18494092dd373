"""The pages of the federation's publishers: news, and the federation's text of some pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.federation import services
from tournament.federation.selectors import missing_texts
from tournament.models import News, SiteText
from tournament.web.requests import SignedInRequest

if TYPE_CHECKING:
    _NewsModelForm = forms.ModelForm[News]
    _SiteTextModelForm = forms.ModelForm[SiteText]
else:
    # Not generic at run time.
    _NewsModelForm = _SiteTextModelForm = forms.ModelForm

PERMISSION = "tournament.publish_texts"
#: Pieces of news on the list; older ones stay public.
_SHOWN = 100


class NewsForm(_NewsModelForm):
    """A piece of news in Italian, and in English if somebody writes it."""

    class Meta:
        model = News
        fields = ("title", "text", "title_en", "text_en")


class SiteTextForm(_SiteTextModelForm):
    """The federation's text of a page."""

    class Meta:
        model = SiteText
        fields = ("text", "text_en")


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def publishing(request: SignedInRequest) -> HttpResponse:
    """List the news and the pages with a text; a form writes a new piece of news, which is a draft."""
    form = NewsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        news = services.news_write(news=None, by=request.user, **form.cleaned_data)
        messages.success(request, _("The draft is saved: read it again, then publish it."))
        return redirect("news_edit", news.pk)
    written = set(SiteText.objects.exclude(text="", text_en="").values_list("page", flat=True))
    context = {
        "form": form,
        "missing": missing_texts(),
        "news": News.objects.all()[:_SHOWN],
        "pages": [{"page": page, "written": page.value in written} for page in SiteText.Page],
    }
    return render(request, "web/account/publishing.html", context, status=422 if form.errors else 200)


def _acted(request: SignedInRequest, news: News) -> bool:
    """Publish or withdraw a piece of news, if the pressed button says so."""
    act = request.POST.get("act")
    if act == "publish":
        services.news_publish(news=news, by=request.user)
        messages.success(request, _("“%(title)s” is published.") % {"title": news.title})
    elif act == "withdraw":
        services.news_withdraw(news=news, by=request.user)
        messages.success(request, _("“%(title)s” is a draft again: nobody else reads it.") % {"title": news.title})
    return act in ("publish", "withdraw")


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def news_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a piece of news as visitors read it, write it anew, publish or withdraw it."""
    news = get_object_or_404(News, pk=pk)
    if request.method == "POST" and _acted(request, news):
        return redirect("publishing")
    form = NewsForm(request.POST or None, instance=News.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        services.news_write(news=news, by=request.user, **form.cleaned_data)
        messages.success(request, _("The news is saved."))
        return redirect("news_edit", pk)
    context = {"form": form, "news": news}
    return render(request, "web/account/news_edit.html", context, status=422 if form.errors else 200)


@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def site_text_edit(request: SignedInRequest, name: str) -> HttpResponse:
    """Write the federation's text of a page. Raises Http404 for a page that has none."""
    if name not in SiteText.Page:
        raise Http404
    row = SiteText.objects.filter(page=name).first() or SiteText(page=name)
    form = SiteTextForm(request.POST or None, instance=row)
    if request.method == "POST" and form.is_valid():
        services.site_text_write(page=name, by=request.user, **form.cleaned_data)
        messages.success(request, _("The text is saved: the page shows it."))
        return redirect("publishing")
    context = {"form": form, "title": SiteText.Page(name).label}
    return render(request, "web/account/site_text.html", context, status=422 if form.errors else 200)
