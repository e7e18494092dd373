"""What pages and services read: querysets and plain facts, never a write."""
