"""Server-sent events and fragments."""
