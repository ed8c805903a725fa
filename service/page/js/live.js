// One live table in the browser: outlines and events in, corrections, zones, sound; what it films with is `feed.js`'s.

import { fill, h, toast } from './dom.js';
import { attempt, post } from './api.js';
import { short, spoken } from './cards.js';
import { photo } from './photo.js';
import { pickCard } from './picker.js';
import { board } from './board.js';
import { Feed } from './feed.js';
import { Heard } from './heard.js';
import { Zones } from './zones.js';
import { speak, warn } from './voice.js';
import { t } from './i18n.js';

export class LiveTable {
  constructor(table) {
    this.table = table;
    this.view = table.view;
    this.video = h('video', { muted: true, playsInline: true, autoplay: true, 'aria-label': t('watch.camera') });
    this.still = h('img', { alt: t('watch.still'), hidden: true });
    this.photo = photo([this.video, this.still]);
    this.keepPlace();
    this.stage = h('div', { class: 'stage' }, this.photo.element, this.placeholder());
    this.feed = new Feed(table.id, this.video, this);
    this.state = h('span', { role: 'status' });
    this.pace = h('span', {});
    this.status = h('p', { class: 'status' }, this.state, this.pace);
    this.controls = h('div', { class: 'actions' });
    this.refused = h('div', { role: 'alert' });
    this.verdict = h('div', { 'aria-live': 'assertive' });
    this.board = h('div', {});
    this.lines = h('ol', { class: 'commentary', reversed: true });
    this.heading = h('h2', {}, t('watch.commentary'));
    this.none = h('p', { class: 'empty' }, t('watch.quiet'));
    this.heard = new Heard();
    this.log = h('section', { class: 'panel' }, this.heading, this.lines, this.none, this.heard.element);
    this.devices = [];
    this.more = h('div', {});
    this.remarked = new Set();
    this.ended = false;
    this.times = [];
  }

  // In another language, while the camera goes on; what the table said stays in its own.
  reword() {
    this.video.setAttribute('aria-label', t('watch.camera'));
    this.still.alt = t('watch.still');
    fill(this.hint, h('p', {}, t('watch.nocamera')));
    fill(this.heading, t('watch.commentary'));
    fill(this.none, t('watch.quiet'));
    if (this.said) this.say(this.said);
    if (this.banner) this.judged(this.banner, false);
    if (this.view) fill(this.board, board(this.table.game, this.view));
    this.drawControls();
    this.zones?.drawPanel();
    this.draw();
  }

  placeholder() {
    this.hint = h('div', { class: 'stage-hint' }, h('p', {}, t('watch.nocamera')));
    return this.hint;
  }

  async begin() {
    this.drawControls();
    this.listen();
    this.resize = new ResizeObserver(() => this.draw());
    this.resize.observe(this.photo.element);
    if (!this.table.open) { this.say('watch.closed'); this.look(); return; }
    if (this.table.options.camera) { this.watch('watch.server'); return; }
    // Whoever films is not cut off by somebody who comes to look.
    if (this.table.fed) { this.watch('watch.other'); return; }
    this.look();
    if (navigator.mediaDevices?.getUserMedia) await this.feed.choose();
    else this.say('watch.insecure');
  }

  say(key) {
    this.tell(t(key));
    this.said = key;
  }

  // What changes with every picture is not for a screen reader, which would read it aloud without end.
  tell(text, pace = null) {
    this.said = null;
    if (this.state.textContent !== text) fill(this.state, text);
    fill(this.pace, pace && ` · ${pace}`);
  }

  /** Turn the camera on here, or another one. */
  choose(deviceId) {
    fill(this.refused);
    this.feed.choose(deviceId);
  }

  file(file) {
    fill(this.refused);
    this.feed.film(file, () => fill(this.refused, h('div', { class: 'note bad' }, h('p', {}, t('shutter.unplayable', { name: file.name })))));
  }

  started() {
    clearInterval(this.poll);
    this.poll = null;
    this.hint.hidden = true;
    this.still.hidden = true;
    this.video.hidden = false;
  }

