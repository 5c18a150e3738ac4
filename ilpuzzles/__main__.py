"""`python -m ilpuzzles`."""

from ilpuzzles.cli.main import entry_point

if __name__ == "__main__":
    entry_point()
