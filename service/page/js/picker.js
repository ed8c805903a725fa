// Choosing a card: the pack in four rows, moved through with the arrow keys.

import { h, dialog } from './dom.js';
import { RANKS, SUITS, SIGNS, spoken } from './cards.js';
import { rankSign, t } from './i18n.js';

/**
 * Ask for a card. Resolves with {card: code}, {action: name} for one of `actions`, or null.
 * @param {object} options `current` code, `used` codes that lie elsewhere, `likely` codes offered first,
 *   `actions` as [name, label] pairs, `joker` whether a joker may be chosen, `picture` an element shown on top, `where`
 *   the places that the card may be put in, as {legend, rows: [{label, wide, places: [[action, text, spoken, here]]}]}.
 */
export function pickCard({ title, current = null, used = [], likely = [], actions = [], joker = false, picture = null, where = null }) {
  return dialog(title, (close) => {
    const button = (code, text, red, focus) => h('button', {
      type: 'button', class: `pick${red ? ' red' : ''}${used.includes(code) && code !== current ? ' used' : ''}`,
      'aria-label': spoken(code) + (used.includes(code) && code !== current ? `, ${t('picker.used')}` : ''),
      'aria-pressed': String(code === current), autofocus: focus, onclick: () => close({ card: code }),
    }, text);
    const grid = h('div', { class: 'picker', onkeydown: (event) => arrows(event, grid) },
      SUITS.map((suit) => h('div', { class: 'suit-row', role: 'group', 'aria-label': t(`suit.${suit}`) },
        RANKS.map((rank) => button(rank + suit, [rankSign(rank), h('i', { 'aria-hidden': 'true' }, SIGNS[suit])],
          suit === 'H' || suit === 'D', rank + suit === (current ?? 'AS'))))));
    return h('div', { class: 'stack' }, picture,
      likely.length ? h('p', { class: 'hint' }, t('picker.likely'), ' ', h('span', { class: 'row' },
        likely.map((code) => h('button', { type: 'button', onclick: () => close({ card: code }) }, spoken(code))))) : null,
      grid,
      where ? h('fieldset', { class: 'seg-box where' }, h('legend', {}, where.legend), where.rows.map((row) => h('div', {},
        row.label ? h('span', { class: 'hint', 'aria-hidden': 'true' }, row.label) : null,
        h('div', { class: row.wide ? 'actions' : 'places' }, row.places.map(([action, text, words, here]) => h('button', {
          type: 'button', 'data-place': action, 'aria-label': words, 'aria-pressed': String(Boolean(here)), onclick: () => close(here ? null : { action }),
        }, text)))))) : null,
      h('div', { class: 'actions' },
        joker ? h('button', { type: 'button', onclick: () => close({ card: 'JOKER' }) }, t('card.joker')) : null,
        actions.map(([name, label]) => h('button', { type: 'button', onclick: () => close({ action: name }) }, label))));
  }, t('close'));
}

function arrows(event, grid) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
  if (!step) return;
  const all = [...grid.querySelectorAll('.pick')];
  const next = all[all.indexOf(document.activeElement) + step];
  if (next) { next.focus(); event.preventDefault(); }
}
