"""English sentences for pictures, readings and tables."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # A file
    "picture.directory": "{name}: is a directory, not a picture.",
    "picture.address": "{name}: addresses are not fetched: save the picture and give the file.",
    "picture.file": "{name}: {megabytes} MB is more than the {most} MB read at most.",
    "picture.missing": "{name}: no such file.",
    "picture.unreadable": "{name}: cannot be read: {reason}.",
    "picture.empty": "{name}: is empty.",
    "picture.kind": "{name}: is not a JPEG, PNG, WebP or HEIC picture.",
    "picture.cut_short": "{name}: the {kind} file is cut short.",
    "picture.damaged": "{name}: the {kind} file is damaged.",
    "picture.heic": "{name}: HEIC pictures need the extra: pip install 'kibitz[heic]'.",
    "picture.shape": "{name}: shape {shape} is no picture; height × width × 1, 3 or 4 channels is.",
    "picture.type": "{name}: pixels of type {type} cannot be read; uint8 and uint16 can.",
    "picture.small": "{name}: {width}×{height} pixels is too small; each side needs {least} at least.",
    "picture.large": "{name}: {width}×{height} pixels is {megapixels} megapixels; {most} at most.",
    # A reading
    "reading.more_packs": "{cards:card} seen at {places} places: taken for {packs} packs.",
    "reading.too_often": "{cards:card} seen at {places} places, but only {packs} {packs:pack|packs} in play.",
    "reading.mirrored": "The picture is mirrored: turn off mirroring in the camera's settings.",
    # A better photo
    "advice.which": "the {place} card",
    "advice.which_perhaps": "the {place} card (perhaps {names:card})",
    "advice.cut": "{which} runs off the picture: take the photo from farther away.",
    "advice.small": "{which} is too small to read: take the photo from closer.",
    "advice.blurred": "{which} is blurred: hold the camera still and let it focus.",
    "advice.glare": "{which} lies in glare: turn the lamp or tilt the camera.",
    "advice.covered": "{which} shows too little of its corner: uncover it.",
    "advice.dark": "{which} lies in too little light: turn on a lamp.",
    "advice.bright": "{which} is overexposed: take the photo with less light.",
    "advice.all_dark": "The picture is too dark, and no card is found in it: turn on a lamp.",
    "advice.all_bright": "The picture is overexposed, and no card is found in it: take the photo with less light.",
    "advice.all_blurred": "The picture is blurred, and no card is found in it: hold the camera still and let it focus.",
    "advice.all_empty": "No card is found in the picture: take the photo from closer, with the corners of the cards in "
    "sight.",
    "advice.spread_cut": "{named} of {open} open cards could be named; most others run off the picture: take the photo "
    "from farther away.",
    "advice.spread_small": "{named} of {open} open cards could be named; most others are too small: take the photo "
    "from closer, or the pack in several photos.",
    "advice.spread_blurred": "{named} of {open} open cards could be named; most others are blurred: hold the camera "
    "still and let it focus.",
    "advice.spread_glare": "{named} of {open} open cards could be named; most others are in glare: turn the lamp or "
    "tilt the camera.",
    "advice.spread_covered": "{named} of {open} open cards could be named; most others are covered at their corners: "
    "lay the cards apart.",
    "advice.spread_dark": "{named} of {open} open cards could be named; most others are in too little light: turn on a "
    "lamp.",
    "advice.spread_bright": "{named} of {open} open cards could be named; most others are overexposed: take the photo "
    "with less light.",
    "advice.spread_unread": "{named} of {open} open cards could be named: another photo, from closer and in even "
    "light, may teach more.",
    # A deck that is taught
    "teach.few": "{different} different cards could be named: spread at least twenty, the whole pack at best.",
    "teach.few_in": "{different} different cards could be named: spread at least twenty, the whole pack at best. "
    "Picture {number}: {advice}",
    "teach.packs": "Picture {number} shows {cards} twice each: teach one pack at a time.",
    # A table
    "zones.no_cards": "No cards lie on the table.",
    "zones.players": "Layouts are found for 1 to 4 players, not {players}: set zones by hand for more.",
    "zones.sizes": "{players} {players:layout needs|layouts need} as many numbers of slots and sides: {found} "
    "{found:number was|numbers were} given.",
    "zones.layouts": "{found} {found:layout lies|layouts lie} on the table, where {players} {players:player is|players "
    "are} expected, each with a layout in the picture.",
    "zones.no_layouts": "{count:No layout|No layouts} (slots: {slots}) {count:was|were} found among {cards} "
    "{cards:card|cards}.",
    "zones.none": "No layouts were found among {cards} {cards:card|cards}.",
    "zones.other_count": "{cards} {cards:card lies|cards lie} on the table, which makes no {players} layouts.",
    "zones.no_hands": "A table has at least one hand, not {hands}.",
    "zones.few_for_hands": "{hands} {hands:hand needs|hands need} as many cards: {cards} {cards:is|are} in the "
    "picture.",
    "zones.bus": "Stop the Bus needs hands of three: {cards} {cards:card lies|cards lie} face up.",
    "zones.bus_players": "Stop the Bus needs {hands} {hands:hand|hands} of three and three table cards: {cards} "
    "{cards:card lies|cards lie} face up.",
    # Zones set by hand
    "zones.convex": "The zone {zone}: its four corners have to follow each other clockwise, and none may be pushed "
    "inwards.",
    "zones.cut": "{count} {count:slot lies|slots lie} partly outside the picture: move the camera.",
    "zones.slots": "The zone {side}: {count} is no number of slots, 1 to 10.",
    "marked.version": "Zones of version {version}: only version 1 is known.",
    "marked.game": "Zones for the game “{game}”: the games are {games}.",
    "marked.none": "“zones” names at least one zone with its corners.",
    "marked.slots": "“slots” gives a number for each side.",
    "marked.side": "“slots” gives a number for {side}, which is no zone that is set.",
    "marked.name": "There is no zone “{zone}”: the zones are {zones}.",
    "marked.numbers": "The zone {zone}: its corners are numbers.",
    "marked.corners": "The zone {zone}: four corners of two numbers each are needed.",
    "marked.shares": "The zone {zone}: corners are shares of the picture’s width and height, 0 to 1.",
    "marked.text": "The file is no JSON.",
    "marked.json": "The file is no JSON: line {line}, column {column}.",
    "marked.object": "Zones are a JSON object.",
    "marked.unread": "The file cannot be read: {why}.",
}
