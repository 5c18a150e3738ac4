"""Steps of a hint on pencil boards: how each is found, proved and put into a sentence."""
