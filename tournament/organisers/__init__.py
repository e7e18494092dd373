"""Organisers (clubs, associations, shops): requests to become one, members, disqualification."""
