"""The command line: arguments in, text or JSON out."""
