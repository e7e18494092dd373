"""The ASGI application: live pages need it, so the main command starts it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = get_asgi_application()
