// A hand laid out by melds and deadwood, and the score of the hand in a sentence.

import { h } from './dom.js';
import { cardView } from './cards.js';
import { t } from './i18n.js';

const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Rules that no player has broken: cards were not found, or misread, or are none. */
const NO_HANDS = new Set(['gin.hand_size', 'gin.same_card']);

/** Whether the play is illegal only if the hand that knocked is the one taken for it, and nobody has said so. */
export const openKnocker = (answer, knocker) => answer.verdict === 'illegal' && !knocker && answer.hands.length > 1 && !NO_HANDS.has(answer.rule);

/** The score on felt: points large, who wins, and why; `ask` is a choice of who knocked where that must be known first. */
export function scorePanel(answer, ask) {
  const { score, sentence, possible } = answer;
  if (ask) {
    return h('section', { class: 'verdict new', 'aria-live': 'polite' },
      h('div', { class: 'big word' }, t('score.who')), h('div', {}, h('p', { class: 'why' }, t('score.neither')), ask));
  }
  if (answer.verdict === 'cannot tell') {
    return h('section', { class: 'verdict new', 'aria-live': 'polite' },
      h('div', { class: 'big word' }, t('score.unknown')),
      h('div', {}, h('p', { class: 'why' }, sentence ?? t('score.unknownwhy')), outcomes(possible)));
  }
  if (answer.verdict === 'illegal') {
    const play = !NO_HANDS.has(answer.rule);
    return h('section', { class: `verdict new${play ? ' bad' : ''}`, 'aria-live': 'polite' },
      h('div', { class: 'big word' }, play ? [h('span', { 'aria-hidden': 'true' }, '✗ '), t('verdict.illegal')] : t('score.none')),
      h('div', {}, h('p', { class: 'why' }, sentence)));
  }
  if (!score) return null;
  if (score.ending) {
    return h('section', { class: 'verdict new', 'aria-live': 'polite' },
      h('div', { class: 'big' }, String(score.points), h('span', { class: 'unit' }, t('unit.points', { n: score.points }))),
      h('div', {}, h('p', { class: 'who' }, cap(t(`role.${score.winner}`))), h('p', { class: 'why' }, sentence), outcomes(possible)));
  }
  return h('section', { class: 'verdict new', 'aria-live': 'polite' },
    h('div', { class: 'big' }, String(score.points), h('span', { class: 'unit' }, t('unit.deadwood', { n: score.points }))),
    h('div', {}, h('p', { class: 'who' }, t(score.big_gin ? 'hand.biggin' : score.gin ? 'hand.gin' : score.may_knock ? 'hand.mayknock' : 'hand.noknock')),
      h('p', { class: 'why' }, sentence), outcomes(possible)));
}

/**
 * One hand: its melds, what it lays off, its deadwood; every card can be tapped, and one that was not found added.
 * `type` is given the codes that a user writes, where cards are named and not read.
 */
export function handPanel(hand, cards, scored, correct, add, type = null) {
  const own = cards.filter((card) => card.hand === hand.role);
  const melds = new Map();
  for (const card of own) if (card.meld !== null && !card.laid_off && card.card) melds.set(card.meld, [...(melds.get(card.meld) ?? []), card]);
  const laid = own.filter((card) => card.laid_off);
  const dead = own.filter((card) => card.card && card.meld === null && !card.laid_off);
  const unknown = own.filter((card) => !card.card);
  const group = (list, number, label, letter, fan = true) => h('figure', { class: `meld ${number === null ? 'dead' : `m-${(number % 4) + 1}`}` },
    h('div', { class: fan && list.length > 1 ? 'fanned' : 'row' }, list.map((card) => tappable(card, correct))),
    h('div', { class: 'bar' }),
    h('figcaption', {}, letter ? h('span', { class: 'badge', 'aria-hidden': 'true' }, letter) : null, label));
  return h('section', { class: 'panel', 'aria-label': t(`hand.${hand.role}`) },
    h('div', { class: 'hand-head' }, h('h2', {}, cap(t(`hand.${hand.role}`))),
      hand.points === null || hand.points === undefined ? null : h('p', { class: 'points' }, String(hand.points), ' ', h('small', {}, t('unit.deadwood', { n: hand.points })))),
    h('div', { class: 'melds' },
      [...melds].map(([number, list]) => group(list, number, t(sameRank(list) ? 'meld.set' : 'meld.run'), list[0].letter)),
      laid.length ? group(laid, laid[0].meld, t('meld.laid'), '→') : null,
      dead.length ? group(dead, null, scored ? t('meld.deadwood') : t('meld.cards', { n: dead.length }), null) : null,
      unknown.length ? group(unknown, null, t('meld.unknown'), '?') : null),
    h('button', { type: 'button', class: 'quiet', 'data-add': hand.side, onclick: () => add(hand.side) }, t(type ? 'typed.pick' : 'correct.add')),
    type ? codeField(hand, type) : null);
}

function codeField(hand, type) {
  const input = h('input', { type: 'text', autocomplete: 'off', spellcheck: false, autocapitalize: 'characters', placeholder: 'AS AD 10H', 'aria-label': `${t('typed.codes')}, ${t(`hand.${hand.role}`)}` });
  return h('form', { class: 'actions', onsubmit: (event) => { event.preventDefault(); type(input.value); } },
    input, h('button', { type: 'submit' }, t('typed.put')));
}

/** The outcomes that cards in doubt leave open, if any. */
const outcomes = (possible) => possible?.length ? h('p', { class: 'why' }, t('score.possible'), ' ', possible.slice(0, 6).map(outcome).join(' · ')) : null;

/** One possible outcome in few words, and how likely it is. */
function outcome({ score, sentence, chance }) {
  const said = !score ? sentence : score.ending ? `${t(`role.${score.winner}`)}, ${score.points}` : t('possible.hand', { n: score.points });
  return chance < 0.01 ? said : `${said} (${Math.round(100 * chance)} %)`;
}

const sameRank = (list) => new Set(list.map((card) => card.card.slice(0, -1))).size === 1;

function tappable(card, correct) {
  const view = cardView(card.card, {
    onclick: () => correct(card.id), flag: card.fixed ? '✎' : card.unsure ? '?' : null,
    flagLabel: [card.fixed ? t('card.fixed') : card.unsure ? t('card.unsure') : null, t('correct.tap')].filter(Boolean).join(', '),
  });
  view.dataset.card = card.id;
  return view;
}
