"""Steps of a sign-in that differ from django-allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account.stages import EmailVerificationStage as VerificationStage

from tournament.models.accounts import has_generated_name


class EmailVerificationStage(VerificationStage):
    """Require a verified mail address, except of accounts that an operator created on the server.

    Those sign in with the user name and the address that the operator gave them.
    """

    def handle(self) -> tuple[Any, bool]:
        """Return the response of the verification, if one is needed, and whether the sign-in continues."""
        user = self.login.user
        # Without a user it is the answer to a sign-up with a known address, which must look like any other.
        if user is not None and not has_generated_name(user):
            return None, True
        answer: tuple[Any, bool] = super().handle()
        return answer
