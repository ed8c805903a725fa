// The overlay: what an OBS browser source shows of a live table. Everything is chosen in the address.

import { fill, h } from './dom.js';
import { board } from './board.js';
import { load, t } from './i18n.js';

const query = new URLSearchParams(location.search);
const table = query.get('table') ?? '';
const token = query.get('token') ?? '';
const parts = new Set((query.get('parts') ?? 'board,verdict,log').split(','));
const lines = Math.min(8, Math.max(1, Number(query.get('lines') ?? 3)));
const one = (name, among, otherwise) => (among.includes(query.get(name)) ? query.get(name) : otherwise);

document.body.classList.add(`theme-${one('theme', ['felt', 'dark', 'light', 'contrast'], 'felt')}`, `at-${one('at', ['bottom', 'top', 'left', 'right'], 'bottom')}`);
const scale = Number(query.get('scale') ?? 100);
document.body.style.setProperty('--scale', String(Math.min(300, Math.max(40, scale || 100)) / 100));
if (/^#[0-9a-f]{6}$/i.test(query.get('accent') ?? '')) document.body.style.setProperty('--accent-o', query.get('accent'));
await load(one('lang', ['en', 'fr', 'de'], 'en'));

const place = { board: h('div', {}), verdict: h('div', { 'aria-live': 'polite' }), log: h('ol', { class: 'ticker' }), lost: h('p', { class: 'note lost', hidden: true }, t('watch.reconnect')) };
fill(document.getElementById('overlay'), parts.has('board') ? place.board : null,
  h('div', { class: 'side' }, parts.has('verdict') ? place.verdict : null, parts.has('log') ? place.log : null), place.lost);

const MARKS = { legal: '✓', illegal: '✗', 'cannot tell': '?' };
const with_ = (path) => `/v1/tables/${encodeURIComponent(table)}${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
let asking = false;
let again = false;
let events = null;
let timer = null;

/** What the server will not show later either: the key of the sentence that says so. */
const refusal = (status) => ({ 401: 'stream.refused', 403: 'stream.refused', 404: 'watch.notable', 422: 'watch.notable' }[status]);

function stop(why) {
  clearInterval(timer);
  events?.close();
  fill(place.lost, t(why)).hidden = false;
}

async function refresh() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    const answer = await fetch(with_(''));
    if (refusal(answer.status)) { stop(refusal(answer.status)); return; }
    place.lost.hidden = answer.ok;
    if (answer.ok) {
      const now = await answer.json();
      if (now.view?.game && (now.game !== 'trash' || now.view.game.players?.length)) fill(place.board, board(now.game, now.view));
    }
  } catch { place.lost.hidden = false; }
  asking = false;
  if (again) { again = false; refresh(); }
}

function happened(event) {
  if (event.kind === 'verdict') {
    const kind = { legal: 'good', illegal: 'bad' }[event.after.verdict] ?? '';
    fill(place.verdict, h('div', { class: `banner ${kind} new` }, h('strong', {}, `${MARKS[event.after.verdict]} `, t(`verdict.${event.after.verdict}`)), h('p', {}, event.after.sentence)));
  } else if (event.text) {
    place.log.append(h('li', {}, event.text));
    while (place.log.children.length > lines) place.log.firstChild.remove();
  }
  refresh();
}

async function begin() {
  const answer = table ? await fetch(with_('')).catch(() => null) : { status: 404 };
  if (refusal(answer?.status)) { stop(refusal(answer.status)); return; }
  const known = answer?.ok ? await answer.json() : null;
  events = new EventSource(with_(`/events?after=${Math.max(0, (known?.last ?? 0) - 12)}`));
  for (const kind of ['card', 'turn', 'verdict', 'hand', 'score', 'camera', 'problem', 'correction', 'table']) events.addEventListener(kind, (event) => happened(JSON.parse(event.data)));
  events.addEventListener('open', () => { place.lost.hidden = true; });
  events.addEventListener('error', () => { place.lost.hidden = false; });
  refresh();
  timer = setInterval(refresh, 3000);
}

begin();
