"""French sentences for gin rummy."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Options.
    "gin.options_limit": "En Oklahoma, la première carte retournée fixe la limite pour frapper : on ne peut pas "
    "indiquer "
    "en plus une limite de {limit}.",
    "gin.options_spades": "Une retourne à pique ne double qu’en Oklahoma, qui n’est pas joué.",
    "gin.options_ace": "La valeur d’un as retourné ne compte qu’en Oklahoma, qui n’est pas joué.",
    "gin.options_petit": "Les primes de petit gin et de grand gin supposent que l’on joue le petit gin.",
    "gin.options_match": "Un total de {target} suppose un match aux points : "
    "{match:single=ce match est une seule partie|*=un tournoi compte les parties}.",
    "gin.options_hollywood": "Un tournoi compte les parties une à une : il ne se marque pas à la Hollywood.",
    "gin.options_tournament": "Les parties d’un tournoi se jouent en 250 points, et non en {target}.",
    "gin.upcard_needed": "En Oklahoma, il faut connaître la première carte retournée.",
    # Hands.
    "gin.hand_size": "{side:knocker=La main de celui qui frappe|defender=La main du défenseur|*=Une main} compte "
    "{sizes:10=dix cartes|*=dix cartes, ou onze avant la défausse}, et non {size}.",
    "gin.same_card": "{card:card} figure deux fois, alors qu’on joue avec un seul jeu.",
    "gin.pack": "Le gin se joue avec les 52 cartes, et non avec {size}.",
    "gin.not_in_hand": "{card:card} n’est pas dans la main du joueur.",
    # Going out.
    "gin.knock_limit": "Avec {points} {points:point|points} de cartes isolées, on ne peut pas frapper : la limite est "
    "de "
    "{limit}. Cartes isolées : {cards:card}.",
    "gin.gin_only": "Cette donne n’admet que le gin : on ne peut pas frapper avec {points} {points:point|points} de "
    "cartes "
    "isolées (la limite est de {limit}). Cartes isolées : {cards:card}.",
    "gin.eleven": "On ne sort avec onze cartes que si toutes sont combinées : il reste {cards:card} hors combinaison "
    "({points} {points:point|points}).",
    "gin.eleven_off": "On ne joue pas le big gin : celui qui frappe se défausse et garde dix cartes.",
    # Melds and layoffs.
    "gin.no_meld": "{cards:card} : ce n’est pas une combinaison. Il faut trois ou quatre cartes de même rang, ou au "
    "moins "
    "trois cartes de la même couleur qui se suivent, l’as étant la plus basse.",
    "gin.empty_meld": "Une combinaison annoncée par {side:knocker=celui qui frappe|*=le défenseur} n’a aucune carte.",
    "gin.meld_overlap": "{card:card} sert dans deux combinaisons ; une carte ne sert que dans une seule.",
    "gin.meld_foreign": "{card:card} est dans une combinaison, mais pas dans la main "
    "{side:knocker=de celui qui frappe|*=du défenseur}.",
    "gin.layoff_gin": "{card:card} ne peut pas être ajoutée : on n’ajoute rien contre un "
    "{ending:big_gin=big gin|grand_gin=grand gin|*=gin}.",
    "gin.layoff_hand": "{card:card} ne peut pas être ajoutée : ce n’est pas une carte isolée du défenseur.",
    "gin.layoff_fit": "{card:card} ne s’ajoute à aucune combinaison de celui qui a frappé.",
    # The score explained.
    "gin.knock": "Frappe : le frappeur a {knocker} {knocker:point|points} de cartes isolées, le défenseur "
    "{defender}{laid:yes= après ses ajouts|*=}. Le frappeur marque {points}"
    "{factor:2=, doublé par la retourne à pique|*=}.",
    "gin.undercut": "Contre-frappe : le défenseur a {defender} {defender:point|points} de cartes isolées"
    "{laid:yes= après ses ajouts|*=}, le frappeur {knocker}. La différence et une prime de {bonus} donnent "
    "{points} au défenseur{factor:2=, doublé par la retourne à pique|*=}.",
    "gin.gin": "Gin : le frappeur n’a aucune carte isolée, le défenseur {defender} {defender:point|points}. Avec "
    "une prime de {bonus}, le frappeur marque {points}{factor:2=, doublé par la retourne à pique|*=}.",
    "gin.big_gin": "Big gin : les onze cartes sont combinées ; le défenseur a {defender} {defender:point|points} de "
    "cartes isolées. Avec une prime de {bonus}, le frappeur marque {points}"
    "{factor:2=, doublé par la retourne à pique|*=}.",
    "gin.petit_gin": "Petit gin : le frappeur garde une carte, {knocker} {knocker:point|points}, le défenseur en "
    "a {defender}{laid:yes= après ses ajouts|*=}. La différence et une prime de {bonus} donnent {points} au "
    "frappeur{factor:2=, doublé par la retourne à pique|*=}.",
    "gin.grand_gin": "Grand gin : toutes les cartes du frappeur sont combinées ; le défenseur a {defender} "
    "{defender:point|points} de cartes isolées. Avec une prime de {bonus}, le frappeur marque {points}"
    "{factor:2=, doublé par la retourne à pique|*=}.",
    "gin.equal": "Tous deux ont {knocker} {knocker:point|points} de cartes isolées : selon ces règles, personne ne "
    "marque.",
    "gin.hand_big_gin": "Les onze cartes sont combinées : big gin.",
    "gin.hand_gin": "Aucune carte isolée : gin.",
    "gin.hand_petit_gin": "Une seule carte est isolée ({points} {points:point|points}) : "
    "cette main peut finir par un petit gin.",
    "gin.hand_grand_gin": "Aucune carte isolée : grand gin.",
    "gin.hand_may_knock": "Avec {points} {points:point|points} de cartes isolées, cette main peut frapper.",
    "gin.hand_may_not": "Avec {points} {points:point|points} de cartes isolées, cette main ne peut pas frapper.",
    # Play.
    "gin.move": "« {text} » n’est pas un coup au gin : take (prendre), pass (passer), draw (piocher), discard CARTE "
    "(se "
    "défausser), knock CARTE (frapper), big gin ou show (étaler).",
    "gin.over": "La donne est terminée.",
    "gin.knocked": "Un joueur est sorti : il ne reste qu’à étaler l’autre main.",
    "gin.show_early": "On n’étale sa main que lorsqu’un joueur a frappé ou fait gin.",
    "gin.pass_late": "On ne peut passer que sur la première carte retournée.",
    "gin.upcard_first": "Il faut prendre la première carte retournée ou passer avant de piocher au talon.",
    "gin.stock_only": "Les deux joueurs ont laissé {card:card} : la première pioche se fait au talon.",
    "gin.drawn_twice": "On prend une seule carte par tour, et ce joueur en a déjà pris une.",
    "gin.draw_first": "Il faut prendre une carte avant de se défausser ou de sortir.",
    "gin.discard_taken": "{card:card} vient d’être prise à la défausse et ne peut pas y être remise aussitôt.",
    # Positions, matches and records.
    "gin.position": "La position est illisible à « {part} ».",
    "gin.impossible": "La position est impossible : {flags:"
    "REPEATED_CARD=une carte est à deux endroits|"
    "MISSING_CARD=une carte manque|"
    "HAND_SIZE=une main n’a pas le bon nombre de cartes|"
    "STOCK_SIZE=le talon n’a pas le bon nombre de cartes|"
    "PILE=la défausse n’est pas telle que le jeu la laisse|"
    "TURN=ce ne peut pas être à ce joueur|"
    "TAKEN=une carte notée n’a pas pu être prise, piochée ou gardée par son joueur|"
    "OUT=personne ne peut être sorti, ni la donne finie, de cette façon"
    "}.",
    "gin.names": "Il faut deux noms de joueurs différents, d’un seul mot chacun, et non {names}.",
    "gin.no_player": "Il n’y a pas de joueur {player} : on joue à deux.",
    "gin.match_over": "Le match est terminé : {winner} a gagné.",
    "gin.hand_open": "La donne en cours doit se terminer avant la suivante.",
    "gin.no_hand": "Aucune donne n’a été distribuée.",
    "gin.turn": "Ce n’est pas à {player} de jouer.",
    "gin.deal": "Une donne s’écrit : deal {first} et dix cartes / {second} et dix cartes / up et une carte / stock et "
    "les "
    "autres cartes.",
    # The referee.
    "gin.pile_unread": "La défausse est illisible.",
    "gin.pile_unclear": "La réponse dépend de la carte qui se trouve sur la défausse : {card:card}.",
    "gin.pile_upcard": "La première carte retournée est {card:card}.",
    "gin.pile_first": "{card:card} se trouve sur la défausse.",
    "gin.pile_unchanged": "{card:card} est toujours sur la défausse.",
    "gin.pile_taken": "La carte du dessus a été prise ; {card:card} se trouvait dessous.",
    "gin.pile_turn": "Un tour a été joué ; la défausse est {card:card}.",
    "gin.pile_turns": "Plus d’un tour a été joué ; la dernière défausse est {card:card}.",
    "gin.pile_knock": "Une carte est face cachée sur la défausse : un joueur est sorti.",
    "gin.pile_empty": "Il n’y a aucune carte sur la défausse.",
    "gin.put_back": "{card:card} venait d’être prise à la défausse et y a été remise aussitôt, ce qui est interdit.",
    "gin.buried": "{card:card} est recouverte par d’autres défausses et ne peut pas revenir sur le dessus.",
    "gin.other_hand": "Le joueur dont c’est le tour ne peut pas avoir défaussé {card:card} : elle est recouverte ou "
    "dans "
    "l’autre main.",
    "gin.no_turn": "Aucun tour permis n’amène {card:card} sur le dessus de la défausse.",
    # Cards that could not be read.
    "gin.read": "Toutes les cartes possibles donnent le même résultat.",
    "gin.unread": "Certaines cartes sont illisibles, et le résultat en dépend : {count} "
    "{count:résultat possible|résultats possibles}{complete:yes=.|*=, et peut-être d’autres (toutes les cartes n’ont "
    "pas "
    "été essayées).}",
    "gin.empty_place": "Une main a une carte à chaque place.",
    "gin.no_assignment": "Aucun choix de cartes différentes ne correspond à ce que l’on voit.",
}
