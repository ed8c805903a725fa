"""French sentences for cards, packs, options and records."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "card.unknown": "La carte n° {place}, « {token} », n’existe pas : une carte est un rang (A, 2 à 10, J, Q, K) et "
    "une couleur (C trèfle, D carreau, H cœur, S pique), par exemple 10H, ou JOKER.",
    "card.unknown_rank": "« {token} » n’est pas un rang : A, 2 à 10, J (valet), Q (dame) ou K (roi).",
    "card.unknown_suit": "« {token} » n’est pas une couleur : C (trèfle), D (carreau), H (cœur) ou S (pique).",
    "card.unknown_seen": "Place n° {place} : « {token} » ne se lit pas ; écrivez une carte (10H), ?? face cachée, "
    "-- inconnue, 5? pour le rang seul, 8H/6H pour l’une de plusieurs, .. pour rien.",
    "pack.size": "Un jeu compte 52 ou 32 cartes, et non {size}.",
    "pack.packs": "Il faut au moins un jeu complet, et non {packs}.",
    "pack.jokers": "Le nombre de jokers par jeu est de 0 ou plus, et non de {jokers}.",
    "pack.repeated": "{card:card} apparaît plus souvent que les jeux employés ne le permettent ({held} fois).",
    "pack.foreign": "{card:card} ne fait pas partie du jeu employé.",
    "options.type": "L’option {option} doit être {expected:number=un nombre entier|switch=oui ou non|"
    "list=une liste de mots}, et non {value}.",
    "options.choice": "L’option {option} doit être l’une de ces valeurs : {choices} ; et non {value}.",
    "options.choice_number": "L’option {option} doit être l’une de ces valeurs : {choices} ; ou un nombre ; et non "
    "{value}.",
    "options.least": "L’option {option} doit être d’au moins {least}, et non {value}.",
    "options.range": "L’option {option} doit aller de {least} à {most}, et non {value}.",
    "options.unknown": "Il n’y a pas d’option {option} ; les options sont : {choices}.",
    "options.text": "« {text} » n’est pas une option : écrivez nom=valeur.",
    "options.repeated": "L’option {option} est donnée deux fois.",
    "options.lives": "Les vies d’un joueur sont un nombre à partir de 1, dog ou out, et non « {text} ».",
    "options.lives_most": "{found} vies, c’est trop : chacun commence avec {most}.",
    "options.lives_no_dog": "Il ne peut pas y avoir de chien : il n’est pas joué.",
    "options.lives_dogs": "Il ne peut pas y avoir {found} chiens : une partie n’en a qu’un.",
    "options.lives_all_dogs": "Les {found} joueurs ne peuvent pas tous être chiens : si tous sont à égalité, "
    "personne ne perd.",
    "options.lives_players": "Écrivez les vies des {players} joueurs, « out » pour un joueur éliminé : "
    "il y en a {found}.",
    "options.lives_shown": "Encore en jeu : {playing}, mais mains montrées : {shown}.",
    "options.shown": "{found} mains, c’est trop pour {players} joueurs.",
    "record.empty": "La feuille de partie est vide.",
    "record.header": "Ligne {line} : « {text} » n’est pas un en-tête : écrivez un nom, deux-points et une valeur.",
    "record.missing_header": "Il manque à la feuille de partie l’en-tête « {name} ».",
    "record.repeated_header": "Ligne {line} : l’en-tête « {name} » figure deux fois.",
    "record.bad_header": "Ligne {line} : l’en-tête « {name} » ne peut pas être « {value} ». {reason}",
    "record.game": "La feuille est celle d’une partie de « {found} », et non de « {expected} ».",
    "record.line": "Ligne {line} : « {text} » n’est pas un coup numéroté, par exemple « 1. pass ».",
    "record.number": "Ligne {line} : le coup {expected} est attendu ici, et non le coup {found}.",
    "record.move": "Ligne {line} : « {text} » ne se lit pas comme un coup.",
    "record.refused": "Ligne {line} : « {text} » est refusé. {reason}",
    "record.result": "Ligne {line} : la feuille indique « {found} », mais les coups précédents donnent « {expected} ».",
}
