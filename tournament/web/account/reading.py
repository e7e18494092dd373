"""Tell the permissions whether a request changes nothing: an auditor opens every page, and no form."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from tournament.core.permissions import IS_READING

_READS = ("GET", "HEAD", "OPTIONS")


class ReadingMiddleware(MiddlewareMixin):
    """Note for the time of a request whether its method changes nothing."""

    def process_request(self, request: HttpRequest) -> None:
        """Set what ``core.permissions`` reads."""
        IS_READING.set(request.method in _READS)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Reset it: what runs afterwards in the same thread is no page."""
        IS_READING.set(False)
        return response
