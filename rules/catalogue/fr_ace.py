"""French sentences for Chase the Ace."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "ace.pack": "Le jeu compte 32 ou 52 cartes, et non {value}.",
    "ace.small_pack": "Avec 32 cartes on joue à {most} au plus, et non à {players}.",
    "ace.cards": "On peut montrer de 1 à {most} cartes, une par joueur, et non {found}.",
    "ace.over": "La partie est terminée.",
    "ace.not_dealt": "La donne est terminée ; la suivante n’a pas encore été distribuée.",
    "ace.dealt_already": "Les cartes ont déjà été distribuées.",
    "ace.deal_size": "On donne une carte à chacun des {expected} joueurs encore en jeu : ce n’est pas {found} en tout.",
    "ace.no_player": "Il n’y a pas de joueur {player} : ils sont {players}.",
    "ace.out": "Le joueur {player} est éliminé.",
    "ace.king_keeps": "Le joueur {player} a un roi visible et le garde : il n’a rien à décider.",
    "ace.second_decision": "Le joueur {player} a déjà décidé.",
    "ace.turn": "C’est au joueur {turn} de décider, et non au joueur {player}.",
    "ace.dealer_exchange": "Le joueur {player} est le donneur et n’échange avec personne : il garde ou tire du talon.",
    "ace.immune": "Le joueur {player} ne peut pas échanger : le joueur {neighbour} a un roi et il est protégé.",
    "ace.draw_not_dealer": "Seul le donneur, le joueur {dealer}, tire du talon, et non le joueur {player}.",
    "ace.not_in_rest": "{card:card} n’est pas dans le reste du jeu.",
    "ace.notation": "« {text} » n’est pas un coup : écrivez player 1: keep, player 1: exchange, player 1: draw "
    "ou deal.",
    "ace.position": "La position est illisible à « {part} ».",
    "ace.impossible": "La position est impossible : {reason:CARD_TWICE=une carte est à deux endroits"
    "|FOREIGN_CARD=une carte ne fait pas partie du jeu employé|HAND_SIZE=un joueur n’a pas de carte, ou une de trop"
    "|SEATS=les places ne correspondent pas au nombre de joueurs|LIVES=un joueur a trop de vies"
    "|DOGS=il y a trop de chiens|NOBODY=tout le monde est éliminé"
    "|PLAYER_OUT=le donneur ou le joueur dont c’est le tour est éliminé|OVER=la partie est gagnée"
    "|KING_TO_MOVE=le joueur dont c’est le tour a un roi}.",
    "ace.no_card": "Le joueur {player} n’a pas de carte.",
    "ace.not_king": "Le joueur {player} a {card:card} visible : seuls les rois sont retournés.",
    "ace.no_kings": "Aucun roi n’est retourné : personne n’est protégé.",
    "ace.kings": "Protégés par un roi visible : {players}.",
    "ace.kings_unknown": "On ne peut pas lire si ces joueurs ont un roi visible : {players}.",
    "ace.one_card": "Une carte seule ne peut perdre contre personne.",
    "ace.loses": "La carte {hands} est la plus basse et perd une vie.",
    "ace.lose_together": "Les cartes {hands} sont les plus basses à égalité ; chacune perd une vie.",
    "ace.nobody_loses": "Les cartes les plus basses sont à égalité : personne ne perd de vie.",
    "ace.drew_king": "Le donneur a tiré un roi (carte {hands}) et perd une vie.",
    "ace.shown_twice": "Les cartes montrées ne peuvent pas être toutes différentes : {cards:card}.",
    "ace.cards_missing": "{found} {found:carte|cartes} sur {players} {found:est montrée|sont montrées} : le perdant "
    "est connu dès que les autres le sont.",
    "ace.showdown_unknown": "Le perdant dépend de cartes illisibles (cartes : {hands}).",
    "ace.drew_unknown": "Le perdant dépend de savoir si le donneur a tiré le roi.",
}
