"""The ASGI application. Live pages need it, so the main command starts it."""

import os

from django.core.asgi import get_asgi_application

from ops.bodies import bounded_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = bounded_bodies(get_asgi_application())


def _start_sweeps() -> None:
    from django.conf import settings

    from tournament import sweeps as background

    if settings.FOSSATO_JOBS_IN_THREAD:
        background.start()


def _count_viewers() -> None:
    from django.conf import settings

    if settings.FOSSATO_METRICS_TOKEN:
        from ops.metrics import count_viewers

        count_viewers()


_start_sweeps()
_count_viewers()
