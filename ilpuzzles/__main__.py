"""`python -m ilpuzzles`."""

import sys


def _run() -> None:
    try:
        from ilpuzzles.cli.main import entry_point  # noqa: PLC0415 - Ctrl-C may come while it loads

        entry_point()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    _run()
