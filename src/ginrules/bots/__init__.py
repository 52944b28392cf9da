"""Baseline bots. A bot sees views only, and chooses among the legal actions that the view carries."""

from ginrules.bots.greedy import GreedyBot
from ginrules.bots.playing import play_deal, play_match
from ginrules.bots.protocol import Bot
from ginrules.bots.simple import RandomBot, SimpleBot

__all__ = ["Bot", "GreedyBot", "RandomBot", "SimpleBot", "play_deal", "play_match"]