  /** Look on while another camera films. */
  watch(why) {
    this.feed.stop();
    this.feed.hangUp();
    this.say(why);
    clearInterval(this.poll);
    this.poll = setInterval(() => this.look(), 700);
    this.showDevices([]);
    this.look();
  }

  taken() {
    this.table.fed = true;
    this.watch('watch.taken');
  }

  /** No picture is taken: the camera is off, and may be turned on again where something can be done about it. */
  refuse(failure) {
    this.showDevices([]);
    if (failure.status === 404) this.say('watch.notable');
    else this.tell(failure.message);
  }

  finished() {
    this.table.open = false;
    clearInterval(this.poll);
    this.poll = null;
    this.feed.stop();
    this.feed.hangUp();
    this.showDevices([]);
    this.say('watch.closed');
  }

  answered(message) {
    if (message.type === 'seen') {
      this.view = message.view;
      this.times = [...this.times.slice(-19), performance.now()];
      const rate = this.times.length > 1 ? 1000 * (this.times.length - 1) / (this.times.at(-1) - this.times[0]) : 0;
      // On a slow machine a picture may take seconds: less than one a second is not none.
      const shown = rate < 1 ? Math.round(rate * 10) / 10 : Math.round(rate);
      this.tell([t(this.view.away ? 'watch.away' : this.view.settled ? 'watch.settled' : 'watch.moving'), this.view.mirrored ? t('watch.mirrored') : null].filter(Boolean).join(' · '), t('watch.rate', { n: shown }));
      this.draw();
      fill(this.board, board(this.table.game, this.view));
    } else if (message.type === 'problem') this.tell(message.problem.detail);
  }

  /** Show the table as another camera sees it, or saw it last. */
  async look() {
    if (this.looking) return;
    this.looking = true;
    try {
      const answer = await fetch(`/v1/tables/${this.table.id}`);
      if (!answer.ok) { if (answer.status === 404) { clearInterval(this.poll); this.say('watch.notable'); } return; }
      const now = await answer.json();
      const picture = now.view ? await fetch(`/v1/tables/${this.table.id}/frame`, { cache: 'no-store' }) : null;
      const blob = picture?.ok ? await picture.blob() : null;
      if (this.ended || this.feed.on) return;
      this.watched(now);
      if (blob) this.showStill(blob, now.view);
    } catch {
      if (this.poll) this.say('watch.reconnect');
    } finally { this.looking = false; }
  }

  // A picture has its place before it is there: what is drawn over it neither lies nowhere nor moves away under a finger.
  keepPlace() {
    if (!this.view?.width) return;
    for (const each of [this.video, this.still]) Object.assign(each, { width: this.view.width, height: this.view.height });
  }

  // Who films may stop, or begin anew, while somebody looks on.
  watched(now) {
    if (!this.poll) return;
    if (!now.open) { this.finished(); return; }
    const changed = this.table.fed !== now.fed;
    this.table.fed = now.fed;
    if (changed) this.drawControls();
    if (changed || this.said === 'watch.reconnect') this.say(this.table.options.camera ? 'watch.server' : now.fed ? 'watch.other' : 'watch.nobody');
  }

  showStill(blob, view) {
    const url = URL.createObjectURL(blob);
    this.still.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    this.still.src = url;
    this.still.hidden = false;
    this.video.hidden = true;
    this.hint.hidden = true;
    this.view = view;
    this.keepPlace();
    this.draw();
    fill(this.board, board(this.table.game, this.view));
  }

