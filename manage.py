#!/usr/bin/env python
"""The project's command line."""

import os
import sys


def main() -> None:
    """Run one command with the embedded settings unless DJANGO_SETTINGS_MODULE says otherwise."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
