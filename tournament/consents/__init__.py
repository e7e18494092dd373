"""Consent to show a name: decisions, signed forms."""
