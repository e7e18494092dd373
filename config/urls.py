"""URL configuration of the site, by application."""

from django.contrib import admin
from django.contrib.auth import urls as auth_urls
from django.contrib.auth.views import PasswordResetView
from django.urls import URLPattern, include, path

from config import api
from ops import views
from tournament.web.account.language import language_set
from tournament.web.account.password_forms import PasswordResetForm

handler400 = "ops.api_error_handlers.bad_request"
handler404 = "ops.api_error_handlers.not_found"
handler500 = "ops.api_error_handlers.server_error"

#: Django's sign-in pages but the reset of a password, whose form is ours.
_sign_in_urls = [url for url in auth_urls.urlpatterns if isinstance(url, URLPattern) and url.name != "password_reset"]

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("ranking.urls")),
    path("accounts/", include(_sign_in_urls)),
    path("accounts/password_reset/", PasswordResetView.as_view(form_class=PasswordResetForm), name="password_reset"),
    path("i18n/setlang/", language_set, name="set_language"),
    path("admin/", admin.site.urls),
    path(api.ROOT, include(api.urlpatterns)),
    path("health/live", views.health_live, name="health_live"),
    path("health/ready", views.health_ready, name="health_ready"),
    path("metrics", views.metrics, name="metrics"),
]
