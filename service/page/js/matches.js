// "Matches": those kept, a new one, one played or replayed on a drawn table.

import { busy, fill, h, keepFocus, once, s, segmented } from './dom.js';
import { attempt, del, get, post } from './api.js';
import { games, rulesForm } from './options.js';
import { drawnTable } from './table.js';
import { short } from './cards.js';
import { t, when } from './i18n.js';

const PAGE = 200;

export async function show(main, [id], current) {
  return id ? one(main, id, current) : list(main, current);
}

async function list(main, current) {
  fill(main, h('div', { class: 'page-head' }, h('h1', {}, t('matches.title')), h('p', { class: 'lead' }, t('matches.lead'))), busy('…'));
  const [found, all] = await Promise.all([get('/v1/matches?limit=100'), games()]);
  const names = Object.fromEntries(all.map((each) => [each.game, each.name]));
  main.lastChild.replaceWith(h('div', { class: 'split' },
    h('section', { class: 'panel' }, h('h2', {}, t('matches.kept')),
      found.matches.length ? h('div', { class: 'scroll' }, h('table', { class: 'plain' },
        h('thead', {}, h('tr', {}, ['matches.match', 'matches.moves', 'matches.changed'].map((key) => h('th', { scope: 'col' }, t(key))))),
        h('tbody', {}, found.matches.map((each) => h('tr', {},
          h('td', {}, h('a', { href: `#/matches/${each.id}` }, each.name || names[each.game]), h('br'),
            h('small', { class: 'hint' }, [names[each.game], each.players.join(' – ')].filter(Boolean).join(' · '))),
          h('td', {}, String(each.moves), each.over ? [' ', h('span', { class: 'chip' }, t('matches.over'))] : null),
          h('td', {}, when(each.updated * 1000))))))) : h('p', { class: 'empty' }, t('matches.none'))),
    h('div', { class: 'stack' }, newMatch(all, current), importForm(current))));
}

function newMatch(all, current) {
  let game = 'gin';
  let form = rulesForm(game);
  const place = h('div', {}, form.element);
  const names = h('input', { type: 'text', id: 'players', placeholder: 'Anna, Ben' });
  const title = h('input', { type: 'text', id: 'title', maxLength: 100 });
  return h('section', { class: 'panel stack' }, h('h2', {}, t('matches.new')),
    segmented(t('matches.game'), all.map((each) => [each.game, each.name]), game, (chosen) => { game = chosen; form = rulesForm(game); fill(place, form.element); }),
    h('div', { class: 'form-grid' },
      h('div', { class: 'field' }, h('label', { htmlFor: 'title' }, t('matches.name')), title),
      h('div', { class: 'field' }, h('label', { htmlFor: 'players' }, t('matches.players')), names)),
    h('details', { class: 'fold' }, h('summary', {}, t('score.rules')), place),
    h('div', { class: 'actions' }, h('button', {
      type: 'button', class: 'primary',
      onclick: once(() => attempt(async () => {
        const players = names.value.split(',').map((each) => each.trim()).filter(Boolean);
        const rules = form.values();
        if (game !== 'gin' && players.length > 1 && !('players' in rules)) rules.players = players.length;
        const made = await post('/v1/matches', { game, rules, players, name: title.value });
        if (current()) location.hash = `#/matches/${made.id}`;
      })),
    }, t('matches.begin'))));
}

function importForm(current) {
  const text = h('textarea', { rows: 4, id: 'record', 'aria-label': t('matches.record') });
  return h('details', { class: 'panel fold' }, h('summary', {}, t('matches.import')),
    h('div', { class: 'stack' }, h('p', { class: 'hint' }, t('matches.importhint')), text,
      h('div', { class: 'actions' }, h('button', {
        type: 'button', onclick: once(() => attempt(async () => {
          const kept = await post('/v1/matches/import', { record: text.value });
          if (current()) location.hash = `#/matches/${kept.id}`;
        })),
      }, t('matches.keep')))));
}

