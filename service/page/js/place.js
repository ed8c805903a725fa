// Where a card lies that was not found: a tap on the photo, or a mark that the arrow keys move.

import { h } from './dom.js';
import { t } from './i18n.js';
import { centre } from './photo.js';

const STEP = 0.02;
const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

/** Ask for a point of the photo that `element` shows. Resolves with its place in shares of width and height, or null. */
export function askPlace(element) {
  return new Promise((resolve) => {
    let at = [0.5, 0.5];
    const mark = h('span', { class: 'aim-mark', 'aria-hidden': 'true' });
    const move = (next) => {
      at = next.map((part) => Math.min(1, Math.max(0, part)));
      mark.style.left = `${at[0] * 100}%`;
      mark.style.top = `${at[1] * 100}%`;
    };
    const end = (found) => { aim.remove(); bar.remove(); resolve(found); };
    const pointed = (event) => {
      const box = element.getBoundingClientRect();
      move([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
    };
    const aim = h('div', {
      class: 'aim', tabIndex: 0, role: 'button', 'aria-label': t('place.hint'),
      onpointermove: pointed,
      onclick: (event) => { if (event.clientX || event.clientY) pointed(event); end(at); },
      onkeydown: (event) => {
        const step = MOVES[event.key];
        if (step) move([at[0] + step[0], at[1] + step[1]]);
        else if (event.key === 'Enter' || event.key === ' ') end(at);
        else if (event.key === 'Escape') end(null);
        else return;
        event.preventDefault();
      },
    }, mark);
    const bar = h('div', { class: 'note row-head' }, h('p', {}, t('place.hint')), h('button', { type: 'button', onclick: () => end(null) }, t('close')));
    move(at);
    element.append(aim);
    element.before(bar);
    bar.scrollIntoView({ block: 'nearest' });
    aim.focus({ preventScroll: true });
  });
}


/** The outline of a card whose middle lies there: like that of the nearest card, or of a usual size where there is none. */
export function quadAt(point, reading) {
  const [x, y] = [point[0] * reading.width, point[1] * reading.height];
  const away = (card) => Math.hypot(centre(card.corners)[0] - x, centre(card.corners)[1] - y);
  const like = [...reading.cards].sort((a, b) => away(a) - away(b))[0];
  const wide = reading.width / 20;
  const shape = like?.corners ?? [[-wide, -1.4 * wide], [wide, -1.4 * wide], [wide, 1.4 * wide], [-wide, 1.4 * wide]];
  const from = like ? centre(shape) : [0, 0];
  return shape.map(([a, b]) => [a - from[0] + x, b - from[1] + y]);
}
