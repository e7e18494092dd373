"""Homologation of events and the points ledger."""
