"""What every subject of the tournament shares: errors, audit, locks, permissions, dates, tokens."""
