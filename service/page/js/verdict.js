// A verdict on felt, and the cards that it is about.

import { h } from './dom.js';
import { cardView } from './cards.js';
import { t } from './i18n.js';

/** The verdict on felt: a word, then the reasons. */
export function verdictPanel(word, lines, bad = false) {
  return h('section', { class: `verdict new${bad ? ' bad' : ''}`, 'aria-live': 'polite' },
    h('div', { class: 'big word' }, bad ? [h('span', { 'aria-hidden': 'true' }, '✗ '), word] : word),
    h('div', {}, lines.filter(Boolean).map((line) => h('p', { class: 'why' }, line))));
}

/** A card as it lies there, to be tapped. */
export function lying(card, correct) {
  const code = card.side === 'down' ? 'down' : card.card;
  const flag = card.fixed ? '✎' : card.unsure ? '?' : card.moved ? '✎' : null;
  const words = [card.fixed ? t('card.fixed') : card.unsure ? t('card.unsure') : card.moved ? t('card.fixed') : null, t('correct.tap')].filter(Boolean).join(', ');
  const view = cardView(code, { onclick: () => correct(card.id), flag, flagLabel: words });
  view.dataset.card = card.id;
  return view;
}
