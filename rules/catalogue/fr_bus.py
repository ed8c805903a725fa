"""French sentences for Stop the Bus."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "bus.three_of_a_kind": "L’option three_of_a_kind doit être best, none ou un nombre de points, et non {value}.",
    "bus.brag_prial": "Au Brag, le brelan est la meilleure main ; il ne peut pas compter aussi {value}.",
    "bus.brag_31": "Le Brag ne compte pas de points : aucune main de 31 ne peut terminer la donne.",
    "bus.hand_size": "Une main compte trois cartes, et non {found}.",
    "bus.nth_hand_size": "La main {hand} compte {found} {found:carte|cartes} ; il en faut trois.",
    "bus.hands": "On peut montrer de 1 à 16 mains, et non {found}.",
    "bus.over": "La partie est terminée.",
    "bus.not_dealt": "La donne est terminée ; la suivante n’a pas encore été distribuée.",
    "bus.dealt_already": "Les cartes ont déjà été distribuées.",
    "bus.deal_size": "Une donne à {players} joueurs prend {expected} cartes, et non {found}.",
    "bus.no_player": "Il n’y a pas de joueur {player} : ils sont {players}.",
    "bus.out": "Le joueur {player} est éliminé.",
    "bus.turn": "C’est au joueur {turn} de jouer, et non au joueur {player}.",
    "bus.last_turn": "Le joueur {player} a déjà joué son dernier tour de cette donne.",
    "bus.stopped_already": "Le joueur {player} a déjà arrêté le bus.",
    "bus.stick_too_early": "Personne n’a arrêté le bus : il faut échanger, ou l’arrêter.",
    "bus.uneven": "On prend autant de cartes qu’on en donne, et non {take} contre {give}.",
    "bus.one_or_three": "On échange une carte ou les trois, jamais {found}.",
    "bus.not_in_hand": "{card:card} n’est pas dans la main du joueur.",
    "bus.not_on_table": "{card:card} n’est pas sur la table.",
    "bus.notation": "« {text} » n’est pas un coup : écrivez player 1: 5H>QH, player 1: stop, player 1: stick ou deal.",
    "bus.position": "La position est illisible à « {part} ».",
    "bus.impossible": "La position est impossible : {reason:CARD_TWICE=une carte est à deux endroits"
    "|FOREIGN_CARD=il y a un joker parmi les cartes|HAND_SIZE=une main n’a pas le bon nombre de cartes"
    "|TABLE_SIZE=la table n’a pas le bon nombre de cartes|SEATS=les places ne correspondent pas au nombre de joueurs"
    "|LIVES=un joueur a trop de vies|DOGS=il y a trop de chiens|NOBODY=tout le monde est éliminé"
    "|PLAYER_OUT=le donneur, le joueur dont c’est le tour ou celui qui a arrêté le bus est éliminé"
    "|OVER=la partie est gagnée|STOPPED=celui qui a arrêté le bus n’a plus de tour}.",
    "bus.table_places": "Trois cartes sont posées sur la table, et non {found}.",
    "bus.table_down": "La carte {place} de la table est face cachée {when:before=avant le tour|*=après le tour} ; les "
    "cartes de la table sont visibles.",
    "bus.table_empty": "Il manque une carte sur la table {when:before=avant le tour|*=après le tour}, à la place "
    "{place}.",
    "bus.table_twice": "Les cartes de la table {when:before=avant le tour|*=après le tour} ne peuvent pas être toutes "
    "différentes : {cards:card}.",
    "bus.table_two": "Deux cartes de la table ont changé ({taken:card} prises, {laid:card} posées) : on échange une "
    "carte ou les trois.",
    "bus.table_two_unread": "Deux cartes de la table ont changé : on échange une carte ou les trois.",
    "bus.table_unknown": "Les cartes de la table ne sont pas assez lisibles pour dire si deux d’entre elles "
    "ont changé.",
    "bus.table_covered": "Toutes les places de la table ne se distinguent pas : une carte peut manquer.",
    "bus.table_same": "Les cartes de la table sont les mêmes.",
    "bus.table_one": "{taken:card} a été échangée contre {laid:card}.",
    "bus.table_three": "Les trois cartes de la table ont été échangées : {taken:card} contre {laid:card}.",
    "bus.table_fits": "Quelles que soient les cartes illisibles, les cartes de la table ont changé comme un tour le "
    "permet.",
    "bus.loses": "La main {hands} est la plus faible et perd une vie.",
    "bus.lose_together": "Les mains {hands} sont les plus faibles à égalité ; chacune perd une vie.",
    "bus.nobody_loses": "Les mains les plus faibles sont à égalité : personne ne perd de vie.",
    "bus.worth": "La main vaut {points} ({kind:points=points|three of a kind=brelan}).",
    "bus.worth_brag": "La main est {kind:prial=un brelan|running flush=une quinte couleur|run=une suite"
    "|flush=une couleur|pair=une paire|high card=une carte haute}.",
    "bus.worth_brag_unknown": "La main n’est pas assez lisible ; elle peut être {kinds:prial=un brelan"
    "|running flush=une quinte couleur|run=une suite|flush=une couleur|pair=une paire|high card=une carte haute}.",
    "bus.worth_most": "Brelan : la main bat tous les totaux.",
    "bus.worth_unknown": "La main n’est pas assez lisible ; elle peut valoir {worths}.",
    "bus.worth_unknown_most": "La main n’est pas assez lisible ; elle peut valoir {worths}, ou être un brelan et "
    "battre tous les totaux.",
    "bus.shown_twice": "Les cartes montrées ne peuvent pas être toutes différentes : {cards:card}.",
    "bus.hands_missing": "{found} {found:main|mains} sur {players} {found:est montrée|sont montrées} : le perdant est "
    "connu dès que les autres le sont.",
    "bus.showdown_unknown": "Le perdant dépend de cartes illisibles (mains : {hands}).",
}
