// Zones set by hand: quads dragged over the picture, by mouse, finger or arrow keys.

import { fill, h, once, s, toast } from './dom.js';
import { Failure, patch } from './api.js';
import { t } from './i18n.js';

// What each game is followed by.
const NAMES = { trash: ['near', 'far', 'left', 'right', 'stock', 'discard'], gin: ['stock', 'discard'], bus: ['table'], ace: ['stock'] };
const START = {
  near: [[0.2, 0.6], [0.8, 0.6], [0.8, 0.95], [0.2, 0.95]], far: [[0.8, 0.4], [0.2, 0.4], [0.2, 0.05], [0.8, 0.05]],
  left: [[0.35, 0.2], [0.35, 0.8], [0.05, 0.8], [0.05, 0.2]], right: [[0.65, 0.8], [0.65, 0.2], [0.95, 0.2], [0.95, 0.8]],
  stock: [[0.38, 0.42], [0.47, 0.42], [0.47, 0.58], [0.38, 0.58]], discard: [[0.52, 0.42], [0.61, 0.42], [0.61, 0.58], [0.52, 0.58]],
  table: [[0.35, 0.4], [0.65, 0.4], [0.65, 0.6], [0.35, 0.6]],
};

/** Whether corners go clockwise round a shape without a dent: others are no zone. */
const sound = (quad) => quad.every(([x, y], at) => {
  const [[a, b], [c, d]] = [quad[(at + 1) % 4], quad[(at + 2) % 4]];
  return (a - x) * (d - b) - (b - y) * (c - a) > 1e-6;
});

const SIDES = ['near', 'far', 'left', 'right'];

export class Zones {
  constructor(table, photo, done) {
    this.table = table;
    this.photo = photo;
    this.done = done;
    const kept = table.options.zones;
    this.zones = structuredClone(kept?.zones ?? {});
    this.slots = { ...(kept?.slots ?? {}) };
    this.panel = h('section', { class: 'panel stack' });
    this.refused = h('div', { role: 'alert' });
    this.send = once((zones) => this.sent(zones));
    this.drawn = new Map();
    this.drawPanel();
  }

  drawPanel() {
    const sides = Object.keys(this.zones).filter((name) => SIDES.includes(name));
    fill(this.panel, h('h2', {}, t('zones.title')), h('p', { class: 'hint' }, t('zones.hint')),
      h('div', { class: 'row' }, [...NAMES[this.table.game], ...Object.keys(this.zones).filter((name) => !NAMES[this.table.game].includes(name))].map((name) => h('label', { class: 'check' },
        h('input', {
          type: 'checkbox', checked: name in this.zones, dataset: { zone: name }, onchange: (event) => this.choose(name, event.target.checked),
        }), h('span', {}, t(`zone.${name}`))))),
      this.table.game === 'trash' && sides.length ? h('div', { class: 'form-grid' }, sides.map((side) => h('label', { class: 'field' }, h('span', {}, t('zones.slots', { side: t(`zone.${side}`) })),
        h('input', { type: 'number', min: 1, max: 10, value: this.slots[side] ?? 10, required: true, onchange: (event) => { if (event.target.reportValidity()) this.slots[side] = event.target.valueAsNumber; } })))) : null,
      this.refused,
      h('div', { class: 'actions' }, h('button', { type: 'button', class: 'primary', onclick: () => this.save() }, t('zones.save')),
        h('button', { type: 'button', onclick: () => this.leave() }, t('zones.leave')),
        h('button', { type: 'button', class: 'quiet', onclick: () => this.send(null) }, t('zones.auto'))));
  }

  choose(name, on) {
    if (on) {
      this.zones[name] = structuredClone(START[name]);
      if (this.table.game === 'trash' && SIDES.includes(name)) this.slots[name] = this.view?.game?.layouts?.[name]?.length || 10;
    } else {
      delete this.zones[name];
      delete this.slots[name];
    }
    this.drawPanel();
    this.draw(this.view);
    this.panel.querySelector(`[data-zone="${name}"]`).focus();
  }

