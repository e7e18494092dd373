"""Private links and API tokens."""