async function one(main, id, current) {
  fill(main, busy('…'));
  let match = await get(`/v1/matches/${id}`);
  let pages = new Map();
  let at = match.moves;
  let timer = null;
  let drawn = 0;
  const felt = h('div', {});
  const side = h('div', { class: 'stack' });
  const head = h('div', { class: 'page-head' });
  fill(main, head, h('div', { class: 'split wide' }, felt, side));

  // A move is made of the match as it is on show: the next waits for it.
  const change = once((work) => attempt(async () => refresh(await work())));

  async function refresh(fresh) {
    match = fresh ?? await get(`/v1/matches/${id}`);
    at = match.moves;
    pages = new Map();
    await draw();
  }

  async function draw() {
    const mine = ++drawn;
    const back = keepFocus(side, '.row.moves button', '.panel button');
    const all = await games();
    const live = at >= match.moves;
    const moves = live ? await movesPanel() : null;
    // Drawn anew meanwhile: what was asked for last is what is shown.
    if (mine !== drawn) return;
    fill(head, h('p', {}, h('a', { href: '#/matches' }, `← ${t('matches.title')}`)), h('h1', {}, match.name || all.find((each) => each.game === match.game).name),
      match.over && live ? h('p', { class: 'note good' }, t('matches.won', { names: match.winners.map((player) => match.players[player] || t('table.player', { n: player + 1 })).join(', ') })) : null);
    drawStep();
    fill(side, replayPanel(), moves, filePanel());
    back();
  }

  const status = h('p', { 'aria-live': 'polite' });

  function drawStep() {
    const step = at >= match.moves ? null : stepAt(at);
    fill(felt, drawnTable(step ? { ...match, turn: step.turn } : match, step ? step.table : match.table));
    const said = stepAt(at)?.move ?? match.last;
    fill(status, t('matches.at', { at, n: match.moves }), at ? h('span', {}, ' · ', h('code', {}, named(pretty(said ?? '')))) : null);
  }

  const stepAt = (number) => pages.get(Math.floor(number / PAGE))?.[number % PAGE];

  // While the slider is drawn along it stays the element it is: only the table and the words change.
  const go = (number, sliding = false) => attempt(async () => {
    const wanted = Math.max(0, Math.min(match.moves, number));
    const page = Math.floor(wanted / PAGE);
    if (!pages.has(page)) pages.set(page, (await get(`/v1/matches/${id}/replay?start=${page * PAGE}&limit=${PAGE}`)).steps);
    at = wanted;
    if (sliding) drawStep();
    else await draw();
  });

  const named = (move) => move.replace(/^player (\d+): /, (_, seat) => `${match.players[seat - 1] || t('table.player', { n: Number(seat) })}: `);

  function replayPanel() {
    if (!match.moves) return null;
    return h('section', { class: 'panel stack', 'aria-label': t('matches.replay') }, h('h2', {}, t('matches.replay')),
      h('input', { type: 'range', min: 0, max: match.moves, value: at, 'aria-label': t('matches.movenumber'), oninput: (event) => go(event.target.valueAsNumber, true), onchange: () => attempt(draw), style: { width: '100%' } }),
      status,
      h('div', { class: 'actions' },
        [['first', 0], ['back', at - 1], ['forward', at + 1], ['last', match.moves]].map(([way, to]) =>
          h('button', { type: 'button', class: 'icon', 'aria-label': t(`matches.${way}`), onclick: () => go(to) }, arrow(way))),
        h('button', { type: 'button', dataset: { keep: 'play' }, onclick: () => play() }, t(timer ? 'matches.pause' : 'matches.play'))));
  }

  function play() {
    const stop = () => { clearInterval(timer); timer = null; };
    if (timer) { stop(); attempt(draw); return; }
    if (at >= match.moves) at = 0;
    timer = setInterval(async () => { if (at >= match.moves) stop(); if (!await go(at + 1)) stop(); }, 900);
    attempt(draw);
  }

  async function movesPanel() {
    if (match.over) return null;
    const legal = await get(`/v1/matches/${id}/moves`);
    const make = (move) => change(() => post(`/v1/matches/${id}/moves`, { moves: [move], version: legal.version }));
    const text = h('input', { type: 'text', 'aria-label': t('matches.move'), placeholder: t('matches.move') });
    return h('section', { class: 'panel stack' }, h('h2', {}, t('matches.legal', { n: legal.moves.length })),
      h('div', { class: 'row moves' }, legal.moves.slice(0, 60).map((move) => h('button', { type: 'button', onclick: () => make(move) }, pretty(move).replace(/^player \d+: /, '')))),
      h('form', { class: 'actions', onsubmit: (event) => { event.preventDefault(); make(text.value); } }, text, h('button', { type: 'submit' }, t('matches.make')),
        match.moves ? h('button', { type: 'button', onclick: () => change(() => post(`/v1/matches/${id}/undo`, { version: match.version })) }, t('matches.undo')) : null));
  }

  function filePanel() {
    return h('details', { class: 'panel fold' }, h('summary', {}, t('matches.files')),
      h('div', { class: 'actions' }, ['record', 'json', 'csv'].map((form) => h('a', { class: 'button', href: `/v1/matches/${id}/export?form=${form}`, download: '' }, t(`matches.export.${form}`))),
        h('button', { type: 'button', class: 'danger', onclick: () => { if (confirm(t('matches.sure'))) attempt(async () => { await del(`/v1/matches/${id}`); if (current()) location.hash = '#/matches'; }); } }, t('matches.delete'))));
  }

  await draw();
  return () => clearInterval(timer);
}

// Drawn: the signs for these are in few fonts.
const ARROWS = { first: 'M3 3H6V17H3ZM17 3V17L7 10Z', back: 'M15 3V17L4 10Z', forward: 'M5 3V17L16 10Z', last: 'M14 3H17V17H14ZM3 3V17L13 10Z' };
const arrow = (way) => s('svg', { viewBox: '0 0 20 20', width: 16, height: 16, 'aria-hidden': 'true', fill: 'currentColor' }, s('path', { d: ARROWS[way] }));

/** A move with its cards in signs: "discard 10H" as "discard 10♥". */
const pretty = (move) => move.replace(/\b(A|[2-9]|10|J|Q|K)[SHCD]\b/g, (code) => short(code));
