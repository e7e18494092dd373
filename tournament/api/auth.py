"""A program with a token stands for the token's user: for nothing else, and never for who has a session here."""

from __future__ import annotations

from django.http import HttpRequest
from ninja.security import HttpBearer

from tournament.access.api_tokens import token_resolve
from tournament.api.throttles import WrongTokens
from tournament.models import ApiToken


class TokenAuth(HttpBearer):
    """``Authorization: Bearer fst_…``."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """The token's row, its user put on the request; None where it opens nothing. Errors: Throttled."""
        found = token_resolve(token)
        if found is None:
            WrongTokens().count(request)
            return None
        request.user = found.user
        return found
