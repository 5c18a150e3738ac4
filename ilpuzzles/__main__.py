"""`ilpuzzles`, and `python -m ilpuzzles`."""

import sys


def run() -> None:
    """Runs the command of this process; Ctrl-C may come while what runs it is loaded."""
    try:
        from ilpuzzles.cli.main import entry_point  # noqa: PLC0415 - see above

        entry_point()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