  draw(view) {
    this.view = view;
    const { width, height } = view;
    const { svg, element } = this.photo;
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const unit = width / Math.max(1, element.clientWidth);
    for (const name of [...this.drawn.keys()].filter((each) => !(each in this.zones))) this.drawn.delete(name);
    for (const name of Object.keys(this.zones)) if (!this.drawn.has(name)) this.drawn.set(name, this.shape(name));
    const parts = [...this.drawn.values()].flatMap(({ halo, line, text, knobs }) => [halo, line, text, ...knobs]);
    // From frame to frame the corners stay the elements they are: a focus and a finger stay on them.
    if (parts.length !== svg.children.length || parts.some((part, at) => part !== svg.children[at])) svg.replaceChildren(...parts);
    [...this.drawn].forEach(([name, { halo, line, text, knobs }], at) => {
      const quad = this.zones[name].map(([x, y]) => [x * width, y * height]);
      const path = `M${quad.map((point) => point.join(' ')).join('L')}Z`;
      halo.setAttribute('d', path);
      line.setAttribute('d', path);
      line.setAttribute('class', `outline k-${sound(this.zones[name]) ? (at % 4) + 1 : 'bad'}`);
      text.setAttribute('x', quad[0][0] + 8 * unit);
      text.setAttribute('y', quad[0][1] + 18 * unit);
      text.style.fontSize = `${14 * unit}px`;
      text.textContent = t(`zone.${name}`);
      knobs.forEach((knob, corner) => {
        knob.setAttribute('cx', quad[corner][0]);
        knob.setAttribute('cy', quad[corner][1]);
        knob.setAttribute('r', 11 * unit);
        knob.setAttribute('aria-label', t('zones.corner', { zone: t(`zone.${name}`), n: corner + 1 }));
      });
    });
  }

  shape(name) {
    return {
      halo: s('path', { class: 'outline-halo' }), line: s('path', { style: { fill: 'rgb(255 255 255 / .08)' } }),
      text: s('text', { class: 'zone-name' }), knobs: [0, 1, 2, 3].map((corner) => this.handle(name, corner)),
    };
  }

  handle(name, corner) {
    const put = (...to) => {
      this.zones[name][corner] = to.map((each) => Math.min(1, Math.max(0, each)));
      this.draw(this.view);
    };
    return s('circle', {
      class: `knob${corner === 0 ? ' first' : ''}`, tabindex: 0, role: 'button',
      onkeydown: (event) => {
        const step = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, -0.01], ArrowDown: [0, 0.01] }[event.key];
        if (!step) return;
        event.preventDefault();
        put(...this.zones[name][corner].map((each, axis) => each + step[axis]));
      },
      // Of shapes within a drawing browsers do not heed that a finger on them is not to scroll the page.
      ontouchstart: (event) => event.preventDefault(),
      onpointerdown: (event) => {
        event.preventDefault();
        // Where the pointer is counts, not how far it has moved: past an edge of the picture and back nothing is lost.
        const at = (each) => {
          const box = this.photo.element.getBoundingClientRect();
          return [(each.clientX - box.left) / box.width, (each.clientY - box.top) / box.height];
        };
        const grasp = at(event).map((each, axis) => each - this.zones[name][corner][axis]);
        const mine = ({ pointerId }) => pointerId === event.pointerId;
        const drag = (each) => { if (mine(each)) put(...at(each).map((where, axis) => where - grasp[axis])); };
        const stop = (each) => {
          if (!mine(each)) return;
          removeEventListener('pointermove', drag);
          for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, stop);
        };
        addEventListener('pointermove', drag);
        for (const end of ['pointerup', 'pointercancel']) addEventListener(end, stop);
      },
    });
  }

  async save() {
    // A number of slots that is none is shown where it stands.
    if ([...this.panel.querySelectorAll('input[type=number]')].some((each) => !each.reportValidity())) return;
    const slots = Object.fromEntries(Object.entries(this.slots).filter(([side]) => side in this.zones));
    await this.send(Object.keys(this.zones).length ? { version: 1, game: this.table.game, zones: this.zones, slots } : null);
  }

  // What was dragged stays where the server cannot take it, and why it cannot stays too until it is tried again.
  async sent(zones) {
    fill(this.refused);
    try {
      this.table.options = (await patch(`/v1/tables/${this.table.id}`, { zones })).options;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      fill(this.refused, h('p', { class: 'note bad' }, error.message));
      return;
    }
    toast(t(zones ? 'zones.saved' : 'zones.automatic'));
    this.leave();
  }

  leave() { this.done(); }
}
