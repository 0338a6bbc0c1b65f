"""What can be learned from runs, and what would be learned wrongly: the learnability card."""

from medgym_train.card.card import Card, Row, card_of
from medgym_train.card.flag import Flag

__all__ = ["Card", "Flag", "Row", "card_of"]
