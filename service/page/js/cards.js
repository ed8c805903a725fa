// Playing cards, drawn here: index, pips where a printed card has them, and a plain but proud court.

import { h, s } from './dom.js';
import { rankSign, t } from './i18n.js';

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
export const SUITS = ['S', 'H', 'C', 'D'];
export const SIGNS = { S: '♠', H: '♥', C: '♣', D: '♦' };

// Suit shapes in a box from -10 to 10.
const SHAPES = {
  H: 'M0 9C-3-1-10 0-9.500-5.200C-9-10-2.500-9.800 0-4.600C2.500-9.800 9-10 9.500-5.200C10 0 3-1 0 9Z',
  D: 'M0-10C2-6 5-2.600 7.600 0C5 2.600 2 6 0 10C-2 6-5 2.600-7.600 0C-5-2.600-2-6 0-10Z',
  S: 'M0-10C3-4-0-4 5-1.500C11 2 8.500 7.600 4.600 7C2.800 6.800 1.300 5.600.8 4.200C1 7 2 9 3.600 10H-3.600C-2 9-1 7-.8 4.200C-1.300 5.600-2.800 6.800-4.600 7C-8.500 7.600-11 2-5-1.500C-1.500-3.600-2-6 0-10Z',
  C: 'M0-10A4.700 4.700 0 0 1 3.500-2.200A4.700 4.700 0 1 1 1 4.300C1.200 7 2.200 9 3.800 10H-3.800C-2.200 9-1.200 7-1 4.300A4.700 4.700 0 1 1-3.500-2.200A4.700 4.700 0 0 1 0-10Z',
};
const COLUMNS = { l: 31, c: 50, r: 69 };
const PIPS = {
  2: ['c32', 'c108'], 3: ['c32', 'c70', 'c108'], 4: ['l32', 'r32', 'l108', 'r108'], 5: ['l32', 'r32', 'c70', 'l108', 'r108'],
  6: ['l32', 'r32', 'l70', 'r70', 'l108', 'r108'], 7: ['l32', 'r32', 'c51', 'l70', 'r70', 'l108', 'r108'],
  8: ['l32', 'r32', 'c51', 'l70', 'r70', 'c89', 'l108', 'r108'],
  9: ['l30', 'r30', 'l57', 'r57', 'c70', 'l83', 'r83', 'l110', 'r110'],
  10: ['l30', 'r30', 'c43', 'l57', 'r57', 'l83', 'r83', 'c97', 'l110', 'r110'],
};

/** {rank, suit} of a code such as "10H"; {joker: true}; null for none. */
export function parse(code) {
  if (code === 'JOKER') return { joker: true };
  const found = /^(A|[2-9]|10|J|Q|K)([SHCD])$/.exec(code ?? '');
  return found ? { rank: found[1], suit: found[2] } : null;
}

/** A card in words, for ears: "ten of hearts". */
export function spoken(code) {
  if (code === null || code === undefined) return t('card.unknown');
  if (code === 'down') return t('card.down');
  const card = parse(code);
  if (!card) return code;
  return card.joker ? t('card.joker') : t('card.name', { rank: t(`rank.${card.rank}`), suit: t(`suit.${card.suit}`) });
}

/** A card in few signs, for eyes: "10♥". */
export function short(code) {
  const card = parse(code);
  if (!card) return code === 'down' ? '▚' : '?';
  return card.joker ? '★' : rankSign(card.rank) + SIGNS[card.suit];
}

const suitShape = (suit, x, y, size, turned = false) =>
  s('path', { d: SHAPES[suit], transform: `translate(${x} ${y})${turned ? ' rotate(180)' : ''} scale(${size})` });

function corner(sign, suit, turned) {
  return s('g', turned ? { transform: 'rotate(180 50 70)' } : {},
    s('text', { x: 12.5, y: 20, 'text-anchor': 'middle', 'font-size': sign.length > 1 ? 17 : 20, 'font-weight': 700, 'font-family': 'Georgia, "DejaVu Serif", serif', 'letter-spacing': sign.length > 1 ? -2 : 0 }, sign),
    suitShape(suit, 12.5, 31, 0.68));
}

