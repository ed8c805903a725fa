"""What a pair of hands is worth after a knock, gin or big gin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.cards import JOKER, Card, Pack
from rules.catalogue import sentence
from rules.errors import RulesError
from rules.gin.arrange import (
    Arrangement,
    Reply,
    Side,
    arrangements,
    best_arrangement,
    best_reply,
    declared,
    layoff_order,
    make_reply,
    misfit,
)
from rules.gin.melds import bits_of, cards_of, deadwood, mask_of
from rules.gin.rules import Rules

Ending = Literal["knock", "undercut", "gin", "big_gin", "petit_gin", "grand_gin"]
Winner = Literal["knocker", "defender", "none"]
Melds = Iterable[Sequence[Card]]

_EXPLAINED: Final[dict[Ending, str]] = {
    "knock": "gin.knock",
    "undercut": "gin.undercut",
    "gin": "gin.gin",
    "big_gin": "gin.big_gin",
    "petit_gin": "gin.petit_gin",
    "grand_gin": "gin.grand_gin",
}

CLOSED: Final = ("gin", "big_gin", "grand_gin")
"""The endings against which nothing is laid off."""


@dataclass(frozen=True, slots=True)
class Layoff:
    """A card laid off and the knocker's meld it goes on."""

    card: Card
    meld: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """One player's cards at the end of a hand.

    Attributes:
        melds: the melds, sets before runs.
        deadwood: the cards left.
        points: the points of the deadwood.
        layoffs: the cards laid off, each after those it follows in a chain; the defender's only.
    """

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int
    layoffs: tuple[Layoff, ...] = ()


@dataclass(frozen=True, slots=True)
class Showdown:
    """The score of a hand.

    Attributes:
        ending: how the hand ended.
        winner: who scores; ``none`` for equal deadwood where nobody does.
        points: what the winner scores, bonus and Oklahoma's doubling included, boxes not.
        boxes: the boxes the winner gets: 1, or 2 for a spade upcard where that doubles.
        knocker: the knocker's cards.
        defender: the defender's cards.
        bonus: the bonus in the points, before any doubling; 0 for a plain knock.
    """

    ending: Ending
    winner: Winner
    points: int
    boxes: int
    knocker: Laid
    defender: Laid
    bonus: int = 0

    @property
    def rule(self) -> str:
        """The id of the sentence that explains the score: how the hand ended, or that nobody scores."""
        return "gin.equal" if self.winner == "none" else _EXPLAINED[self.ending]

    def sentence(self, lang: str = "en") -> str:
        """Deadwood, bonus and score explained in ``en``, ``fr`` or ``de``."""
        params = {
            "knocker": self.knocker.points,
            "defender": self.defender.points,
            "laid": "yes" if self.defender.layoffs else "no",
            "bonus": self.bonus,
            "points": self.points,
            "factor": self.boxes,
        }
        return sentence(self.rule, params, lang)

    def to_json(self) -> dict[str, object]:
        """``{"ending", "winner", "points", "knocker": {...}, "defender": {...}}`` with cards as codes."""
        return {
            "ending": self.ending,
            "winner": self.winner,
            "points": self.points,
            "knocker": {
                "melds": _codes(self.knocker.melds),
                "deadwood": [card.code for card in self.knocker.deadwood],
                "points": self.knocker.points,
            },
            "defender": {
                "melds": _codes(self.defender.melds),
                "layoffs": [layoff.card.code for layoff in self.defender.layoffs],
                "deadwood": [card.code for card in self.defender.deadwood],
                "points": self.defender.points,
            },
        }


