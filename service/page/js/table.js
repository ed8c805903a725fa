// A table drawn: layouts, hands, piles and scores of each game, from the server's view of it.

import { h } from './dom.js';
import { cardView } from './cards.js';
import { t } from './i18n.js';


function pile(label, code, count) {
  return h('figure', { class: 'pile' },
    code === undefined ? h('span', { class: 'pcard gap', 'aria-hidden': 'true' }) : cardView(code),
    h('figcaption', {}, label, count === undefined || count === null ? null : h('b', {}, ` ${count}`)));
}

const top = (list) => (list?.length ? list.at(-1) ?? null : undefined);

function seat(name, turn, body, extra) {
  return h('section', { class: `seat${turn ? ' turn' : ''}`, 'aria-label': name },
    h('header', {}, h('h3', {}, name), turn ? h('span', { class: 'chip' }, t('table.turn')) : null, extra ?? null), body);
}

const hearts = (life) => h('span', { class: 'chip' + (life.out ? ' no' : ''), title: t('table.lives') },
  life.out ? t('table.out') : life.dog ? t('table.dog') : '♥'.repeat(Math.min(life.lives, 9)));

const rows = {
  trash(match, table, name) {
    return [
      ...table.layouts.map((layout, player) => seat(name(player), match.turn === player,
        h('div', { class: 'layout' }, layout.map((slot, at) => h('div', { class: 'slot', dataset: { slot: at + 1 } }, cardView(slot.up ? slot.card : 'down'), h('i', { 'aria-hidden': 'true' }, String(at + 1))))),
        h('span', { class: 'chip no' }, t('table.slots', { n: table.sizes[player] })))),
      h('div', { class: 'piles' }, pile(t('table.stock'), table.stock ? 'down' : undefined, table.stock), pile(t('table.discard'), top(table.pile)),
        table.holding ? pile(t('table.inhand'), table.hand) : null)];
  },
  gin(match, table, name) {
    const show = table.showdown;
    return [
      ...table.hands.map((hand, player) => seat(name(player), match.turn === player, h('div', { class: 'fanned' }, hand.map((code) => cardView(code ?? 'down'))),
        h('span', { class: 'chip no' }, t('table.score', { game: Math.max(...table.scores.map((each) => each[player]), 0), total: table.totals[player] })))),
      h('div', { class: 'piles' }, pile(t('table.stock'), table.stock ? 'down' : undefined, table.stock), pile(t('table.discard'), top(table.pile))),
      show ? h('p', { class: 'note good' }, `${t(`role.${show.winner}`)} · ${t(`ending.${show.ending}`)} · ${show.points}`) : null];
  },
  bus(match, table, name) {
    return [
      ...table.hands.map((hand, player) => seat(name(player), match.turn === player, h('div', { class: 'row' }, hand.map((code) => cardView(code ?? 'down'))), hearts(table.lives[player]))),
      table.table.length ? h('div', { class: 'piles' }, h('figure', { class: 'pile' }, h('div', { class: 'row' }, table.table.map((code) => cardView(code))), h('figcaption', {}, t('table.open')))) : null,
      shown(table, name)];
  },
  ace(match, table, name) {
    return [
      ...table.hands.map((hand, player) => seat(name(player), match.turn === player, h('div', { class: 'row' }, hand.map((code) => cardView(code ?? 'down'))), hearts(table.lives[player]))),
      shown(table, name)];
  },
};

function shown(table, name) {
  const show = table.showdown;
  if (!show || table.hands.some((hand) => hand.length)) return null;
  return h('div', { class: 'note' }, h('p', {}, show.losers.length ? t('table.loses', { names: show.losers.map(name).join(', ') }) : t('table.nobody')),
    h('div', { class: 'melds' }, show.hands.map((hand, at) => h('figure', { class: 'meld' },
      h('div', { class: 'row' }, hand.cards.map((code) => cardView(code))), h('figcaption', {}, `${name(show.seats[at])}: ${hand.kind && hand.kind !== 'points' ? hand.kind : hand.points}`)))));
}

/** The table of a match or a replay step. */
export function drawnTable(match, table = match.table) {
  const name = (player) => match.players?.[player] || t('table.player', { n: player + 1 });
  return h('div', { class: `felt game-${match.game}` }, rows[match.game](match, table, name));
}

