// The commentary for a screen reader: what is new of it, a few lines at a time.

import { fill, h } from './dom.js';

/** Milliseconds in which lines come that are of one moment: a card taken, and one laid. */
const MOMENT = 500;

/** Cards of one moment that are told one by one; of a deal every card would be read aloud for a minute. */
const CARDS = 3;

/**
 * A region that is heard and not seen. `hear(kind, text)` is given every new line of the commentary; a verdict has a
 * region of its own.
 */
export class Heard {
  constructor() {
    this.element = h('div', { class: 'visually-hidden', role: 'log', 'aria-live': 'polite' });
    this.lines = [];
    this.timer = null;
  }

  hear(kind, text) {
    if (kind === 'verdict') return;
    this.lines.push({ kind, text });
    this.timer ??= setTimeout(() => this.tell(), MOMENT);
  }

  tell() {
    const many = this.lines.filter(({ kind }) => kind === 'card').length > CARDS;
    const told = this.lines.filter(({ kind }) => !many || kind !== 'card');
    this.lines = [];
    this.timer = null;
    if (told.length) fill(this.element, told.map(({ text }) => h('p', {}, text)));
  }

  end() {
    clearTimeout(this.timer);
    this.lines = [];
  }
}
