#!/usr/bin/env python3
import os
import sys
import traceback

KEEP_THE_MAIL = os.EX_TEMPFAIL
FINAL = (os.EX_OK, os.EX_DATAERR, os.EX_NOUSER)


def run_command(arguments: list[str]) -> None:
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - may be missing

    execute_from_command_line(arguments)


def take_mail(arguments: list[str]) -> None:
    """A mail server bounces a mail for most exit codes; here it keeps it and tries again.

    So it does in the middle of an upgrade, where settings or packages are not there.
    """
    try:
        run_command(arguments)
    except SystemExit as end:
        raise SystemExit(end.code if end.code in (None, *FINAL) else KEEP_THE_MAIL) from end
    except BaseException as error:
        traceback.print_exc()
        raise SystemExit(KEEP_THE_MAIL) from error


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "franchise_site.settings")
    is_mail = sys.argv[1:2] == ["receive_mail"]
    (take_mail if is_mail else run_command)(sys.argv)
