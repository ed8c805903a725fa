// Zones set by hand: quads dragged over the picture, by mouse, finger or arrow keys.

import { fill, h, s, toast } from './dom.js';
import { Failure } from './api.js';
import { t } from './i18n.js';

const NAMES = { trash: ['near', 'far', 'left', 'right', 'stock', 'discard'], gin: ['stock', 'discard', 'near', 'far', 'left', 'right'], bus: ['table', 'near', 'far', 'left', 'right'], ace: ['near', 'far', 'left', 'right'] };
const START = {
  near: [[0.2, 0.6], [0.8, 0.6], [0.8, 0.95], [0.2, 0.95]], far: [[0.8, 0.4], [0.2, 0.4], [0.2, 0.05], [0.8, 0.05]],
  left: [[0.35, 0.2], [0.35, 0.8], [0.05, 0.8], [0.05, 0.2]], right: [[0.65, 0.8], [0.65, 0.2], [0.95, 0.2], [0.95, 0.8]],
  stock: [[0.38, 0.42], [0.47, 0.42], [0.47, 0.58], [0.38, 0.58]], discard: [[0.52, 0.42], [0.61, 0.42], [0.61, 0.58], [0.52, 0.58]],
  table: [[0.35, 0.4], [0.65, 0.4], [0.65, 0.6], [0.35, 0.6]],
};

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
    this.drawPanel();
  }

  drawPanel() {
    const sides = Object.keys(this.zones).filter((name) => SIDES.includes(name));
    fill(this.panel, h('h2', {}, t('zones.title')), h('p', { class: 'hint' }, t('zones.hint')),
      h('div', { class: 'row' }, NAMES[this.table.game].map((name) => h('label', { class: 'check' },
        h('input', {
          type: 'checkbox', checked: name in this.zones, dataset: { zone: name }, onchange: (event) => this.choose(name, event.target.checked),
        }), h('span', {}, t(`zone.${name}`))))),
      this.table.game === 'trash' && sides.length ? h('div', { class: 'form-grid' }, sides.map((side) => h('label', { class: 'field' }, h('span', {}, t('zones.slots', { side: t(`zone.${side}`) })),
        h('input', { type: 'number', min: 1, max: 10, value: this.slots[side] ?? 10, onchange: (event) => { this.slots[side] = event.target.valueAsNumber; } })))) : null,
      h('div', { class: 'actions' }, h('button', { type: 'button', class: 'primary', onclick: () => this.save() }, t('zones.save')),
        h('button', { type: 'button', onclick: () => this.leave() }, t('zones.leave')),
        h('button', { type: 'button', class: 'quiet', onclick: () => { this.zones = {}; this.slots = {}; this.save(); } }, t('zones.auto'))));
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
    const path = (quad) => `M${quad.map(([x, y]) => `${x * width} ${y * height}`).join('L')}Z`;
    svg.replaceChildren(...Object.entries(this.zones).flatMap(([name, quad], at) => [
      s('path', { class: 'outline-halo', d: path(quad) }),
      s('path', { class: `outline k-${(at % 4) + 1}`, d: path(quad), style: { fill: 'rgb(255 255 255 / .08)' } }),
      s('text', { class: 'zone-name', x: quad[0][0] * width + 8 * unit, y: quad[0][1] * height + 18 * unit, style: { 'font-size': `${14 * unit}px` } }, t(`zone.${name}`)),
      ...quad.map((point, corner) => this.handle(name, corner, point, width, height, unit))]));
  }

  handle(name, corner, [x, y], width, height, unit) {
    const move = (dx, dy) => {
      const now = this.zones[name][corner];
      this.zones[name][corner] = [Math.min(1, Math.max(0, now[0] + dx)), Math.min(1, Math.max(0, now[1] + dy))];
    };
    const knob = s('circle', {
      class: `knob${corner === 0 ? ' first' : ''}`, cx: x * width, cy: y * height, r: 11 * unit, tabindex: 0, role: 'button', 'aria-label': t('zones.corner', { zone: t(`zone.${name}`), n: corner + 1 }),
      onkeydown: (event) => {
        const step = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, -0.01], ArrowDown: [0, 0.01] }[event.key];
        if (!step) return;
        event.preventDefault();
        move(...step);
        this.draw(this.view);
        this.photo.svg.querySelectorAll('.knob')[Object.keys(this.zones).indexOf(name) * 4 + corner]?.focus();
      },
      onpointerdown: (event) => {
        event.preventDefault();
        const box = this.photo.element.getBoundingClientRect();
        const drag = (each) => { move(each.movementX / box.width, each.movementY / box.height); this.draw(this.view); };
        const stop = () => { removeEventListener('pointermove', drag); removeEventListener('pointerup', stop); };
        addEventListener('pointermove', drag);
        addEventListener('pointerup', stop);
      },
    });
    return knob;
  }

  async save() {
    const empty = !Object.keys(this.zones).length;
    const zones = empty ? null : { version: 1, game: this.table.game, zones: this.zones, slots: Object.fromEntries(Object.entries(this.slots).filter(([side]) => side in this.zones)) };
    const answer = await fetch(`/v1/tables/${this.table.id}`, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ zones }) });
    const body = await answer.json();
    if (!answer.ok) { toast(new Failure(body, answer.status).message); return; }
    this.table.options = body.options;
    toast(t('zones.saved'));
    this.leave();
  }

  leave() {
    this.panel.remove();
    this.done();
  }
}
