"""Code shared by all packages of the tournament app: errors, audit, locks, permissions, dates, tokens."""
