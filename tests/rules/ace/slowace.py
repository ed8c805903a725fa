"""Chase the Ace written a second time, plainly and slowly, to count lines of play against; shares only `Card`."""

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def rank(card):
    return ORDER.index(str(card)[:-1])


def king(card):
    return str(card).startswith("K")


class Game:
    def __init__(self, players, lives, dealer, options):
        self.players = [
            {"seat": seat, "lives": lives, "dog": False, "out": False, "card": None} for seat in range(players)
        ]
        self.dealer = dealer
        self.options = options
        self.queue = []
        self.pack = []
        self.phase = "deal"
        self.drew = False

    def copy(self):
        other = Game(0, 0, self.dealer, self.options)
        other.players = [dict(player) for player in self.players]
        other.queue, other.pack, other.phase, other.drew = list(self.queue), list(self.pack), self.phase, self.drew
        return other

    def circle(self, start):
        """Players still in, clockwise, beginning after the seat `start`, which comes last if it is in."""
        count = len(self.players)
        seats = [(start + step) % count for step in range(1, count + 1)]
        return [self.players[seat] for seat in seats if not self.players[seat]["out"]]

    def deal(self, cards, pack):
        self.pack = list(pack)
        for player, card in zip(self.circle(self.dealer), cards, strict=True):
            player["card"] = card
        self.queue = [player["seat"] for player in self.circle(self.dealer) if not king(player["card"])]
        self.phase, self.drew = "play", False
        if not self.queue:
            self.show()

    def choices(self):
        seat = self.queue[0]
        if seat == self.dealer:
            return ["keep", "draw"]
        return ["keep", "exchange"] if self.other(seat) is not None else ["keep"]

    def other(self, seat):
        for neighbour in self.circle(seat):
            if neighbour["seat"] == seat:
                return None
            if not king(neighbour["card"]):
                return neighbour
            if not self.options["pass_on"] or neighbour["seat"] == self.dealer:
                return None
        return None

    def rest(self):
        return [card for card in self.pack if card not in [player["card"] for player in self.players]]

    def make(self, choice, drawn=None):
        seat = self.queue.pop(0)
        mine = self.players[seat]
        if choice == "exchange":
            theirs = self.other(seat)
            mine["card"], theirs["card"] = theirs["card"], mine["card"]
        if choice == "draw":
            mine["card"] = drawn
            self.drew = True
        if not self.queue:
            self.show()

    def show(self):
        alive = [player for player in self.players if not player["out"]]
        low = min(rank(player["card"]) for player in alive)
        losers = [player for player in alive if rank(player["card"]) == low]
        if len(losers) > 1 and (not self.options["together"] or len(losers) == len(alive)):
            losers = []
        dealer = self.players[self.dealer]
        if self.options["dealer_king"] and self.drew and king(dealer["card"]):
            losers = [dealer]
        had_dog = any(player["dog"] or player["out"] for player in alive + self.players)
        for player in losers:
            if player["dog"]:
                player["dog"], player["out"] = False, True
                continue
            player["lives"] -= 1
            if player["lives"] == 0:
                player["dog" if self.options["dog"] and not had_dog else "out"] = True
        self.dealer = self.circle(self.dealer)[0]["seat"]
        for player in self.players:
            player["card"] = None
        self.phase = "over" if sum(not player["out"] for player in self.players) == 1 else "deal"

    def summary(self):
        lives = " ".join(
            "out" if player["out"] else "dog" if player["dog"] else str(player["lives"]) for player in self.players
        )
        if self.phase != "play":
            return f"{lives} | {self.dealer}"
        cards = " ".join(str(player["card"] or "-") for player in self.players)
        return f"{lives} | {self.dealer} | {cards} | {self.queue[0]}"


def count(game, depth, deck, pack, leaves, choose):
    """Lines of exactly `depth` moves, dealing included; lines that end earlier count where they end."""
    if depth == 0 or game.phase == "over":
        leaves[game.summary()] = leaves.get(game.summary(), 0) + 1
        return
    if game.phase == "deal":
        after = game.copy()
        after.deal(deck[: len(game.circle(game.dealer))], pack)
        count(after, depth - 1, deck, pack, leaves, choose)
        return
    for choice in game.choices():
        after = game.copy()
        after.make(choice, choose(game.rest()) if choice == "draw" else None)
        count(after, depth - 1, deck, pack, leaves, choose)
