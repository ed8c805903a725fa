"""French sentences for pictures, readings and tables."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # A file
    "picture.directory": "{name} : c’est un dossier, pas une image.",
    "picture.address": "{name} : les adresses ne sont pas téléchargées : enregistrez l’image et donnez le fichier.",
    "picture.file": "{name} : {megabytes} Mo, c’est plus que les {most} Mo lus au plus.",
    "picture.missing": "{name} : ce fichier n’existe pas.",
    "picture.unreadable": "{name} : lecture impossible : {reason}.",
    "picture.empty": "{name} : le fichier est vide.",
    "picture.kind": "{name} : ce n’est pas une image JPEG, PNG, WebP ou HEIC.",
    "picture.cut_short": "{name} : le fichier {kind} est incomplet.",
    "picture.damaged": "{name} : le fichier {kind} est endommagé.",
    "picture.heic": "{name} : les images HEIC demandent un supplément : pip install 'kibitz[heic]'.",
    "picture.shape": "{name} : la forme {shape} n’est pas celle d’une image : hauteur × largeur × 1, 3 ou 4 canaux.",
    "picture.type": "{name} : les pixels de type {type} ne se lisent pas ; uint8 et uint16, oui.",
    "picture.small": "{name} : {width}×{height} pixels, c’est trop petit ; chaque côté en demande {least}.",
    "picture.large": "{name} : {width}×{height} pixels font {megapixels} mégapixels ; {most} au plus.",
    # A reading
    "reading.more_packs": "{cards:card} : vu à {places} endroits ; on suppose {packs} jeux de cartes.",
    "reading.too_often": "{cards:card} : vu à {places} endroits, mais seulement {packs} {packs:jeu|jeux} en service.",
    "reading.mirrored": "L’image est inversée : désactivez l’effet miroir dans les réglages de la caméra.",
    # A better photo
    "advice.which": "la {place} carte",
    "advice.which_perhaps": "la {place} carte (peut-être {names:card})",
    "advice.cut": "{which} sort de l’image : photographiez de plus loin.",
    "advice.small": "{which} est trop petite pour être lue : photographiez de plus près.",
    "advice.blurred": "{which} est floue : tenez l’appareil immobile et laissez-le faire la mise au point.",
    "advice.glare": "{which} est prise dans un reflet : tournez la lampe ou inclinez l’appareil.",
    "advice.covered": "{which} montre trop peu de son coin : découvrez-le.",
    "advice.dark": "{which} manque de lumière : allumez une lampe.",
    "advice.bright": "{which} est surexposée : photographiez avec moins de lumière.",
    "advice.all_dark": "L’image est trop sombre, et aucune carte n’y est trouvée : allumez une lampe.",
    "advice.all_bright": "L’image est surexposée, et aucune carte n’y est trouvée : photographiez avec moins de "
    "lumière.",
    "advice.all_blurred": "L’image est floue, et aucune carte n’y est trouvée : tenez l’appareil immobile et "
    "laissez-le faire la mise au point.",
    "advice.all_empty": "Aucune carte n’est trouvée dans l’image : photographiez de plus près, les coins des cartes en "
    "vue.",
    "advice.spread_cut": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sortent de "
    "l’image : photographiez de plus loin.",
    "advice.spread_small": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sont trop "
    "petites : photographiez de plus près, ou le jeu en plusieurs photos.",
    "advice.spread_blurred": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sont "
    "floues : tenez l’appareil immobile et laissez-le faire la mise au point.",
    "advice.spread_glare": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sont prises "
    "dans un reflet : tournez la lampe ou inclinez l’appareil.",
    "advice.spread_covered": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sont "
    "couvertes à leurs coins : écartez les cartes.",
    "advice.spread_dark": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sont trop "
    "peu éclairées : allumez une lampe.",
    "advice.spread_bright": "{named} des {open} cartes ouvertes ont pu être nommées ; la plupart des autres sont "
    "surexposées : photographiez avec moins de lumière.",
    "advice.spread_unread": "{named} des {open} cartes ouvertes ont pu être nommées : une autre photo, de plus près et "
    "sous une lumière égale, peut en apprendre davantage.",
    # A deck that is taught
    "teach.few": "{different} cartes différentes ont pu être nommées : étalez-en au moins vingt, au mieux tout le jeu.",
    "teach.few_in": "{different} cartes différentes ont pu être nommées : étalez-en au moins vingt, au mieux tout le "
    "jeu. Image {number} : {advice}",
    "teach.packs": "L’image {number} montre {cards} deux fois : apprenez un jeu à la fois.",
    # A table
    "zones.no_cards": "Il n’y a pas de cartes sur la table.",
    "zones.players": "Les tableaux sont trouvés pour 1 à 4 joueurs, et non {players} : au-delà, placez les zones à la "
    "main.",
    "zones.sizes": "{players} {players:tableau demande|tableaux demandent} autant de nombres de cases et de côtés : "
    "{found} {found:donné|donnés}.",
    "zones.layouts": "Il y a {found} {found:tableau|tableaux} sur la table ; {players} {players:joueur est "
    "attendu|joueurs sont attendus}, chacun avec un tableau dans l’image.",
    "zones.no_layouts": "{count:Aucun tableau|Pas de tableaux} (cases : {slots}) parmi {cards} {cards:carte|cartes}.",
    "zones.none": "Aucun tableau n’a été trouvé parmi {cards} {cards:carte|cartes}.",
    "zones.other_count": "Il y a {cards} {cards:carte|cartes} sur la table, ce qui ne fait pas {players} tableaux.",
    "zones.no_hands": "Une table a au moins une main, et non {hands}.",
    "zones.few_for_hands": "{hands} {hands:main demande|mains demandent} autant de cartes : il y en a {cards} dans "
    "l’image.",
    "zones.bus": "Stop the Bus demande des mains de trois cartes ; {cards} {cards:carte est|cartes sont} face visible.",
    "zones.bus_players": "Stop the Bus demande {hands} {hands:main|mains} de trois cartes et les trois de la table ; "
    "{cards} {cards:carte est|cartes sont} face visible.",
    # Zones placées à la main
    "zones.convex": "La zone {zone} : ses quatre coins doivent se suivre dans le sens horaire, et aucun ne "
    "doit rentrer vers l’intérieur.",
    "zones.cut": "{count} {count:case sort|cases sortent} en partie de l’image : déplacez la caméra.",
    "zones.slots": "La zone {side} : {count} n’est pas un nombre de cases, de 1 à 10.",
    "marked.version": "Zones de version {version} : seule la version 1 est connue.",
    "marked.game": "Zones pour le jeu « {game} » : les jeux sont {games}.",
    "marked.none": "« zones » nomme au moins une zone, avec ses coins.",
    "marked.slots": "« slots » donne un nombre pour chaque côté.",
    "marked.side": "« slots » donne un nombre pour {side}, qui n’est pas une zone placée.",
    "marked.name": "Il n’y a pas de zone « {zone} » : les zones sont {zones}.",
    "marked.numbers": "La zone {zone} : ses coins sont des nombres.",
    "marked.corners": "La zone {zone} : il faut quatre coins de deux nombres chacun.",
    "marked.shares": "La zone {zone} : les coins sont des parts de la largeur et de la hauteur de l’image, de 0 à 1.",
    "marked.text": "Le fichier n’est pas du JSON.",
    "marked.json": "Le fichier n’est pas du JSON : ligne {line}, colonne {column}.",
    "marked.object": "Les zones sont un objet JSON.",
    "marked.unread": "Le fichier ne peut être lu : {why}.",
}
