// What is said beside the hands: what could not be read, what is wrong, and what can be done about it.

import { h } from './dom.js';
import { t } from './i18n.js';

/** What is to be read first of an answer: how it went, or what went wrong. */
export const RESULT = ['.verdict', '.note[role=alert]'];

/** Lines of what was not read that are shown at once. */
const MOST = 5;

/** Photos that were not read, or null. */
export function refusals(lines) {
  if (!lines.length) return null;
  const said = (some) => some.map((line) => h('p', {}, line));
  // Of a heap of files that are none, the first tell what is wrong; the hands stay in sight.
  const shown = lines.length > MOST ? MOST - 1 : lines.length;
  return h('div', { class: 'note bad', role: 'alert' }, said(lines.slice(0, shown)),
    shown < lines.length ? h('details', { class: 'fold' }, h('summary', {}, t('score.unreadmore', { n: lines.length - shown })), said(lines.slice(shown))) : null);
}

/**
 * What would make better photos, or null. A card that a user has named, or put there, is not complained of any more.
 * @param {Map<string, unknown>} fixes by card id (`picture.card`) what was said of it.
 */
export function warnings(photos, fixes) {
  const lines = photos.flatMap(({ reading }, picture) => {
    const { warnings: told = [], advice = [], advice_cards: cards = [], cards: lying } = reading;
    const settled = (card) => (card === null ? lying.some((each) => each.placed) : fixes.has(`${picture}.${card}`));
    return [...told, ...advice.filter((_, at) => cards[at] === undefined || !settled(cards[at]))];
  });
  return lines.length ? h('div', { class: 'note' }, lines.map((line) => h('p', {}, line))) : null;
}

/**
 * Why there is no score. `cards` says whether there are any that could be corrected; `retry` asks again, where the
 * server is what is wrong; `advice` is what can be done besides.
 */
export function trouble(failure, cards, retry, advice = null) {
  const { field, rule } = failure.problem ?? {};
  const away = failure.status === 0 || failure.status >= 500 || failure.status === 429;
  const upcard = field === 'upcard';
  const none = rule === 'photo.no_cards';
  const fix = cards && !away && !upcard && !none && !field?.startsWith('rules');
  return h('div', { class: upcard ? 'note' : 'note bad', role: 'alert' }, h('p', {}, failure.message),
    fix ? h('p', {}, t('score.fixhint')) : null, advice ? h('p', {}, advice) : null, none ? h('p', {}, t('score.addhint')) : null,
    away ? h('p', {}, h('button', { type: 'button', onclick: () => retry() }, t('error.again'))) : null);
}
