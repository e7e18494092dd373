"""Addresses: referee."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
