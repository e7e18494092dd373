"""Queue the mails about an account (codes, notices of changes) as Jobs; codes are stored encrypted."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from tournament.jobs.services import job_enqueue
from tournament.models import Job
from tournament.notifications.mail import mail_text

KIND = "account_mail"
#: Names of the mails: templates/mail/<name>.txt.
NAMES = ("account_code", "account_sign_in_code", "account_exists", "account_changed")


def _cipher() -> Fernet:
    """Return the cipher of this server's secret key."""
    key = hashlib.sha256(b"fossato-account-mail/1\n" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def account_mail_enqueue(*, name: str, to: str, context: dict[str, str], language: str) -> Job:
    """Enqueue a mail about an account. Every call is a mail of its own: a code is sent again on request.

    Arguments:
        name: one of ``NAMES``.
        context: texts that the template names; encrypted, because a code opens an account.
        language: of the page.
    """
    if name not in NAMES:
        raise ValueError(name)
    sealed = _cipher().encrypt(json.dumps(context).encode()).decode()
    args = {"name": name, "to": to, "sealed": sealed, "language": language}
    return job_enqueue(kind=KIND, key=f"{KIND}:{secrets.token_hex(12)}", args=args)


def send_account_mail_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Send the mail of a Job; one that was written under another secret key is dropped, its code is void too."""
    try:
        context: dict[str, Any] = json.loads(_cipher().decrypt(job.args["sealed"].encode()))
    except InvalidToken:
        return b"", ""
    mail_text(name=job.args["name"], to=job.args["to"], context=context, language=job.args["language"])
    return b"", ""
