// "Stream": the overlay's address with its look chosen, and how to set it up in OBS.

import { busy, fill, h, segmented, toast } from './dom.js';
import { get } from './api.js';
import { games } from './options.js';
import { t } from './i18n.js';

export async function show(main, [id]) {
  fill(main, h('div', { class: 'page-head' }, h('h1', {}, t('stream.title')), h('p', { class: 'lead' }, t('stream.lead'))), busy('…'));
  const [open, all] = await Promise.all([get('/v1/tables?limit=50'), games()]);
  const names = Object.fromEntries(all.map((each) => [each.game, each.name]));
  // The address of the newest table is the same for every table, and can be set up before the first is opened.
  const newest = { id: 'newest', watch_token: open.newest_token };
  const tables = [newest, ...open.tables];
  const gone = id && !open.tables.some((each) => each.id === id);
  const choice = { table: open.tables.find((each) => each.id === id) ?? newest, theme: 'felt', at: 'bottom', scale: 100, accent: '#f3d489', parts: new Set(['board', 'verdict', 'log']) };
  const address = h('input', { type: 'text', readOnly: true, id: 'address', 'aria-label': t('stream.address'), onfocus: () => address.select() });
  const link = h('a', { class: 'button', target: '_blank', rel: 'noopener' }, t('stream.look'));
  const reach = h('p', { class: 'hint' });
  const update = () => {
    const query = new URLSearchParams({ table: choice.table.id, theme: choice.theme, at: choice.at, scale: choice.scale, accent: choice.accent, parts: [...choice.parts].join(','), token: choice.table.watch_token });
    address.value = `${location.origin}/overlay?${query}`;
    link.href = address.value;
    fill(reach, t(choice.table === newest ? 'stream.tokennewest' : 'stream.token'));
  };
  const part = (name) => h('label', { class: 'check' }, h('input', {
    type: 'checkbox', checked: choice.parts.has(name), onchange: (event) => { if (event.target.checked) choice.parts.add(name); else choice.parts.delete(name); update(); },
  }), h('span', {}, t(`stream.part.${name}`)));
  main.lastChild.replaceWith(h('div', { class: 'split' },
    h('section', { class: 'panel stack' }, h('h2', {}, t('stream.choose')),
      gone ? h('p', { class: 'note', role: 'alert' }, t('stream.gone')) : null,
      open.tables.length ? null : h('p', { class: 'note' }, t('stream.none'), ' ', h('a', { href: '#/watch' }, t('nav.watch'))),
      h('div', { class: 'field' }, h('label', { htmlFor: 'table' }, t('stream.table')),
        h('select', { id: 'table', onchange: (event) => { choice.table = tables[event.target.selectedIndex]; update(); } },
          tables.map((each) => h('option', { selected: each === choice.table }, each === newest ? t('stream.newest') : `${each.name || names[each.game]} · ${each.id.slice(0, 4)}`)))),
      segmented(t('stream.theme'), ['felt', 'dark', 'light', 'contrast'].map((each) => [each, t(`stream.theme.${each}`)]), choice.theme, (each) => { choice.theme = each; update(); }, true),
      segmented(t('stream.at'), ['bottom', 'top', 'left', 'right'].map((each) => [each, t(`stream.at.${each}`)]), choice.at, (each) => { choice.at = each; update(); }, true),
      h('div', { class: 'form-grid' },
        h('label', { class: 'field' }, h('span', {}, t('stream.scale')), h('input', { type: 'range', min: 60, max: 200, step: 10, value: 100, oninput: (event) => { choice.scale = event.target.value; update(); } })),
        h('label', { class: 'field' }, h('span', {}, t('stream.accent')), h('input', { type: 'color', value: choice.accent, oninput: (event) => { choice.accent = event.target.value; update(); } }))),
      h('fieldset', { class: 'seg-box' }, h('legend', {}, t('stream.parts')), ['board', 'verdict', 'log'].map(part))),
    h('div', { class: 'stack' },
      h('section', { class: 'panel stack' }, h('h2', {}, t('stream.address')), address,
        h('div', { class: 'actions' }, h('button', {
          type: 'button', class: 'primary',
          onclick: async () => { try { await navigator.clipboard.writeText(address.value); toast(t('stream.copied')); } catch { address.select(); } },
        }, t('stream.copy')), link),
        reach),
      h('section', { class: 'panel' }, h('h2', {}, t('stream.how')), h('ol', { class: 'steps' }, [1, 2, 3, 4, 5].map((step) => h('li', {}, t(`stream.step${step}`))))))));
  update();
}
