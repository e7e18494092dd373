"""URLs of the webhooks: those of one event at its desk, those of all events in the Referent's area."""

from django.urls import path, register_converter

from tournament.web.desk import webhooks
from tournament.web.desk.urls import OneOf


class WebhookAct(OneOf):
    """Actions on a webhook endpoint."""

    regex = "prova|segreto|pausa|riprendi|togli"


register_converter(WebhookAct, "webhook_act")

_E = "organizza/<slug:slug>/webhook/"
_R = "referente/webhook/"

urlpatterns = [
    path(_E, webhooks.webhooks, name="webhooks"),
    path(_E + "<int:pk>/<webhook_act:what>/", webhooks.act, name="webhook_act"),
    path(_E + "consegne/<int:pk>/rimanda/", webhooks.resend, name="webhook_resend"),
    path(_R, webhooks.webhooks, name="all_webhooks"),
    path(_R + "<int:pk>/<webhook_act:what>/", webhooks.act, name="all_webhook_act"),
    path(_R + "consegne/<int:pk>/rimanda/", webhooks.resend, name="all_webhook_resend"),
]
