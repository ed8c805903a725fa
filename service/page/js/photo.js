// A picture with the cards found in it outlined: colour, dash pattern and a letter each say what a card belongs to.

import { h, s } from './dom.js';
import { short, spoken } from './cards.js';

export const centre = (corners) => corners.reduce(([x, y], [a, b]) => [x + a / 4, y + b / 4], [0, 0]);

/**
 * A picture and an overlay that can be drawn anew.
 * @returns {{element: HTMLElement, draw: (marks: Mark[], width: number, height: number) => void}}
 *   Mark: {corners, kind, text, label, onclick, id, group, struck}; kind is a class of parts.css without its "k-". Marks
 *   of one group that lie together get one outline and one tag, and each its own place to tap.
 */
export function photo(content) {
  const places = s('g', {});
  const lines = s('g', { class: 'lines' });
  const svg = s('svg', { preserveAspectRatio: 'none', role: 'group' }, places, lines);
  const element = h('div', { class: 'photo' }, content, svg);
  const kept = new Map();
  const draw = (marks, width, height) => {
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    if (places.parentNode !== svg) svg.replaceChildren(places, lines);
    // A tag keeps its size on the screen, whatever the picture's: its units follow from the width shown.
    const unit = width / Math.max(1, element.clientWidth || 600);
    // Places to tap stay the same elements from frame to frame: a finger that is down and a focus stay on them.
    const there = new Set();
    marks.forEach((mark, at) => {
      if (!mark.onclick) return;
      const key = mark.id ?? at;
      there.add(key);
      if (!kept.has(key)) { kept.set(key, place(key)); places.append(kept.get(key).path); }
      kept.get(key).show(mark);
    });
    for (const [key, { path }] of kept) if (!there.has(key)) { path.remove(); kept.delete(key); }
    const rings = gathered(marks);
    lines.replaceChildren(
      ...rings.map((ring) => s('path', { class: `outline-halo h-${ring.kind}`, d: outline(ring.corners) })),
      ...rings.map((ring) => s('path', { class: `outline k-${ring.kind}`, d: outline(ring.corners) + (ring.struck ? stroke(ring.corners) : ''), 'aria-hidden': 'true' })),
      ...tags(rings.filter((ring) => ring.text), unit, width, height));
  };
  return { element, draw, svg };
}

/** A place to tap or to choose by keyboard. */
function place(key) {
  let now = null;
  const path = s('path', {
    tabindex: 0, role: 'button', 'data-id': key, onclick: (event) => now.onclick(event),
    onkeydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); now.onclick(event); } },
  });
  const show = (mark) => {
    now = mark;
    path.setAttribute('class', `outline k-${mark.kind} tap`);
    path.setAttribute('d', outline(mark.corners));
    path.setAttribute('aria-label', mark.label ?? spoken(mark.card));
  };
  return { path, show };
}

/** Marks with those of a group that lie together made one: their hull, and one tag. */
function gathered(marks) {
  const groups = Map.groupBy ? Map.groupBy(marks, (mark) => mark.group ?? mark) : byGroup(marks);
  const rings = [];
  const parts = [...groups].flatMap(([key, members]) => (typeof key === 'string' ? together(members) : [members]).map((part) => [key, part]));
  for (const [key, members] of parts) {
    if (members.length < 2) { rings.push(...members); continue; }
    const ring = hull(members.flatMap((mark) => mark.corners));
    // Cards lie over one another: what tells whether another lies among these is where the indices are.
    const read = hull(members.flatMap((mark) => mark.seen ?? mark.corners));
    const apart = marks.some((mark) => mark.group !== key && inside(mark.spot ?? centre(mark.corners), read));
    if (apart) rings.push(...members);
    else rings.push({ ...members[0], corners: ring, text: members[0].ringText, at: centreOf(ring) });
  }
  return rings;
}

/** Card heights between the middles of two cards from which one line round both would pass over the table between. */
const APART = 1.6;

/** Marks of a group parted where they lie far from each other: a card may be a hand's that does not lie with it. */
function together(marks) {
  const high = (mark) => Math.max(...[0, 1].map((k) => Math.hypot(mark.corners[k + 1][0] - mark.corners[k][0], mark.corners[k + 1][1] - mark.corners[k][1])));
  const near = (one, other) => {
    const [[a, b], [c, d]] = [centre(one.corners), centre(other.corners)];
    return Math.hypot(a - c, b - d) <= APART * Math.max(high(one), high(other));
  };
  const parts = [];
  for (const mark of marks) {
    const touched = parts.filter((part) => part.some((each) => near(each, mark)));
    for (const part of touched) parts.splice(parts.indexOf(part), 1);
    parts.push([...touched.flat(), mark]);
  }
  return parts;
}

function byGroup(marks) {
  const groups = new Map();
  for (const mark of marks) {
    const key = mark.group ?? mark;
    groups.set(key, [...(groups.get(key) ?? []), mark]);
  }
  return groups;
}

const cross = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** The convex hull of some points. */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && cross(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Whether a point lies on a card. */
export const covers = (corners, point) => inside(point, hull(corners));

const inside = (point, ring) => ring.every((corner, at) => cross(corner, ring[(at + 1) % ring.length], point) >= 0);
const centreOf = (ring) => ring.reduce(([x, y], [a, b]) => [x + a / ring.length, y + b / ring.length], [0, 0]);

const stroke = ([a, , c]) => `M${a.join(' ')}L${c.join(' ')}`;
const outline = (corners) => `M${corners.map((point) => point.join(' ')).join('L')}Z`;

/** Every tag at its place; one that would lie on another moves down, or up where the picture ends. */
function tags(rings, unit, width, height) {
  const taken = [];
  return rings.map((mark) => {
    const [x, y] = mark.at ?? centre(mark.corners);
    const wide = (mark.text.length * 7.4 + 14) * unit;
    const high = 22 * unit;
    const left = Math.min(width - wide / 2, Math.max(wide / 2, x));
    const free = (top) => top >= high / 2 && top <= height - high / 2
      && taken.every((each) => Math.abs(each.left - left) >= (each.wide + wide) / 2 || Math.abs(each.top - top) >= high);
    const wanted = Math.min(height - high / 2, Math.max(high / 2, y));
    const step = 24 * unit;
    const top = [0, 1, -1, 2, -2, 3, -3].map((steps) => wanted + steps * step).find(free) ?? wanted;
    taken.push({ left, top, wide });
    return s('g', { class: `tag k-${mark.kind}`, transform: `translate(${left} ${top})`, 'aria-hidden': 'true' },
      s('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 7 * unit }),
      s('text', { style: { 'font-size': `${12.5 * unit}px` } }, mark.text));
  });
}

/** Where the index of a card lies: tags there would hide what is read, so they go to the middle of the visible part. */
export const markOf = (card, kind, onclick, letter) => ({
  corners: card.corners, kind, onclick, card: card.card,
  text: [short(card.side === 'down' ? 'down' : card.card), letter].filter(Boolean).join(' '),
  at: card.indices?.length ? beside(card) : undefined,
  spot: card.indices?.length ? centre(card.indices[0].quad) : undefined,
  seen: card.indices?.[0]?.quad,
});

// In a fan only a strip of a card shows: just under its index.
function beside(card) {
  const [a, , , d] = card.indices[0].quad;
  const [x, y] = centre(card.indices[0].quad);
  const down = [d[0] - a[0], d[1] - a[1]];
  return [x + down[0] * 1.05, y + down[1] * 1.05];
}