  draw() {
    if (!this.view?.width) return;
    if (this.zones) { this.zones.draw(this.view); return; }
    // What lies on the table is known still, but another picture is no place to show it.
    const marks = (this.view.away ? [] : this.view.cards).map((card) => {
      const kind = card.side === 'down' ? 'down' : card.card === null ? 'unknown' : this.wrong?.has(card.place) || this.remarked.has(card.id) ? 'bad' : card.place ? 'good' : 'plain';
      return {
        // Under the card: its own index stays in sight.
        corners: card.corners, kind, id: card.id, at: below(card.corners), text: card.side === 'down' ? null : [kind === 'bad' ? '✗' : null, short(card.card), slotOf(card.place)].filter(Boolean).join(' · '),
        label: `${spoken(card.side === 'down' ? 'down' : card.card)}, ${t('correct.tap')}`, onclick: () => this.correct(card),
      };
    });
    this.photo.draw(marks, this.view.width, this.view.height);
  }

  async correct(card) {
    const shown = card.side === 'down' ? 'down' : card.card;
    const chosen = await pickCard({
      title: t('correct.title'), current: card.card, likely: Object.keys(card.candidates ?? {}).slice(0, 4), joker: true,
      picture: h('p', {}, t('correct.read', { card: spoken(shown) })), actions: [['down', t('correct.down')]],
    });
    if (!chosen) return;
    await attempt(async () => {
      await post(`/v1/tables/${this.table.id}/corrections`, { card: card.id, code: chosen.card ?? 'down', seen: shown ?? '?' });
      toast(t('correct.told'));
    });
  }

  // Server-sent events carry their numbers: after a lost connection the browser asks for what it has missed.
  listen() {
    this.newest ??= this.table.last;
    this.from ??= Math.max(0, this.newest - 60);
    this.events = new EventSource(`/v1/tables/${this.table.id}/events?after=${this.from}`);
    const take = (event) => {
      this.from = Number(event.lastEventId);
      this.happened(JSON.parse(event.data), this.from > this.newest);
    };
    // Refused, as by a proxy while the server is away, it gives up for good.
    this.events.addEventListener('error', () => {
      if (this.events.readyState === EventSource.CLOSED) this.later = setTimeout(() => this.listen(), AGAIN);
    });
    for (const kind of ['card', 'turn', 'verdict', 'hand', 'score', 'camera', 'problem', 'correction', 'match', 'table']) this.events.addEventListener(kind, take);
    this.events.addEventListener('closed', () => { this.events.close(); this.finished(); });
  }

