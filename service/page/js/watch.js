// "Watch a table": a camera here, outlines and verdicts from the server, a commentary that can be read aloud.

import { busy, fill, h, once, segmented } from './dom.js';
import { attempt, get, post } from './api.js';
import { deckChoice, games, rulesForm } from './options.js';
import { t, when } from './i18n.js';
import { LiveTable } from './live.js';

export async function show(main, [id], current) {
  return id ? watch(main, id, current) : setUp(main, current);
}

async function setUp(main, current) {
  fill(main, h('div', { class: 'page-head' }, h('h1', {}, t('watch.title')), h('p', { class: 'lead' }, t('watch.lead'))), busy('…'));
  const [all, open] = await Promise.all([games(), get('/v1/tables?only=all&limit=20')]);
  const names = Object.fromEntries(all.map((each) => [each.game, each.name]));
  let game = 'trash';
  let form = rulesForm(game);
  const rules = h('div', {}, form.element);
  const name = h('input', { type: 'text', id: 'table-name', maxLength: 100 });
  const camera = h('input', { type: 'text', id: 'table-camera', inputMode: 'url', autocomplete: 'off', spellcheck: false, maxLength: 500, 'aria-describedby': 'table-camera-hint' });
  const deck = deckChoice();
  const lang = document.documentElement.lang;
  const begin = once(() => attempt(async () => {
    const made = await post('/v1/tables', { game, name: name.value, rules: form.values(), lang, deck: deck.value(), camera: camera.value.trim() || undefined });
    if (current()) location.hash = `#/watch/${made.id}`;
  }));
  main.lastChild.replaceWith(h('div', { class: 'split' },
    h('section', { class: 'panel stack' }, h('h2', {}, t('watch.new')),
      segmented(t('matches.game'), all.map((each) => [each.game, each.name]), game, (chosen) => { game = chosen; form = rulesForm(game); fill(rules, form.element); }),
      h('div', { class: 'field' }, h('label', { htmlFor: 'table-name' }, t('matches.name')), name),
      deck.element,
      h('details', { class: 'fold' }, h('summary', {}, t('score.rules')), rules),
      h('details', { class: 'fold' }, h('summary', {}, t('watch.network')),
        h('div', { class: 'field' }, h('label', { htmlFor: 'table-camera' }, t('watch.network')), camera, h('small', { id: 'table-camera-hint' }, t('watch.networkhint')))),
      h('div', { class: 'actions' }, h('button', { type: 'button', class: 'primary', onclick: begin }, t('watch.start')))),
    h('div', { class: 'stack' },
      window.isSecureContext ? null : h('div', { class: 'note' }, h('p', {}, t('watch.insecure')), h('p', {}, h('code', {}, 'kibitz serve --host 0.0.0.0 --tls'))),
      h('section', { class: 'panel' }, h('h2', {}, t('watch.open')), open.tables.length
        ? h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('tbody', {}, open.tables.map((each) => h('tr', {},
          h('td', {}, h('a', { href: `#/watch/${each.id}` }, each.name || names[each.game]), ' ', each.open ? h('span', { class: 'chip' }, t('watch.live')) : null,
            h('br'), h('small', { class: 'hint' }, names[each.game])),
          h('td', {}, t('watch.events', { n: each.last })), h('td', {}, when(each.created * 1000)))))))
        : h('p', { class: 'empty' }, t('watch.none'))))));
}

async function watch(main, id, current) {
  fill(main, busy('…'));
  const table = await get(`/v1/tables/${id}`);
  let all = await games();
  if (!current()) return undefined;
  const live = new LiveTable(table);
  const frame = () => fill(main,
    h('div', { class: 'page-head row-head' },
      h('div', {}, h('p', {}, h('a', { href: '#/watch' }, `← ${t('watch.title')}`)), h('h1', {}, table.name || all.find((each) => each.game === table.game).name)),
      live.status),
    h('div', { class: 'split wide' }, h('div', { class: 'stack stay' }, live.stage, live.controls, live.zones?.panel, live.refused), h('div', { class: 'stack' }, live.verdict, live.board, live.log, live.more)));
  frame();
  // Not waited for: the page can be left, and the language changed, while the user is asked for the camera.
  live.begin();
  return Object.assign(() => live.end(), {
    again: () => attempt(async () => {
      all = await games();
      live.reword();
      frame();
    }),
  });
}
