// The overlay: what an OBS browser source shows of a live table. Everything is chosen in the address.

import { fill, h } from './dom.js';
import { board } from './board.js';
import { load, t } from './i18n.js';

const query = new URLSearchParams(location.search);
const asked = query.get('table') ?? '';
const newest = asked === 'newest';
const parts = new Set((query.get('parts') ?? 'board,verdict,log').split(','));
const lines = Math.min(8, Math.max(1, Number(query.get('lines') ?? 3)));
const one = (name, among, otherwise) => (among.includes(query.get(name)) ? query.get(name) : otherwise);

document.body.classList.add(`theme-${one('theme', ['felt', 'dark', 'light', 'contrast'], 'felt')}`, `at-${one('at', ['bottom', 'top', 'left', 'right'], 'bottom')}`);
const scale = Number(query.get('scale') ?? 100);
document.body.style.setProperty('--scale', String(Math.min(300, Math.max(40, scale || 100)) / 100));
if (/^#[0-9a-f]{6}$/i.test(query.get('accent') ?? '')) document.body.style.setProperty('--accent-o', query.get('accent'));
const LANGUAGES = ['en', 'fr', 'de'];
await load(one('lang', LANGUAGES, 'en'));

const place = { board: h('div', {}), verdict: h('div', { 'aria-live': 'polite' }), log: h('ol', { class: 'ticker' }), lost: h('p', { class: 'note lost', hidden: true }, t('watch.reconnect')) };
fill(document.getElementById('overlay'), parts.has('board') ? place.board : null,
  h('div', { class: 'side' }, parts.has('verdict') ? place.verdict : null, parts.has('log') ? place.log : null), place.lost);

const MARKS = { legal: '✓', illegal: '✗', 'cannot tell': '?' };
/** The table on show: of the newest one only its address is known before. */
let now = { id: asked, token: query.get('token') ?? '' };
const with_ = (path, of = now) => `/v1/tables/${encodeURIComponent(of.id)}${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(of.token)}`;
const address = { id: asked, token: now.token };
let asking = false;
let again = false;
let events = null;
let timer = null;

/** What the server will not show later either: the key of the sentence that says so. */
const refusal = (status) => ({ 401: 'stream.refused', 403: 'stream.refused', 404: newest ? null : 'watch.notable', 422: 'watch.notable' }[status]);

const lost = (key) => { fill(place.lost, t(key)).hidden = false; };

function stop(why) {
  clearInterval(timer);
  events?.close();
  lost(why);
}

/** The table is over; of the newest the next is waited for. */
function closed() {
  events?.close();
  if (!newest) { stop('watch.closed'); return; }
  clear();
  refresh();
}

function clear() {
  events?.close();
  events = null;
  for (const each of [place.board, place.verdict, place.log]) fill(each);
  now = address;
}

async function refresh() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    const answer = await fetch(with_('', address));
    if (refusal(answer.status)) { stop(refusal(answer.status)); return; }
    if (answer.ok) await show(await answer.json());
    else if (newest && answer.status === 404) { clear(); lost('stream.waiting'); }
    else lost('watch.reconnect');
  } catch { lost('watch.reconnect'); } finally { asking = false; }
  if (again) { again = false; refresh(); }
}

async function show(known) {
  if (!events || now.id !== known.id) await follow(known);
  // Not where the table is over meanwhile, nor before its events come.
  if (events.readyState === EventSource.OPEN) place.lost.hidden = true;
  if (known.view?.game && (known.game !== 'trash' || known.view.game.players?.length)) fill(place.board, board(known.game, known.view));
}

async function follow(known) {
  clear();
  now = newest ? { id: known.id, token: known.watch_token } : address;
  // The words around the table's sentences are in its language, unless the address says another.
  if (!query.has('lang') && LANGUAGES.includes(known.options.lang)) await load(known.options.lang);
  events = new EventSource(with_(`/events?after=${Math.max(0, known.last - 12)}`));
  const mine = events;
  for (const kind of ['card', 'turn', 'verdict', 'hand', 'score', 'camera', 'problem', 'correction', 'table']) events.addEventListener(kind, (event) => { if (events === mine) happened(JSON.parse(event.data)); });
  events.addEventListener('open', () => { if (events === mine) place.lost.hidden = true; });
  events.addEventListener('error', () => { if (events === mine) lost('watch.reconnect'); });
  // The server ends a closed table's events: to come back for more would go on for ever.
  events.addEventListener('closed', () => { if (events === mine) closed(); });
}

function happened(event) {
  if (event.kind === 'verdict') {
    const kind = { legal: 'good', illegal: 'bad' }[event.after.verdict] ?? '';
    fill(place.verdict, h('div', { class: `banner ${kind} new` }, h('strong', {}, `${MARKS[event.after.verdict]} `, t(`verdict.${event.after.verdict}`), event.after.player ? ` · ${t(`player.${event.after.player}`)}` : null), h('p', {}, event.after.sentence)));
  } else if (event.text) {
    place.log.append(h('li', {}, event.text));
    while (place.log.children.length > lines) place.log.firstChild.remove();
  }
  refresh();
}

if (asked) { refresh(); timer = setInterval(refresh, 3000); } else lost('watch.notable');
