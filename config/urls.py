"""Every address of the site, by room."""

from django.contrib import admin
from django.urls import include, path

from config import api, views
from tournament.views.language import language_set

handler400 = "config.api_trouble.bad_request"
handler404 = "config.api_trouble.not_found"
handler500 = "config.api_trouble.server_error"

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("ranking.urls")),
    path("accounts/", include("django.contrib.auth.urls")),
    path("i18n/setlang/", language_set, name="set_language"),
    path("admin/", admin.site.urls),
    path(api.ROOT, include(api.urlpatterns)),
    path("health/live", views.health_live, name="health_live"),
    path("health/ready", views.health_ready, name="health_ready"),
    path("metrics", views.metrics, name="metrics"),
]
