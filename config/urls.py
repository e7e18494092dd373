"""Every address of the site, by room."""

from django.contrib import admin
from django.contrib.auth import urls as auth_urls
from django.contrib.auth.views import PasswordResetView
from django.urls import include, path

from config import api, views
from tournament.forms.passwords import PasswordResetForm
from tournament.views.language import language_set

handler400 = "config.api_trouble.bad_request"
handler404 = "config.api_trouble.not_found"
handler500 = "config.api_trouble.server_error"

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("ranking.urls")),
    path("accounts/", include([one for one in auth_urls.urlpatterns if one.name != "password_reset"])),
    path("accounts/password_reset/", PasswordResetView.as_view(form_class=PasswordResetForm), name="password_reset"),
    path("i18n/setlang/", language_set, name="set_language"),
    path("admin/", admin.site.urls),
    path(api.ROOT, include(api.urlpatterns)),
    path("health/live", views.health_live, name="health_live"),
    path("health/ready", views.health_ready, name="health_ready"),
    path("metrics", views.metrics, name="metrics"),
]
