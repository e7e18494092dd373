"""The client of the Fossato API for Python: typed, without dependencies.

from fossato_api import connect
client = connect("https://fossato.example.org", token="fst_…")
print(client.seasons()["items"])
"""

from __future__ import annotations

from ssl import SSLContext

from fossato_api.api import Client
from fossato_api.transport import ProblemError, Transport, every_item

__all__ = ["Client", "ProblemError", "Transport", "connect", "every_item"]


def connect(site: str, token: str = "", *, language: str = "en", trusted: SSLContext | None = None) -> Client:
    """Return a client of a site. Arguments: as those of Transport."""
    return Client(Transport(site, token, language=language, trusted=trusted))
