"""French sentences for Trash."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Options
    "trash.packs": "{players} joueurs, c’est trop pour {packs} {packs:jeu|jeux} de cartes : {most} au plus.",
    "trash.wild_ranks": "Les cartes passe-partout sont prises parmi J (valet), Q (dame) et K (roi), au moins "
    "une{found:0= : aucune n’est donnée|*= ; pas }{value}.",
    "trash.one_end": "Une partie n’a qu’une seule fin : choisissez parmi {ends}.",
    "trash.free_draws_look": "Les trois tirages libres vont avec le second regard : choisissez les deux.",
    "trash.free_draws_players": "Les trois tirages libres se jouent à deux, pas à {players}.",
    "trash.no_player": "Il n’y a pas de joueur {player} : les joueurs vont de 1 à {players}.",
    "trash.time_unseen": "Une table suivie par caméra ne peut finir au temps : personne ne l’y annonce. Retirez "
    "end_time.",
    "trash.sizes": "Les tableaux ne peuvent pas avoir {sizes} cases : une taille par joueur ({players} joueurs), de "
    "{least} à 10.",
    # Moves
    "trash.game_over": "La partie est terminée.",
    "trash.not_dealt": "La manche suivante n’est pas encore distribuée.",
    "trash.hand_in_play": "On ne redistribue qu’une fois la manche en cours terminée.",
    "trash.deal_cards": "Une donne comprend exactement les {cards} cartes en jeu ; il y en a ici {found}, ou ce ne "
    "sont pas les mêmes.",
    "trash.no_time": "Cette partie n’a pas de limite de temps.",
    "trash.time_called": "La fin du temps a déjà été annoncée.",
    "trash.out_of_turn": "C’est au joueur {turn} de jouer, pas au joueur {player}.",
    "trash.second_draw": "Le joueur {player} a déjà pioché : une seule carte par tour.",
    "trash.draw_first": "{card:card} n’a été ni piochée ni retournée pendant ce tour : le joueur {player} doit d’abord "
    "piocher.",
    "trash.not_in_hand": "{card:card} n’a été ni piochée ni retournée pendant ce tour : la carte en main est "
    "{held:card}.",
    "trash.card_elsewhere": "{card:card} ne peut pas se trouver là : tous les exemplaires en jeu sont ailleurs.",
    "trash.empty_stock": "La pioche est vide.",
    "trash.empty_discards": "La défausse est vide : prenez dans la pioche.",
    "trash.no_free_draw": "Le joueur {player} n’a plus de tirage libre.",
    "trash.free_draw_pile": "Un tirage libre se prend dans la pioche.",
    "trash.wild_outside": "{card:card} est passe-partout, mais il n’y a pas de case {slot} : ce tableau compte {slots} "
    "{slots:case|cases}.",
    "trash.wild_on_face_up": "Une carte passe-partout se pose sur une carte face cachée : {card:card} ne peut pas "
    "aller dans la case {slot}, qui montre {shown:card}.",
    "trash.face_placed": "{card:card} ne peut pas être posée : elle termine le tour.",
    "trash.beyond_layout": "{card:card} n’a pas de case : ce tableau compte {slots} {slots:case|cases}.",
    "trash.wrong_slot": "{card:card} n’a pas sa place dans la case {slot}, mais dans la case {belongs}.",
    "trash.slot_shows": "{card:card} ne peut pas aller dans la case {slot}, qui montre déjà {shown:card}.",
    "trash.wild_discarded": "{card:card} est passe-partout et ne peut pas être défaussée.",
    "trash.playable_discarded": "{card:card} ne peut pas être défaussée : elle peut se poser dans la case {slot}.",
    "trash.no_look": "Le joueur {player} ne peut retourner ses cartes cachées qu’à la fin d’une manche.",
    "trash.look_number": "Le joueur {player} retourne toutes ses cartes cachées : il y en a {hidden}, pas {found}.",
    "trash.look_card": "Cette carte est {lying:card}, pas {card:card}.",
    "trash.move": "« {text} » n’est pas un coup.",
    "trash.position": "« {part} » ne se lit pas dans la position.",
    "trash.impossible": "La position est impossible : {flags:"
    "TOO_MANY_OF_A_CARD=une carte est là plus souvent que dans les jeux employés|"
    "WRONG_NUMBER_OF_CARDS=il y a plus ou moins de cartes que dans les jeux employés|"
    "WRONG_LAYOUT_SIZE=un tableau n’a pas le bon nombre de cases|"
    "WRONG_SLOT=une carte est dans une mauvaise case|"
    "WILD_DISCARDED=un passe-partout est sur la défausse|"
    "ALREADY_WON=un tableau est complet et la manche continue|"
    "NO_WINNER=la manche est finie et aucun tableau n’est complet|"
    "WRONG_HAND=une carte est en main qui ne peut pas y être|"
    "NO_STOCK=il n’y a plus de talon|"
    "SEATS=les places ne vont pas avec le nombre de joueurs|"
    "WRONG_TURN=ce ne peut pas être le tour de ce joueur"
    "}.",
    # One picture
    "trash.turned_up": "La manche est terminée, et les cartes retournées depuis sont restées où elles étaient.",
    "trash.layout_fits": "Chaque carte est à sa place.",
    "trash.wrong_size": "Cases du tableau : {found} ; il en faudrait {slots}.",
    "trash.sizes_differ": "Cases avant : {before} ; après : {after}. On ne compare que les mêmes cases.",
    "trash.layouts_differ": "Il y a {before} {before:tableau|tableaux} avant et {after} après.",
    "trash.layouts_players": "Il y a {found} {found:tableau|tableaux} pour {players} {players:joueur|joueurs}.",
    "trash.empty_slot": "Il n’y a pas de carte dans la case {slot}.",
    "trash.seen_too_often": "{card:card} se voit plus souvent que les jeux employés ne le permettent ({held} fois).",
    "trash.layout_impossible": "Quelles que soient les cartes possibles, elles ne peuvent pas toutes être à "
    "leur place.",
    # From one settled table to the next
    "trash.no_change": "Rien n’a changé sur la table.",
    "trash.turn": "Le joueur {player} a posé {cards:card} ({count:case|cases} {slots}) et défaussé {discard:card}.",
    "trash.turn_discard": "Le joueur {player} n’a rien posé et a défaussé {discard:card}.",
    "trash.turn_won": "Le joueur {player} a posé {cards:card} ({count:case|cases} {slots}) et remporte la manche.",
    "trash.two_turns": "Deux tours ont été joués : joueur {player}, posé : {cards:card} ; puis joueur {second}, posé : "
    "{more:card}.",
    "trash.two_turns_won": "Deux tours ont été joués : joueur {player}, posé : {cards:card} ; puis joueur {second}, "
    "posé : {more:card}, qui remporte la manche.",
    "trash.after_hand": "La manche est terminée, et ce qui a changé depuis est permis.",
    "trash.new_deal": "La manche suivante a été distribuée.",
    "trash.stays": "La case {slot} montrait {before:card} et montre maintenant {after:card} : cette carte devait "
    "rester.",
    "trash.turned_back": "La case {slot} montrait {before:card} et se trouve face cachée : cette carte devait rester.",
    "trash.wild_gone": "{card:card}, prise dans la case {slot}, n’a pas été reposée.",
    "trash.no_discard": "Des cartes ont été posées, mais le tour ne s’est pas terminé par une défausse.",
    "trash.discards_gone": "La défausse a disparu.",
    "trash.not_in_turn": "Il y a plus de changements que les tours attendus n’en expliquent : tableaux des joueurs "
    "{players}.",
    "trash.not_first": "Le gagnant de la manche précédente joue le premier, et ce n’est pas lui qui a joué.",
    "trash.hand_over": "La manche est terminée : la case {slot} du joueur {player} ne doit plus changer.",
    "trash.maybe_mirrored": "On ne peut dire si c’était permis avant de savoir que la caméra n’inverse pas l’image.",
    "trash.no_legal_turn": "Aucun tour permis n’explique ce qui a changé.",
    "trash.unseen_slots": "Impossible à dire sans connaître {count:la case|les cases} {slots} du joueur {player}.",
    "trash.unseen_discard": "Impossible à dire sans connaître le dessus de la défausse "
    "{when:before=avant le tour|after=après le tour|both=avant et après le tour}.",
    "trash.unseen_top": "Impossible à dire sans connaître le dessus de la défausse.",
    "trash.unseen_layouts": "Impossible à dire sans savoir si {count:l’autre tableau|l’un des autres tableaux} est "
    "complet.",
    "trash.unseen_both": "Impossible à dire sans connaître {count:la case|les cases} {slots} du joueur {player} et le "
    "dessus de la défausse {when:before=avant le tour|after=après le tour|both=avant et après le tour}.",
    "trash.too_open": "Impossible à dire : trop de cartes sont incertaines.",
}
