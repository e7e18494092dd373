"""Pages behind private links."""
