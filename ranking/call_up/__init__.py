"""The call-up to the national final."""
