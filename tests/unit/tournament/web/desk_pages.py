"""Helpers of the desk tests: URLs, states, messages, a picture."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tournament.models import Event

AsOrganiser = Callable[[Event], Client]
FORUM = "https://forum.example/rapporto/1"


def at(name: str, event: Event, *args: object) -> str:
    """Return the URL of a page of the event."""
    return reverse(name, args=[event.slug, *args])


def state(event: Event) -> str:
    """Return the current state of the event."""
    return Event.objects.get(pk=event.pk).state


def levels(answer: Any) -> list[str]:
    """Return the levels of the messages on a page."""
    return [message.level_tag for message in answer.context["messages"]]


def picture(name: str = "foto.png", colour: str = "red") -> SimpleUploadedFile:
    """Return a small picture as an upload."""
    content = BytesIO()
    Image.new("RGB", (30, 20), colour).save(content, "PNG")
    return SimpleUploadedFile(name, content.getvalue(), "image/png")
