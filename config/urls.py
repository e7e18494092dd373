"""Every address of the site, by room."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("ranking.urls")),
    path("accounts/", include("django.contrib.auth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
