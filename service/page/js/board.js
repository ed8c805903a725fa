// What the game knows of a live table: layouts, piles, scores; used by the page and by the overlay.

import { h } from './dom.js';
import { cardView } from './cards.js';
import { t } from './i18n.js';

/** A place as the referee has it ("??" face down, "--" unknown, "8H/6H" one of several) as a drawn card. */
export function seen(text, numbered) {
  const code = text === '??' ? 'down' : /^(10|[2-9AJQK])[SHCD]$/.test(text) || text === 'JOKER' ? text : null;
  const inside = text === '..' ? h('span', { class: 'pcard gap' }) : cardView(code, code === null ? { label: `${t('card.unknown')} ${text === '--' ? '' : text}` } : {});
  return numbered === undefined ? inside : h('div', { class: 'slot' }, inside, h('i', { 'aria-hidden': 'true' }, String(numbered)));
}

const pile = (label, text) => h('figure', { class: 'pile' }, seen(text), h('figcaption', {}, label));

const draw = {
  trash: (game) => [
    // Sentences count the players, tables have sides: both are said, so that one can be found by the other.
    ...game.players.map((side, at) => h('section', { class: `seat${game.turn === side ? ' turn' : ''}` },
      h('header', {}, h('h3', {}, t(`player.${side}`), ' ', h('small', {}, t('table.player', { n: at + 1 }))), game.turn === side ? h('span', { class: 'chip' }, t('table.turn')) : null, h('span', { class: 'chip no' }, t('table.slots', { n: game.layouts[side].length }))),
      h('div', { class: 'layout' }, game.layouts[side].map((slot, at) => seen(slot, at + 1))))),
    h('div', { class: 'piles' }, pile(t('table.discard'), game.discard))],
  gin: (game) => [
    h('div', { class: 'piles' }, game.upcard ? pile(t('board.upcard'), game.upcard) : null, pile(t('table.discard'), game.discard ?? '..')), last(game.score)],
  bus: (game) => [
    game.table ? h('div', { class: 'piles' }, game.table.map((each) => seen(each))) : null, last(game.score)],
  ace: (game) => [
    game.cards?.length ? h('div', { class: 'piles' }, game.cards.map((each, at) => h('figure', { class: 'pile' }, seen(each), h('figcaption', {}, t('table.player', { n: at + 1 }))))) : null, last(game.score)],
};

function last(score) {
  if (!score?.sentence) return null;
  return h('p', { class: 'note good' }, score.sentence);
}

/** The board of a live table, or nothing while the game has not been made out. */
export function board(game, view) {
  const known = view?.game;
  if (!known?.game || (game === 'trash' && !known.players.length)) return h('p', { class: 'note' }, t('board.looking'));
  return h('div', { class: `felt board game-${game}` }, draw[game](known));
}
