"""Score sheets: submission, checking, versions, corrections."""
