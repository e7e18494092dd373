"""JSON logging without personal data: one object a line, without names, addresses, tokens or locations.

Two layers protect personal data. A message of our own packages is redacted: mail addresses, network addresses and
tokens are removed; of any other logger's message only the template is written, never its arguments.
Of an exception the type and the code lines are written, never its text: a database quotes the row it rejects.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = str(Path(__file__).resolve().parent.parent) + "/"
#: Loggers whose messages carry row numbers and task names, and nothing about people.
_OWN_LOGGERS = ("config", "games", "practice", "ranking", "tournament", "celery", "uvicorn", "py.warnings")
#: A placeholder that third-party loggers use for the text of an exception.
_WORDS_OF_AN_ERROR = "%(exc)s"
_MAIL = re.compile(r"[^\s@<>\"'=,;]+@[^\s@<>\"'=,;]+\.[A-Za-z]{2,}")
_LINK = re.compile(r"(?<=/[tg]/)[\w-]+")
_TOKEN = re.compile(r"(?<![\w/.-])[\w-]{20,}(?![\w.])|(?<=/)[\w-]{20,}(?=/)")
_TASK = re.compile(r"^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
_NETWORK = re.compile(r"(?<![\w.:])[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+(?![\w:])")
HIDDEN = "…"
#: Number of innermost stack frames that are written.
FRAMES = 12

#: The request being handled, added to every line logged during it; empty outside requests.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def _redact_address(found: re.Match[str]) -> str:
    text = found[0]
    candidate, colon, port = text.rpartition(":")
    for host, rest in ((text, ""), (candidate, colon + port)):
        try:
            address = ipaddress.ip_address(host.rstrip("."))
        except ValueError:
            continue
        return text if address.is_loopback or address.is_unspecified else HIDDEN + rest
    return text


def redact(text: str) -> str:
    """Remove mail addresses, tokens, and network addresses except this machine's own from the text."""
    text = _MAIL.sub(HIDDEN, text)
    text = _LINK.sub(HIDDEN, text)
    text = _TOKEN.sub(lambda found: found[0] if _TASK.match(found[0]) else HIDDEN, text)
    return _NETWORK.sub(_redact_address, text)


def _message(record: logging.LogRecord) -> str:
    template = str(record.msg)
    is_own = record.name.split(".")[0] in _OWN_LOGGERS or record.name in _OWN_LOGGERS
    if not is_own or record.exc_info or _WORDS_OF_AN_ERROR in template:
        return template.strip()
    return redact(record.getMessage())


def _frame_lines(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-FRAMES:]
    return [f"{frame.filename.removeprefix(ROOT)}:{frame.lineno} {frame.name}" for frame in frames]


class JsonFormatter(logging.Formatter):
    """Format a record as one line of JSON; request, view, status and so on are present where the record has them."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
            "process": record.process,
        }
        if request_id.get():
            line["request"] = request_id.get()
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__name__
            line["frames"] = _frame_lines(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False)


def logging_settings() -> dict[str, Any]:
    """Return Django's LOGGING: everything to the standard error, where systemd collects it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "ops.logging.JsonFormatter"}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["out"], "level": "INFO"},
        "loggers": {
            # Every response already has its line: see RequestLogMiddleware.
            "django": {"handlers": [], "level": "INFO"},
            "django.request": {"level": "ERROR"},
            "uvicorn": {"handlers": [], "propagate": True},
            "uvicorn.error": {"handlers": [], "level": "INFO", "propagate": True},
            "uvicorn.access": {"handlers": [], "propagate": False},
            "axes": {"level": "WARNING"},
            "fontTools": {"level": "ERROR"},
            "weasyprint": {"level": "ERROR"},
        },
    }
