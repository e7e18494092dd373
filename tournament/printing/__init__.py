"""Printed papers: every paper is a template and a context; WeasyPrint makes the PDF."""
