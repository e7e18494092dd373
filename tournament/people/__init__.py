"""Records of people: consent, personal data, retention, merging."""
