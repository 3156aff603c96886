#!/usr/bin/env python3
import os
import sys
import traceback
from contextlib import suppress

KEEP_THE_MAIL = os.EX_TEMPFAIL
FINAL = (os.EX_OK, os.EX_DATAERR, os.EX_NOUSER)


def run_command(arguments: list[str]) -> None:
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - may be missing
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - likewise

    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)


def take_mail(arguments: list[str]) -> None:
    """A mail server bounces a mail for most exit codes; here it keeps it and tries again.

    So it does in the middle of an upgrade, where settings or packages are not there.
    """
    code: object = os.EX_OK
    try:
        run_command(arguments)
    except SystemExit as end:
        code = end.code or os.EX_OK
    except BaseException:  # noqa: BLE001 - whatever it is, the mail is to be kept
        code = KEEP_THE_MAIL
        with suppress(OSError):
            traceback.print_exc()
    leave(code if code in FINAL else KEEP_THE_MAIL)


def leave(code: object) -> None:
    """With this code also where nobody reads on what is said, for which Python has one of its own.

    Postfix stops reading after some lines.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(int(str(code)))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "franchise_site.settings")
    is_mail = sys.argv[1:2] == ["receive_mail"]
    (take_mail if is_mail else run_command)(sys.argv)