def _codes(melds: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
    return [[card.code for card in meld] for meld in melds]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """An arrangement, the reply to it and what comes of them, before doubling."""

    ending: Ending
    winner: Winner
    points: int
    bonus: int
    arrangement: Arrangement
    reply: Reply

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """What the knocker prefers, in order: points, winning, less deadwood, fewer loose cards."""
        sign = {"knocker": 1, "none": 0, "defender": -1}[self.winner]
        return sign * self.points, sign, -self.arrangement.points, -self.arrangement.loose.bit_count()


def score(
    knocker: Iterable[Card],
    defender: Iterable[Card],
    rules: Rules | None = None,
    *,
    upcard: Card | None = None,
    knocker_melds: Melds | None = None,
    defender_melds: Melds | None = None,
    layoffs: Iterable[Card] | None = None,
) -> Showdown:
    """Score a hand: the knocker's cards after the discard, or all eleven for big gin, against the defender's ten.

    What is not declared is arranged as well as can be: the knocker's melds against the defender's best reply, the
    defender's melds and layoffs to leave the least.

    Args:
        knocker: ten cards, or eleven that all meld.
        defender: ten cards.
        rules: the options; the usual game when not given.
        upcard: the first upcard of the hand, needed in Oklahoma only.
        knocker_melds: the melds the knocker declared; other cards are deadwood.
        defender_melds: the melds the defender declared.
        layoffs: the cards the defender laid off; an empty selection is none, not given is the best.

    Raises:
        RulesError: for a hand of the wrong size, a card twice, declared melds or layoffs that are none, and a hand that
            may not go out (``gin.knock_limit``, ``gin.gin_only``, ``gin.eleven``).
    """
    rules = rules or Rules()
    knocks, defends = _check_hands(tuple(knocker), tuple(defender))
    given = None if defender_melds is None else declared(defends, defender_melds, "defender")
    answer = _Answer(defends, given, None if layoffs is None else _mask(layoffs))
    if knocker_melds is not None:
        laid = declared(knocks, knocker_melds, "knocker")
        check_arrangement(laid, rules, upcard)
        best = answer.against(laid, rules)
    else:
        best = _best(knocks, answer, rules, upcard)
    return _showdown(best, rules.factor(upcard))


def _check_hands(knocker: tuple[Card, ...], defender: tuple[Card, ...]) -> tuple[int, int]:
    check_hand(knocker, "knocker", (10, 11))
    check_hand(defender, "defender", (10,))
    for card in defender:
        if card in knocker:
            raise RulesError("gin.same_card", {"card": card.code})
    return mask_of(knocker), mask_of(defender)


def check_hand(cards: Sequence[Card], side: Side | Literal["hand"], sizes: tuple[int, ...]) -> None:
    """Raise unless some cards can be a hand.

    Raises:
        RulesError: ``gin.hand_size``, ``gin.same_card`` or ``pack.foreign`` (a joker).
    """
    if len(set(cards)) < len(cards) or JOKER in cards:
        for card in cards:
            if card.joker:
                Pack().check((card,))
            if cards.count(card) > 1:
                raise RulesError("gin.same_card", {"card": card.code})
    if len(cards) not in sizes:
        raise RulesError("gin.hand_size", {"side": side, "size": len(cards), "sizes": _either(sizes)})


def _either(sizes: tuple[int, ...]) -> str:
    return "/".join(str(size) for size in sizes)


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        if card.joker:
            Pack().check((card,))
        bit = mask_of((card,))
        if mask & bit:
            raise RulesError("gin.same_card", {"card": card.code})
        mask |= bit
    return mask


def may_go_out(hand: int, rules: Rules, limit: int) -> bool:
    """Whether a player may end the hand holding these ten cards (a mask) after the discard."""
    if deadwood(hand) <= limit:
        return True
    return rules.petit_gin and any(deadwood(hand ^ card) == 0 for card in bits_of(hand))


def check_arrangement(laid: Arrangement, rules: Rules, upcard: Card | None) -> None:
    """Raise unless the knocker may go out with this arrangement.

    Raises:
        RulesError: ``gin.eleven``, ``gin.eleven_off``, ``gin.gin_only`` or ``gin.knock_limit``.
    """
    size = sum(meld.bit_count() for meld in (*laid.sets, *laid.runs)) + laid.loose.bit_count()
    loose = [card.code for card in cards_of(laid.loose)]
    if size == 11:
        if rules.eleven_bonus is None:
            raise RulesError("gin.eleven_off", {})
        if laid.loose:
            raise RulesError("gin.eleven", {"cards": loose, "points": laid.points})
        return
    limit = rules.limit(upcard)
    if laid.points <= limit or (rules.petit_gin and laid.loose.bit_count() == 1):
        return
    rule = "gin.knock_limit" if limit else "gin.gin_only"
    raise RulesError(rule, {"cards": loose, "points": laid.points, "limit": limit})


@dataclass(frozen=True, slots=True)
class _Answer:
    """How the defender answers: with what was declared, and the best of what was not."""

    hand: int
    melds: Arrangement | None
    laid: int | None

    def against(self, target: Arrangement, rules: Rules) -> _Outcome:
        """The outcome of the knocker's arrangement and the defender's answer to it.

        Raises:
            RulesError: ``gin.layoff_gin``, ``gin.layoff_hand`` or ``gin.layoff_fit``.
        """
        ending = _way_out(target, rules)
        if self.laid:
            self._check_layoffs(target, ending)
            reply = make_reply(self.hand, self.laid, self.melds)
        elif ending in CLOSED or self.laid is not None:
            reply = make_reply(self.hand, 0, self.melds)
        else:
            reply = best_reply(target, self.hand, self.melds)
        return _settle(ending, target, reply, rules)

    def fits(self, target: Arrangement, rules: Rules) -> bool:
        """Whether the declared layoffs fit the knocker's arrangement."""
        return _way_out(target, rules) not in CLOSED and misfit(target, self.laid or 0) is None

    def _check_layoffs(self, target: Arrangement, ending: Ending) -> None:
        laid = self.laid or 0
        for card in cards_of(laid):
            if ending in CLOSED:
                raise RulesError("gin.layoff_gin", {"card": card.code, "ending": ending})
            free = self.hand if self.melds is None else self.melds.loose
            if not free & mask_of((card,)):
                raise RulesError("gin.layoff_hand", {"card": card.code})
        wrong = misfit(target, laid)
        if wrong is not None:
            raise RulesError("gin.layoff_fit", {"card": wrong.code})


def _way_out(laid: Arrangement, rules: Rules) -> Ending:
    """How a knocker with this arrangement goes out; whether it is an undercut is seen later."""
    if laid.loose:
        return "petit_gin" if rules.petit_gin and laid.loose.bit_count() == 1 else "knock"
    eleven = sum(meld.bit_count() for meld in (*laid.sets, *laid.runs)) == 11
    if eleven and not rules.petit_gin:
        return "big_gin"
    if eleven and rules.big_gin_bonus is not None and rules.big_gin_bonus >= rules.grand_gin_bonus:
        return "big_gin"
    return "grand_gin" if rules.petit_gin else "gin"


def _settle(ending: Ending, target: Arrangement, reply: Reply, rules: Rules) -> _Outcome:
    """Who scores what, before doubling."""
    theirs, own = reply.melds.points, target.points
    if ending in CLOSED:
        bonuses = {"gin": rules.gin_bonus, "grand_gin": rules.grand_gin_bonus, "big_gin": rules.big_gin_bonus or 0}
        bonus = bonuses[ending]
        return _Outcome(ending, "knocker", theirs + bonus, bonus, target, reply)
    if theirs > own:
        bonus = rules.petit_gin_bonus if ending == "petit_gin" else 0
        return _Outcome(ending, "knocker", theirs - own + bonus, bonus, target, reply)
    if theirs == own and rules.equal == "nobody":
        return _Outcome(ending, "none", 0, 0, target, reply)
    bonus = rules.undercut_bonus
    return _Outcome("undercut", "defender", own - theirs + bonus, bonus, target, reply)


def _best(hand: int, answer: _Answer, rules: Rules, upcard: Card | None) -> _Outcome:
    """The knocker's best arrangement against the defender's answer."""
    eleven = hand.bit_count() == 11
    limit = 0 if eleven else rules.limit(upcard)
    if eleven or not may_go_out(hand, rules, limit):
        check_arrangement(best_arrangement(hand), rules, upcard)
    most = max(limit, 10) if rules.petit_gin and not eleven else limit
    choices = [laid for laid in arrangements(hand, most) if laid.points <= limit or laid.loose.bit_count() == 1]
    if answer.laid:
        # Declared layoffs tell which arrangements may have been laid; where none takes them, or the best goes gin and
        # takes none, the refusal is the best arrangement's.
        plain = replace(answer, laid=None)
        best = max((plain.against(laid, rules) for laid in choices), key=_worth)
        if best.ending in CLOSED or not any(answer.fits(laid, rules) for laid in choices):
            return answer.against(best.arrangement, rules)
        choices = [laid for laid in choices if answer.fits(laid, rules)]
    return max((answer.against(laid, rules) for laid in choices), key=_worth)


def _worth(outcome: _Outcome) -> tuple[int, int, int, int]:
    return outcome.worth


def _showdown(outcome: _Outcome, factor: int) -> Showdown:
    target, reply = outcome.arrangement, outcome.reply
    melds = target.melds
    order = layoff_order(target, reply.laid)
    assert order is not None, "layoffs are checked or found to fit"
    layoffs = tuple(Layoff(cards_of(card)[0], melds[place]) for card, place in order)
    return Showdown(
        outcome.ending,
        outcome.winner,
        outcome.points * factor,
        factor if outcome.winner != "none" else 0,
        Laid(melds, cards_of(target.loose), target.points),
        Laid(reply.melds.melds, cards_of(reply.melds.loose), reply.melds.points, layoffs),
        outcome.bonus,
    )
