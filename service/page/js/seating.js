// Whose cards lie on a photo of Stop the Bus or Chase the Ace: as the server has found, until a user says otherwise.

import { centre } from './photo.js';

/** `single`: everybody has one card, so that cards change places. */
export class Seating {
  constructor(single = false) {
    this.single = single;
    this.clear();
  }

  /**
   * `hands` are ids in the order of the players, null as long as nothing was said; `found` those they were found in, none
   * where none were; `aside` are in no hand; `shown` are the hands as the server was last sent them.
   */
  clear() { Object.assign(this, { hands: null, found: null, aside: new Set(), shown: null }); }

  of(id) { return this.hands.findIndex((hand) => hand.includes(id)); }

  /**
   * Say whose a card is.
   * @param {string} to `hand N` counted from 0, `new`, `table`, or `reset` for where it was found.
   * @param {string[][]} found the hands on show.
   * @param {string[]} table the cards on show that are in none of them.
   * @returns {number | null} the hand that is none any more, having no card left.
   */
  move(id, to, found, table) {
    if (!this.hands) {
      this.found = found.map((hand) => [...hand]);
      this.hands = found.map((hand) => [...hand]);
      this.aside = new Set(table);
    }
    const from = this.of(id);
    const home = this.found.findIndex((hand) => hand.includes(id));
    const place = to === 'new' ? this.hands.length : to === 'reset' ? home : to === 'table' ? -1 : Number(to.split(' ')[1]);
    this.aside.delete(id);
    if (place === from && to !== 'table') return null;
    if (place === this.hands.length) this.hands.push([]);
    if (from >= 0) this.hands[from].splice(this.hands[from].indexOf(id), 1);
    if (place < 0 || !this.hands[place]) {
      // Where no hands were found nothing is said of it any more; else it was found in none.
      if (to !== 'reset' || this.found.length) this.aside.add(id);
      return this.drop();
    }
    const [other] = this.single ? this.hands[place].splice(0) : [];
    this.hands[place].push(id);
    if (other !== undefined && from >= 0) this.hands[from].push(other);
    else if (other !== undefined) this.aside.add(other);
    return this.drop();
  }

  drop() {
    const empty = this.hands.findIndex((hand) => !hand.length);
    if (empty >= 0) this.hands.splice(empty, 1);
    if (JSON.stringify(this.hands.map((hand) => [...hand].sort())) === JSON.stringify(this.found.map((hand) => [...hand].sort()))) this.clear();
    return empty < 0 ? null : empty;
  }

  /** A card put there by hand is taken away again: those put there after it have other ids now. */
  removed(renamed) {
    if (!this.hands) return;
    const named = (ids) => ids.map(renamed).filter((id) => id !== null);
    this.hands = this.hands.map(named).filter((hand) => hand.length);
    this.found = this.found.map(named);
    this.aside = new Set(named([...this.aside]));
  }

  /**
   * As the server takes it. What is no card of the game is in no hand, and a card of which nothing was said is in the
   * hand that lies nearest to it: from now on, or, where no hands were found, until more is said of them.
   * @param {{id: string, side: string, out: boolean, corners: number[][]}[]} cards all of the photo.
   */
  body(cards) {
    if (!this.hands) return {};
    const open = new Map(cards.filter((card) => card.side === 'up' && !card.out).map((card) => [card.id, centre(card.corners)]));
    this.hands = this.hands.map((hand) => hand.filter((id) => open.has(id))).filter((hand) => hand.length);
    const said = this.hands.map((hand) => [...hand]);
    const filled = this.found.length ? this.hands : this.hands.map((hand) => [...hand]);
    for (const [id, [x, y]] of open) {
      if (this.aside.has(id) || said.some((hand) => hand.includes(id))) continue;
      const away = (hand) => Math.min(...hand.map((each) => Math.hypot(open.get(each)[0] - x, open.get(each)[1] - y)));
      const nearest = said.reduce((best, hand, at) => (best < 0 || away(hand) < away(said[best]) ? at : best), -1);
      if (this.single || nearest < 0) filled.push([id]);
      else filled[nearest].push(id);
    }
    this.shown = filled;
    return filled.length ? { hands: filled } : {};
  }
}
