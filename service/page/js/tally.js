// A running match of gin: hands entered from the photo on show, what they come to, the last one struck out again.
// It is kept by the server; this browser remembers only which match it follows.

import { fill, h, keepFocus, toast } from './dom.js';
import { attempt, del, Failure, get, post } from './api.js';
import { number, t, when } from './i18n.js';

const KEY = 'kibitz.tally';
const PATH = '/v1/gin/tallies';
let followed = null;

function remembered() {
  try { return localStorage.getItem(KEY)?.split(' ')[0] || null; } catch { return followed; }
}

/** Told with the version, so that other tabs hear of every change. */
function remember(match) {
  followed = match?.id ?? null;
  try {
    if (match) localStorage.setItem(KEY, `${match.id} ${match.version}`);
    else localStorage.removeItem(KEY);
  } catch { /* storage may be forbidden: the match is followed until the page is left */ }
}

/**
 * The panel of the match. `chosen()` are the options a new match is begun with; `changed()` is called when another
 * match, or none, is followed. `show(answer, body)` says what lies on the photo, and how the server is asked about it.
 */
export function tallyPanel({ chosen, changed }) {
  const element = h('section', { class: 'panel stack tally' });
  let match = null;
  let kept = [];
  let failed = null;
  let sending = false;
  let now = { answer: null, body: null, entered: null };

  const names = () => match.players.map((name, at) => name || t('table.player', { n: at + 1 }));

  async function load() {
    const before = match?.id;
    const id = remembered();
    failed = null;
    try {
      const found = id ? await get(`${PATH}/${id}`) : null;
      // What was asked for before a change may be answered after it.
      if (!(found && match?.id === found.id && found.version < match.version)) match = found;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      match = null;
      if (error.status === 404) remember(null);
      else failed = error;
    }
    if (!match && !failed) kept = (await get(`${PATH}?limit=10`).catch(() => ({ tallies: [] }))).tallies;
    draw();
    if (match?.id !== before) changed();
  }

  async function follow(next) {
    match = next;
    now.entered = null;
    remember(match);
    if (!match) await load();
    draw();
    changed();
  }

  /** Ask the server for a change once, however often it is pressed; whatever it says, what is shown is what it has. */
  async function change(path, body) {
    if (sending) return false;
    sending = true;
    element.setAttribute('aria-busy', 'true');
    let done = false;
    try {
      match = await post(`${PATH}/${match.id}/${path}`, { ...body, version: match.version });
      done = true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      toast(error.message);
      // It stands there already: sent from another tab, or before the connection broke.
      if (error.problem?.rule === 'tally.twice') now.entered = Number(/\d+/.exec(error.message)?.[0]) || null;
      try { match = await get(`${PATH}/${match.id}`); } catch (other) { if (!(other instanceof Failure)) throw other; }
    } finally {
      sending = false;
      element.removeAttribute('aria-busy');
    }
    remember(match);
    draw();
    return done;
  }

  async function enter(player) {
    const asked = now;
    if (!await change('hands', { ...asked.body(), knocked_by: player })) return;
    asked.entered = match.hands.length;
    draw();
  }

  const strike = () => change('undo', {});

  function enterPart() {
    const { answer } = now;
    // It may have been struck out, here or in another tab.
    const entered = now.entered <= match.hands.length ? now.entered : null;
    if (match.over) return null;
    if (entered) return h('p', { class: 'note good', role: 'status' }, t('tally.entered', { n: entered }));
    if (!answer) return h('p', { class: 'hint' }, t('tally.photo'));
    if (answer.verdict !== 'legal' || !answer.score?.ending) {
      const why = answer.verdict === 'cannot tell' ? 'tally.open' : answer.verdict === 'illegal' ? 'tally.illegal' : 'tally.two';
      return h('p', { class: 'hint' }, t(why));
    }
    const knocker = answer.hands.find((hand) => hand.role === 'knocker');
    return h('div', { class: 'stack enter' }, h('p', {}, t('tally.who', { hand: t(`side.${knocker.side}`) })),
      h('div', { class: 'actions' }, names().map((name, player) => h('button', {
        type: 'button', class: 'primary', onclick: () => enter(player),
      }, t('tally.enter', { name })))));
  }

  function table() {
    const row = (label, hint, cells) => h('tr', {}, h('th', { scope: 'row' }, label, hint ? [h('br'), h('small', { class: 'hint' }, hint)] : null), cells);
    const cell = (value, hint = null) => h('td', {}, number(value), hint ? [h('br'), h('small', { class: 'hint' }, hint)] : null);
    // What a finished game's total is made of, where that is more than the points.
    const parts = (game, player) => {
      const bonus = game.counted[player] - game.points[player] - game.boxes[player];
      if (!bonus && !game.boxes[player]) return null;
      return [number(game.points[player]), bonus ? t(game.shutout ? 'tally.shutout' : 'tally.bonus', { n: bonus }) : null,
        game.boxes[player] ? t('tally.boxes', { n: game.boxes[player] }) : null].filter(Boolean).join(' + ');
    };
    const gameRow = (game, at) => row(t('tally.game', { n: at + 1 }), game.over ? null : t('tally.target', { n: match.target }),
      game.counted.map((total, player) => cell(total, game.over ? parts(game, player) : null)));
    return h('div', { class: 'scroll' }, h('table', { class: 'plain' },
      h('thead', {}, h('tr', {}, h('td', {}), names().map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {},
        [...match.finished, ...match.games].map(gameRow),
        match.finished.length ? h('tr', { class: 'total' }, h('th', { scope: 'row' }, t('tally.total')), match.totals.map((total) => h('td', {}, number(total)))) : null)));
  }

  function handsPart() {
    if (!match.hands.length) return null;
    return h('details', { class: 'fold', open: element.querySelector('details.hands')?.open ?? false },
      h('summary', {}, t('tally.hands', { n: match.hands.length })),
      h('ol', { class: 'steps' }, match.hands.map((hand) => h('li', {},
        `${hand.winner === null ? t('role.none') : `${names()[hand.winner]}: ${number(hand.points)}`} (${t(`ending.${hand.ending}`)})`))));
  }

  function following() {
    const hands = handsPart();
    hands?.classList.add('hands');
    return [
      h('h2', {}, names().join(' – ')),
      match.over ? h('p', { class: 'note good' }, t('matches.won', { names: names()[match.winner] })) : null,
      enterPart(), table(), hands,
      h('div', { class: 'actions' },
        match.hands.length ? h('button', { type: 'button', onclick: () => strike() }, t('tally.undo', { n: match.hands.length })) : null,
        h('button', { type: 'button', onclick: () => follow(null) }, t('tally.other')),
        match.hands.length ? h('a', { class: 'button', href: `${PATH}/${match.id}/record`, download: '' }, t('matches.export.record')) : null)];
  }

  function beginning() {
    const players = [1, 2].map((n) => h('input', { type: 'text', id: `tally-${n}`, maxLength: 40, autocomplete: 'off', placeholder: t('table.player', { n }) }));
    const begin = (event) => {
      event.preventDefault();
      if (sending) return;
      sending = true;
      attempt(async () => follow(await post(PATH, { players: players.map((each) => each.value), rules: chosen() }))).finally(() => { sending = false; });
    };
    return h('details', { class: 'fold', open: element.querySelector('details')?.open ?? false }, h('summary', {}, t('tally.title')),
      h('div', { class: 'stack' }, h('p', { class: 'hint' }, t('tally.lead')),
        h('form', { class: 'stack', onsubmit: begin },
          h('div', { class: 'form-grid' }, players.map((input, at) => h('div', { class: 'field' }, h('label', { htmlFor: input.id }, t('table.player', { n: at + 1 })), input))),
          h('div', { class: 'actions' }, h('button', { type: 'submit' }, t('tally.begin')))),
        kept.length ? [h('h3', {}, t('tally.kept')), h('ul', { class: 'kept' }, kept.map((each) => h('li', {},
          h('button', { type: 'button', class: 'quiet', onclick: () => attempt(async () => follow(await get(`${PATH}/${each.id}`))) },
            each.players.map((name, at) => name || t('table.player', { n: at + 1 })).join(' – ')),
          h('small', { class: 'hint' }, [t('tally.hands', { n: each.hands }), each.over ? t('matches.over') : null, when(each.updated * 1000)].filter(Boolean).join(' · ')),
          h('button', { type: 'button', class: 'icon quiet', 'aria-label': t('tally.delete', { names: each.players.join(' – ') }), onclick: () => { if (confirm(t('matches.sure'))) attempt(async () => { await del(`${PATH}/${each.id}`); await load(); }); } }, '✕'))))] : null));
  }

  function draw() {
    const back = keepFocus(element, '.enter button, .tally > .actions button, .tally > details:first-child > summary');
    element.setAttribute('aria-label', t('tally.title'));
    fill(element, failed ? h('p', { class: 'note bad', role: 'alert' }, failed.message, ' ', h('button', { type: 'button', onclick: load }, t('error.again')))
      : match ? following() : beginning());
    back();
  }

  const heard = (event) => { if (event.key === KEY || event.key === null) load(); };
  const seen = () => { if (!document.hidden && match && !sending) load(); };
  addEventListener('storage', heard);
  document.addEventListener('visibilitychange', seen);
  load();
  return {
    element,
    /** The options of the match that is followed, or null. */
    rules: () => match?.rules ?? null,
    show(answer, body) { now = { ...now, answer, body }; draw(); },
    /** Other photos: what they show has not been entered. */
    fresh() { now = { answer: null, body: null, entered: null }; draw(); },
    again: draw,
    leave() { removeEventListener('storage', heard); document.removeEventListener('visibilitychange', seen); },
  };
}
