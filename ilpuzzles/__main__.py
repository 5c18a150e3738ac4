"""`ilpuzzles`, and `python -m ilpuzzles`."""

import signal
import sys

from ilpuzzles import _leave


def run() -> None:
    """Runs the command of this process; Ctrl-C may come while what runs it is loaded."""
    try:
        from ilpuzzles.cli.main import entry_point  # noqa: PLC0415 - see above

        if signal.getsignal(signal.SIGINT) is _leave:
            # What is loaded by now has a better answer to it.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        entry_point()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
