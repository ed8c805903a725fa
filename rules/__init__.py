"""Games: cards, rules, scores and the referee. Pure Python; knows nothing of pixels."""