function court(rank, suit) {
  const crown = { K: 'M-15 6L-17-9L-8-1L0-12L8-1L17-9L15 6Z', Q: 'M-15 6L-16-5Q-12-1-8-4Q-4-9 0-11Q4-9 8-4Q12-1 16-5L15 6Z', J: 'M-15 6Q-17-8-2-8Q10-9 16-2L13 6Z' }[rank];
  const half = (turned) => s('g', turned ? { transform: 'rotate(180 50 70)' } : {},
    s('path', { d: crown, transform: 'translate(50 34)', fill: '#c99a2e', stroke: '#5a4210', 'stroke-width': 1 }),
    rank === 'J' ? s('path', { d: 'M64 28Q74 20 72 34', fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }) : null,
    s('text', { x: 50, y: 62, 'text-anchor': 'middle', 'font-size': 26, 'font-weight': 700, 'font-family': 'Georgia, "DejaVu Serif", serif' }, rankSign(rank)),
    suitShape(suit, 31, 58, 0.5));
  return s('g', {},
    s('rect', { x: 22, y: 14, width: 56, height: 112, rx: 4, fill: 'currentColor', 'fill-opacity': 0.055, stroke: 'currentColor', 'stroke-opacity': 0.5, 'stroke-width': 1.2 }),
    s('path', { d: 'M22 74L78 66', stroke: 'currentColor', 'stroke-opacity': 0.5, 'stroke-width': 1.2 }), half(false), half(true));
}

function back() {
  const lines = [];
  for (let at = -120; at < 140; at += 11) lines.push(`M${at} 8L${at + 124} 132M${at + 124} 8L${at} 132`);
  return [
    s('rect', { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8, fill: 'var(--card)', stroke: 'var(--card-line)' }),
    s('svg', { x: 7, y: 7, width: 86, height: 126, viewBox: '7 7 86 126', overflow: 'hidden' },
      s('rect', { x: 7, y: 7, width: 86, height: 126, rx: 4, fill: '#1f5d74' }),
      s('path', { d: lines.join(''), stroke: '#8fc3d3', 'stroke-width': 1.1, fill: 'none', 'stroke-opacity': 0.75 })),
    s('rect', { x: 7, y: 7, width: 86, height: 126, rx: 4, fill: 'none', stroke: '#143f50', 'stroke-width': 1.5 })];
}

/** The drawing of a card: a code, "down" for a back, null for an unknown card. */
export function drawing(code) {
  const svg = s('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false', class: 'card-face' });
  const card = parse(code);
  if (code === 'down') svg.append(...back());
  else {
    const red = card && (card.suit === 'H' || card.suit === 'D');
    svg.style.color = red ? 'var(--card-red)' : 'var(--card-ink)';
    svg.style.fill = 'currentColor';
    svg.append(s('rect', { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8, fill: 'var(--card)', stroke: 'var(--card-line)' }));
    if (!card) svg.append(s('text', { x: 50, y: 92, 'text-anchor': 'middle', 'font-size': 64, 'font-family': 'Georgia, serif', fill: '#8a5f10' }, '?'));
    else if (card.joker) {
      svg.append(s('text', { x: 50, y: 86, 'text-anchor': 'middle', 'font-size': 50 }, '★'),
        s('text', { x: 50, y: 112, 'text-anchor': 'middle', 'font-size': 15, 'font-weight': 700, 'letter-spacing': 1 }, t('card.jokershort')));
    } else {
      const sign = rankSign(card.rank);
      svg.append(corner(sign, card.suit, false), corner(sign, card.suit, true));
      if (card.rank === 'A') svg.append(suitShape(card.suit, 50, 70, 2.5));
      else if (PIPS[card.rank]) {
        for (const pip of PIPS[card.rank]) {
          const y = Number(pip.slice(1));
          svg.append(suitShape(card.suit, COLUMNS[pip[0]], y, 0.95, y > 70));
        }
      } else svg.append(court(card.rank, card.suit));
    }
  }
  return svg;
}

/** A card to look at, or with `onclick` a button. */
export function cardView(code, { onclick, label, flag, flagLabel } = {}) {
  const words = [label ?? spoken(code), flagLabel].filter(Boolean).join(', ');
  const inside = [drawing(code), flag ? h('span', { class: 'flag', 'aria-hidden': 'true' }, flag) : null];
  return onclick
    ? h('button', { type: 'button', class: 'pcard', 'aria-label': words, title: words, onclick }, inside)
    : h('span', { class: 'pcard', role: 'img', 'aria-label': words, title: words }, inside);
}
