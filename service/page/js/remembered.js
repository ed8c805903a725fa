// Names of players and their lives, kept by this browser from visit to visit; nothing of them is sent to be kept.

const address = (game) => `kibitz.players.${game}`;
const texts = (list, fits) => (Array.isArray(list) ? list.map((each) => (typeof each === 'string' && fits(each) ? each : undefined)) : []);

/** What was kept for a game, as {names, left, out, counted}. What is no such thing, or nobody's any more, counts for nothing. */
export function recall(game) {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(address(game))); } catch { /* storage may be forbidden, or hold anything */ }
  return {
    names: texts(kept?.names, (name) => name.length <= 40),
    left: texts(kept?.left, (word) => /^(\d{1,2}|dog)$/.test(word)),
    out: Number.isInteger(kept?.out) && kept.out >= 0 && kept.out <= 16 ? kept.out : 0,
    counted: kept?.counted === true,
  };
}

/** Keep them, or nothing where there is nothing to keep. */
export function keep(game, { names, left, out, counted }) {
  try {
    if (names.some(Boolean) || left.some(Boolean) || out || counted) localStorage.setItem(address(game), JSON.stringify({ names, left, out, counted }));
    else localStorage.removeItem(address(game));
  } catch { /* storage may be forbidden: they last as long as the page is open */ }
}
