"""Upload handling of large files."""

from __future__ import annotations

from contextlib import suppress

from django.core.files.uploadhandler import TemporaryFileUploadHandler


class SafeTemporaryFileUploadHandler(TemporaryFileUploadHandler):
    """Upload handler that closes and deletes the temporary file when the disk is full, then re-raises the error."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        try:
            super().receive_data_chunk(raw_data, start)
        except OSError:
            # Closing flushes the buffer, which fails for lack of space too.
            with suppress(OSError):
                self.upload_interrupted()
            raise
