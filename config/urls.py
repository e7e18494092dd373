"""URL configuration of the site, by application."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import api
from ops import views
from tournament.web.account.language import language_set

handler400 = "ops.api_error_handlers.bad_request"
handler404 = "ops.api_error_handlers.not_found"
handler500 = "ops.api_error_handlers.server_error"

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("ranking.urls")),
    path("", include("practice.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("i18n/setlang/", language_set, name="set_language"),
    *([path("admin/", admin.site.urls)] if settings.FOSSATO_ADMIN else []),
    path(api.ROOT, include(api.urlpatterns)),
    path("health/live", views.health_live, name="health_live"),
    path("health/ready", views.health_ready, name="health_ready"),
    path("stato/", views.status, name="status"),
    path("metrics", views.metrics, name="metrics"),
    path(".well-known/security.txt", views.security_contact, name="security_contact"),
]
