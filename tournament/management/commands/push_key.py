"""Print a new private key for web push, to be set as FOSSATO_PUSH_KEY."""

from __future__ import annotations

import base64
from typing import Any

from django.core.management.base import BaseCommand
from py_vapid import Vapid02


class Command(BaseCommand):
    help = "Prints a new private key for web push (FOSSATO_PUSH_KEY). Another key ends all devices added so far."

    def handle(self, *args: Any, **options: Any) -> None:
        key = Vapid02()
        key.generate_keys()
        number = key.private_key.private_numbers().private_value
        self.stdout.write(base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode())
