"""Stop the Bus written a second time, plainly and slowly, to count lines of play against. Shares nothing but `Card`."""

from itertools import combinations

VALUES = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(number): number for number in range(2, 11)}


def worth(hand, three_of_a_kind):
    codes = [str(card) for card in hand]
    if len({code[:-1] for code in codes}) == 1 and three_of_a_kind is not None:
        return three_of_a_kind
    best = 0
    for size in (1, 2, 3):
        for some in combinations(codes, size):
            if len({code[-1] for code in some}) == 1:
                best = max(best, sum(VALUES[code[:-1]] for code in some))
    return best


def begin(players, lives, dealer):
    return {
        "lives": dict.fromkeys(range(players), lives),
        "dogs": [],
        "out": [],
        "dealer": dealer,
        "phase": "deal",
    }


def still_in(game, players):
    return [seat for seat in range(players) if seat not in game["out"]]


def around(game, players, start):
    """Everybody still in, clockwise, beginning after `start`."""
    return [seat % players for seat in range(start + 1, start + 1 + players) if seat % players not in game["out"]]


def copy(game):
    return {
        name: value.copy()
        if isinstance(value, (dict, list)) and name != "hands"
        else {seat: list(hand) for seat, hand in value.items()}
        if name == "hands"
        else value
        for name, value in game.items()
    }


def deal(game, players, cards):
    game = copy(game)
    pile = list(cards)
    game["hands"] = {seat: [] for seat in still_in(game, players)}
    game["table"] = []
    for _ in range(3):
        for seat in around(game, players, game["dealer"]):
            game["hands"][seat].append(pile.pop(0))
        game["table"].append(pile.pop(0))
    game["phase"] = "play"
    game["queue"] = around(game, players, game["dealer"])
    game["stopped"] = False
    return game


def moves(game):
    """Every choice as (what is given, what is taken) or a word."""
    seat = game["queue"][0]
    choices = [((give,), (take,)) for give in range(3) for take in range(3)]
    choices.append(((0, 1, 2), (0, 1, 2)))
    choices.append("stick" if game["stopped"] else "stop")
    return seat, choices


def make(game, players, choice, options):
    game = copy(game)
    seat = game["queue"].pop(0)
    if choice == "stop":
        game["stopped"] = True
        game["queue"] = around(game, players, seat)[:-1]
    elif choice != "stick":
        for give, take in zip(*choice, strict=True):
            hand, table = game["hands"][seat], game["table"]
            hand[give], table[take] = table[take], hand[give]
    shown = options["end_at_31"] and worth(game["hands"][seat], options["three"]) == 31
    if not game["stopped"] and not game["queue"]:
        game["queue"] = around(game, players, seat)
    if not game["stopped"] and game["queue"][0] == seat:
        game["queue"] = around(game, players, seat)
    if shown or (game["stopped"] and not game["queue"]):
        end(game, players, options)
    return game


def shown_at_once(game, options):
    return options["end_at_31"] and any(worth(hand, options["three"]) == 31 for hand in game["hands"].values())


def end(game, players, options):
    totals = {seat: worth(hand, options["three"]) for seat, hand in game["hands"].items()}
    low = min(totals.values())
    losers = [seat for seat, total in totals.items() if total == low]
    if len(losers) > 1 and (not options["together"] or len(losers) == len(totals)):
        losers = []
    had_dog = bool(game["dogs"]) or bool(game["out"])
    for seat in losers:
        if seat in game["dogs"]:
            game["dogs"].remove(seat)
            game["out"].append(seat)
            continue
        game["lives"][seat] -= 1
        if game["lives"][seat] == 0:
            (game["dogs"] if options["dog"] and not had_dog else game["out"]).append(seat)
    game["phase"] = "over" if len(still_in(game, players)) == 1 else "deal"
    game["dealer"] = around(game, players, game["dealer"])[0]


def count(game, players, depth, deals, options, leaves):
    """Lines of exactly `depth` moves, dealing included; lines that end earlier count where they end."""
    if depth == 0 or game["phase"] == "over":
        leaves[summary(game, players)] = leaves.get(summary(game, players), 0) + 1
        return
    if game["phase"] == "deal":
        taken = 3 * (len(still_in(game, players)) + 1)
        after = deal(game, players, deals[:taken])
        if shown_at_once(after, options):
            end(after, players, options)
        count(after, players, depth - 1, deals, options, leaves)
        return
    for choice in moves(game)[1]:
        count(make(game, players, choice, options), players, depth - 1, deals, options, leaves)


def summary(game, players):
    """Who is where, and what is held: equal for equal games."""
    held = ""
    if game["phase"] == "play":
        hands = " / ".join(" ".join(sorted(map(str, game["hands"].get(seat, [])))) for seat in range(players))
        held = f"{hands} | {' '.join(sorted(map(str, game['table'])))} | {game['queue'][0]}"
    lives = [
        "out" if seat in game["out"] else "dog" if seat in game["dogs"] else str(game["lives"][seat])
        for seat in range(players)
    ]
    return f"{' '.join(lives)} | {game['dealer']} | {held}"
