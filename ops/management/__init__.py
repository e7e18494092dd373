"""Management commands for operators."""
