"""Large files on their way in."""

from __future__ import annotations

from contextlib import suppress

from django.core.files.uploadhandler import TemporaryFileUploadHandler


class CarefulTemporaryFiles(TemporaryFileUploadHandler):
    """Django's own, but that a file for which there is no room is closed and gone before the error goes on."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        try:
            super().receive_data_chunk(raw_data, start)
        except OSError:
            # Closing writes what is left in the buffer, which finds no room either.
            with suppress(OSError):
                self.upload_interrupted()
            raise
