"""Consent to show a name: decisions and signed forms."""
