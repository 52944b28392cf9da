"""The commands for the Swedish game with two decks, to which those of the gin family hand over."""
