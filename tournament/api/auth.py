"""Authenticate programs by token. A token stands for its user only, and sessions are not accepted."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja.security import HttpBearer

from tournament.access.api_tokens import token_resolve
from tournament.access.second_factor import token_allowed
from tournament.api.throttles import WrongTokens
from tournament.models import ApiToken, Event
from tournament.regulation.refused import Refused


class TokenRequest(HttpRequest):
    """A request with a valid token: its user, its row, and the event that the operation is about once it is known."""

    user: User
    auth: ApiToken
    api_event: Event


class TokenAuth(HttpBearer):
    """``Authorization: Bearer fst_…``.

    Arguments:
        scope: that the token must have been made for; empty if any token will do.
    """

    def __init__(self, scope: str = "") -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """Return the token's row and set its user on the request; None if the token is invalid.

        Errors: Throttled, SECOND_FACTOR_NEEDED, SCOPE_MISSING.
        """
        api_token = token_resolve(token)
        if api_token is None:
            WrongTokens().count(request)
            return None
        if not token_allowed(api_token.user):
            raise Refused("SECOND_FACTOR_NEEDED")
        if self.scope and self.scope not in api_token.scopes.split():
            raise Refused("SCOPE_MISSING", scope=ApiToken.Scope(self.scope).label)
        request.user = api_token.user
        return api_token
