"""`make pictures`: every page and every mail into var/album, the mails' texts into docs/mails."""

import shutil
import sys
from collections.abc import Callable

import django
from django.conf import settings
from django.test.runner import DiscoverRunner
from django.test.utils import setup_test_environment, teardown_test_environment


def main(wanted_parts: list[str]) -> None:
    django.setup()
    from tests.browser.pictures import take as pages  # noqa: PLC0415 - needs the set-up
    from tests.notifications.pictures.screenshots import take as mails  # noqa: PLC0415 - likewise

    parts = {"mails": mails, "pages": pages}
    for name in wanted_parts or parts:
        run_with_database(parts[name])


def run_with_database(take: Callable[[], None]) -> None:
    settings.DATA_DIR.mkdir(parents=True)
    setup_test_environment()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        take()
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()
        shutil.rmtree(settings.DATA_DIR)


if __name__ == "__main__":
    main(sys.argv[1:])
