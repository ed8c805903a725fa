// What a user says of the cards of one photo or two: which they are, whose they are, and those that were not found.

import { h } from './dom.js';
import { spoken } from './cards.js';
import { pickCard } from './picker.js';
import { t } from './i18n.js';

export const OPPOSITE = { near: 'far', far: 'near', left: 'right', right: 'left', first: 'second', second: 'first' };

export class Corrections {
  constructor() { this.clear(); }

  clear() { Object.assign(this, { fixes: new Map(), moves: new Map(), added: {} }); }

  /** The cards have other ids, a Map by those they had; what was said of one that is there no more is passed over. */
  renamed(ids) {
    const kept = (of) => new Map([...of].filter(([id]) => ids.has(id)).map(([id, what]) => [ids.get(id), what]));
    Object.assign(this, { fixes: kept(this.fixes), moves: kept(this.moves) });
  }

  /** As the server takes them. */
  body() { return { fixes: Object.fromEntries(this.fixes), hands: Object.fromEntries(this.moves), added: this.added }; }

  /** The hand that lay alone is the first of two now. */
  joined() { if (this.added.near) this.added = { first: this.added.near }; }

  /** A user is asked for a card that was not found; it has no outline, and is told by its place among those added. */
  async add(side, used) {
    const chosen = await pickCard({ title: t('correct.which'), used });
    return chosen ? `added.${side}.${this.put(side, chosen.card)}` : null;
  }

  put(side, code) { return (this.added[side] ??= []).push(code) - 1; }

  /**
   * A user is asked what a card is. Resolves with what was chosen, {card} or {action}, or null.
   * @param {string} id `picture.card`, or `added.side.place`.
   * @param {object} answer what the server made of the cards.
   * @param {object | undefined} seen the card as it was read, for one that was.
   * @param {object} more `places`: what else may be said of it, as [action, words] pairs; its hand, where nothing is
   *   given. `joker`: whether it may be one. `where`: the places it may be put in, as `pickCard` takes them.
   */
  async ask(id, answer, seen, { places = null, joker = false, where = null } = {}) {
    const used = answer.cards.map((each) => each.card).filter(Boolean);
    const [origin, side, place] = id.split('.');
    if (origin === 'added') return this.askAdded(side, Number(place), used);
    const card = answer.cards.find((each) => each.id === id) ?? { id, card: null, hand: null };
    const chosen = await pickCard({
      title: t('correct.title'), current: card.card, used, joker, where,
      likely: Object.keys(seen.candidates ?? {}).slice(0, 4),
      picture: h('p', {}, t('correct.read', { card: spoken(seen.side === 'down' ? 'down' : seen.card) })),
      actions: [...(places ?? [...this.places(card, answer.hands), ['ignore', t('correct.ignore')]]),
        this.fixes.has(id) || this.moves.has(id) ? ['reset', t('correct.reset')] : null].filter(Boolean),
    });
    if (!chosen) return null;
    if (chosen.card) this.fixes.set(id, chosen.card);
    else if (chosen.action === 'ignore') this.fixes.set(id, null);
    else if (chosen.action === 'down') this.fixes.set(id, 'down');
    else if (chosen.action === 'reset') { this.fixes.delete(id); this.moves.delete(id); }
    else this.moves.set(id, chosen.action);
    return chosen;
  }

  // Hands are told by the side they lie on, which stays whoever knocked.
  places(card, hands) {
    const own = hands.find((hand) => hand.role === card.hand);
    if (hands.length > 1) {
      return own ? [[hands.find((hand) => hand !== own).side, t('correct.other')]]
        : hands.map((hand) => [hand.side, t('correct.into', { hand: t(`hand.${hand.role}`) })]);
    }
    return own?.side ? [[OPPOSITE[own.side], t('correct.apart')]] : [];
  }

  async askAdded(side, place, used) {
    const cards = this.added[side];
    const chosen = await pickCard({ title: t('correct.title'), current: cards[place], used, actions: [['reset', t('correct.away')]] });
    if (!chosen) return null;
    if (chosen.card) cards[place] = chosen.card;
    else cards.splice(place, 1);
    if (!cards.length) delete this.added[side];
    return chosen;
  }

  /** A card put into the photo by hand is taken away again: `renamed` tells the ids of those put there after it. */
  removed(renamed) {
    const named = (map) => new Map([...map].map(([id, said]) => [renamed(id), said]).filter(([id]) => id !== null));
    Object.assign(this, { fixes: named(this.fixes), moves: named(this.moves) });
  }
}