  happened(event, fresh) {
    const text = event.kind === 'correction' ? t('watch.corrected', { card: spoken(event.after.code) }) : event.text;
    if (event.kind === 'verdict') this.judged(event.after, fresh);
    if (event.kind === 'card') {
      const id = (event.after ?? event.before).id;
      if (event.after?.remark) this.remarked.add(id);
      else this.remarked.delete(id);
    }
    if (!text) return;
    this.none.hidden = true;
    const bad = event.kind === 'verdict' && event.after.verdict === 'illegal';
    this.lines.prepend(h('li', { class: `k-${event.kind}${bad ? ' bad' : ''}`, value: event.id },
      h('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[event.kind === 'verdict' ? event.after.verdict : event.kind] ?? '·'),
      event.kind === 'match' ? h('a', { href: `#/matches/${event.after.match}` }, text) : h('span', {}, text)));
    while (this.lines.children.length > 200) this.lines.lastChild.remove();
    if (!fresh) return;
    if (bad && this.sound) warn();
    // What the page reads aloud itself is not to be read by two at once.
    if (this.voice === 'all') speak(text);
    else this.heard.hear(event.kind, text);
    if (this.voice === 'illegal' && bad) speak(text);
  }

  judged(verdict, fresh) {
    const kind = { legal: 'good', illegal: 'bad', 'cannot tell': '' }[verdict.verdict];
    const fault = verdict.explanation?.fault;
    this.banner = verdict;
    this.wrong = new Set(verdict.verdict === 'illegal' && fault?.slot ? [`${verdict.player} ${fault.slot}`] : []);
    fill(this.verdict, h('div', { class: `banner ${kind}${fresh ? ' new' : ''}` },
      h('strong', {}, h('span', { 'aria-hidden': 'true' }, `${MARKS[verdict.verdict]} `), t(`verdict.${verdict.verdict}`), verdict.player ? ` · ${t(`player.${verdict.player}`)}` : null), h('p', {}, verdict.sentence)));
  }

  showDevices(devices, current) {
    Object.assign(this, { devices, current });
    this.drawControls();
  }

  drawControls() {
    const { devices, current } = this;
    const file = h('input', { type: 'file', accept: 'video/*', class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true', onchange: () => { const [chosen] = file.files; file.value = ''; if (chosen) this.file(chosen); } });
    fill(this.controls,
      devices.length > 1 ? h('select', { 'aria-label': t('watch.camera'), onchange: (event) => this.choose(event.target.value) },
        devices.map((each, at) => h('option', { value: each.deviceId, selected: each.deviceId === current }, each.label || `${t('watch.camera')} ${at + 1}`))) : null,
      this.table.open && !this.feed.stream && navigator.mediaDevices ? h('button', { type: 'button', class: 'primary', onclick: () => this.choose() }, t(this.poll && this.table.fed ? 'watch.instead' : 'watch.turnon')) : null,
      this.table.open ? [file, h('button', { type: 'button', onclick: () => file.click() }, t('watch.video'))] : null,
      this.table.open ? this.zonesButton() : null);
    const check = (label, checked, set) => h('label', { class: 'check' }, h('input', { type: 'checkbox', checked, onchange: (event) => set(event.target.checked) }), h('span', {}, label));
    fill(this.more, h('section', { class: 'panel' }, h('h2', {}, t('watch.listen')),
      check(t('watch.sound'), Boolean(this.sound), (on) => { this.sound = on; if (on) warn(0.05); }),
      check(t('watch.speakillegal'), this.voice === 'illegal', (on) => { this.voice = on ? 'illegal' : null; this.drawControls(); }),
      check(t('watch.speakall'), this.voice === 'all', (on) => { this.voice = on ? 'all' : null; this.drawControls(); }),
      h('div', { class: 'actions' }, h('a', { class: 'button', href: `#/stream/${this.table.id}` }, t('watch.tostream')),
        this.table.open ? h('button', { type: 'button', class: 'danger', onclick: () => this.close() }, t('watch.close')) : null)));
  }

  zonesButton() {
    this.pressed = h('button', { type: 'button', 'aria-pressed': String(Boolean(this.zones)), onclick: () => this.editZones() }, t('zones.title'));
    return this.pressed;
  }

  editZones() {
    if (this.zones) { this.zones.leave(); return; }
    if (!this.view?.width) { toast(t('zones.first')); return; }
    this.zones = new Zones(this.table, this.photo, () => {
      const inside = this.zones.panel.contains(document.activeElement);
      this.zones.panel.remove();
      this.zones = null;
      this.pressed.setAttribute('aria-pressed', 'false');
      if (inside) this.pressed.focus();
      this.draw();
    });
    this.controls.after(this.zones.panel);
    this.pressed.setAttribute('aria-pressed', 'true');
    this.zones.draw(this.view);
  }

  async close() {
    if (!confirm(t('watch.sure'))) return;
    await attempt(async () => {
      this.table = await post(`/v1/tables/${this.table.id}/close`);
      this.finished();
    });
  }

  end() {
    this.ended = true;
    clearInterval(this.poll);
    this.feed.end();
    this.heard.end();
    clearTimeout(this.later);
    this.events?.close();
    this.resize?.disconnect();
    this.zones?.leave();
    speechSynthesis?.cancel?.();
  }
}

/** Milliseconds until events that were refused are asked for again. */
const AGAIN = 3000;

const MARKS = { legal: '✓', illegal: '✗', 'cannot tell': '?', hand: '❖', score: '★', camera: '◉', problem: '!', match: '▤', turn: '↻', correction: '✎', card: '·' };
const below = (corners) => [corners.reduce((sum, [x]) => sum + x / 4, 0), Math.max(...corners.map(([, y]) => y))];
const slotOf = (place) => /\d+$/.exec(place ?? '')?.[0] ?? null;
