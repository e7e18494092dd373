"""Paper: every printed page as a template and a context; WeasyPrint makes the PDF."""
