// One live table in the browser: camera frames out, outlines and events in, corrections, zones, sound.

import { fill, h, toast } from './dom.js';
import { Failure, post } from './api.js';
import { short, spoken } from './cards.js';
import { photo } from './photo.js';
import { pickCard } from './picker.js';
import { board } from './board.js';
import { Zones } from './zones.js';
import { speak, warn } from './voice.js';
import { t } from './i18n.js';

const WIDTH = 1280;
const QUALITY = 0.82;

export class LiveTable {
  constructor(table) {
    this.table = table;
    this.view = table.view;
    this.video = h('video', { muted: true, playsInline: true, autoplay: true, 'aria-label': t('watch.camera') });
    this.still = h('img', { alt: t('watch.still'), hidden: true });
    this.photo = photo([this.video, this.still]);
    this.stage = h('div', { class: 'stage' }, this.photo.element, this.placeholder());
    this.canvas = document.createElement('canvas');
    this.status = h('p', { class: 'status', role: 'status' });
    this.controls = h('div', { class: 'actions' });
    this.refused = h('div', { role: 'alert' });
    this.verdict = h('div', { 'aria-live': 'assertive' });
    this.board = h('div', {});
    this.lines = h('ol', { class: 'commentary', reversed: true });
    this.heading = h('h2', {}, t('watch.commentary'));
    this.none = h('p', { class: 'empty' }, t('watch.quiet'));
    this.log = h('section', { class: 'panel' }, this.heading, this.lines, this.none);
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
    if (this.zones) this.editZones();
    else this.drawControls();
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
    if (this.view) this.showStill();
    if (!this.table.open) { this.say('watch.closed'); return; }
    if (this.table.options.camera) { this.say('watch.server'); this.poll = setInterval(() => this.showStill(), 700); return; }
    if (navigator.mediaDevices?.getUserMedia) await this.choose();
    else this.say('watch.insecure');
  }

  say(key) { this.said = key; fill(this.status, t(key)); }

  tell(text) { this.said = null; fill(this.status, text); }

  async choose(deviceId) {
    this.stopCamera();
    fill(this.refused);
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        audio: false, video: { deviceId: deviceId ? { exact: deviceId } : undefined, facingMode: deviceId ? undefined : 'environment', width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
      });
    } catch (error) {
      this.say(error.name === 'NotAllowedError' ? 'watch.denied' : 'watch.failed');
      this.showDevices([]);
      return;
    }
    this.video.srcObject = this.stream;
    await this.video.play();
    this.started();
    const devices = (await navigator.mediaDevices.enumerateDevices()).filter((each) => each.kind === 'videoinput');
    this.showDevices(devices, this.stream.getVideoTracks()[0].getSettings().deviceId);
    this.stream.getVideoTracks()[0].addEventListener('ended', () => this.say('watch.lost'));
  }

  // Whether the browser can play a file is tried out of sight: the camera goes on until it can.
  async file(file) {
    fill(this.refused);
    const url = URL.createObjectURL(file);
    const plays = await playable(url);
    if (this.ended || !plays) {
      URL.revokeObjectURL(url);
      if (!plays) this.refuse(file);
      return;
    }
    this.stopCamera();
    this.url = url;
    this.video.srcObject = null;
    this.video.src = url;
    this.video.loop = false;
    this.video.onerror = () => { if (this.url === url) this.refuse(file); };
    this.showDevices([]);
    try { await this.video.play(); } catch { return; }
    this.started();
  }

  refuse(file) { fill(this.refused, h('div', { class: 'note bad' }, h('p', {}, t('shutter.unplayable', { name: file.name })))); }

  started() {
    this.hint.hidden = true;
    this.still.hidden = true;
    this.video.hidden = false;
    this.connect();
  }

  stopCamera() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = null;
  }

  connect() {
    this.socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/v1/tables/${this.table.id}/frames`);
    this.socket = socket;
    this.waiting = false;
    this.wait = this.wait ?? 500;
    socket.addEventListener('open', () => { this.wait = 500; this.send(); });
    socket.addEventListener('message', (event) => this.answered(JSON.parse(event.data)));
    socket.addEventListener('close', (event) => {
      if (this.ended || this.socket !== socket) return;
      if (event.code === 4000) { this.say('watch.taken'); return; }
      if (event.code === 1000 || event.code === 1008) { this.say('watch.closed'); return; }
      this.say('watch.reconnect');
      this.wait = Math.min(this.wait * 2, 8000);
      setTimeout(() => { if (this.socket === socket) this.reconnect(socket); }, this.wait);
    });
  }

  // A refused connection does not say why: whether the table is still there is asked for itself.
  async reconnect(socket) {
    const answer = await fetch(`/v1/tables/${this.table.id}`).catch(() => null);
    if (this.ended || this.socket !== socket) return;
    if (answer?.status === 404) this.say('watch.notable');
    else this.connect();
  }

  // The next frame goes when the last one was answered: nothing queues up anywhere, and the newest is always shown.
  send() {
    const { socket } = this;
    if (this.ended || socket?.readyState !== WebSocket.OPEN || this.waiting) return;
    const { videoWidth, videoHeight } = this.video;
    if (!videoWidth || this.video.paused || document.hidden) { setTimeout(() => this.send(), 120); return; }
    const scale = Math.min(1, WIDTH / videoWidth);
    this.canvas.width = Math.round(videoWidth * scale);
    this.canvas.height = Math.round(videoHeight * scale);
    this.canvas.getContext('2d').drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    this.waiting = true;
    this.canvas.toBlob(async (blob) => {
      const data = await blob?.arrayBuffer();
      if (this.socket !== socket) return;
      if (!data || socket.readyState !== WebSocket.OPEN) { this.waiting = false; return; }
      socket.send(data);
    }, 'image/jpeg', QUALITY);
  }

  answered(message) {
    this.waiting = false;
    requestAnimationFrame(() => this.send());
    if (message.type === 'seen') {
      this.view = message.view;
      this.times = [...this.times.slice(-19), performance.now()];
      const rate = this.times.length > 1 ? 1000 * (this.times.length - 1) / (this.times.at(-1) - this.times[0]) : 0;
      this.tell([t(this.view.settled ? 'watch.settled' : 'watch.moving'), t('watch.rate', { n: Math.round(rate) }), this.view.mirrored ? t('watch.mirrored') : null].filter(Boolean).join(' · '));
      this.draw();
      fill(this.board, board(this.table.game, this.view));
    } else if (message.type === 'problem') this.tell(message.problem.detail);
  }

  async showStill() {
    const answer = await fetch(`/v1/tables/${this.table.id}/frame`, { cache: 'no-store' });
    if (!answer.ok || this.ended) return;
    const url = URL.createObjectURL(await answer.blob());
    this.still.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    this.still.src = url;
    this.still.hidden = false;
    this.video.hidden = true;
    this.hint.hidden = true;
    const table = await (await fetch(`/v1/tables/${this.table.id}`)).json();
    this.view = table.view ?? this.view;
    this.draw();
    fill(this.board, board(this.table.game, this.view));
  }

  draw() {
    if (!this.view?.width) return;
    if (this.zones) { this.zones.draw(this.view); return; }
    const marks = this.view.cards.map((card) => {
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
    try {
      await post(`/v1/tables/${this.table.id}/corrections`, { card: card.id, code: chosen.card ?? 'down', seen: shown ?? '?' });
      toast(t('correct.told'));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      toast(error.message);
    }
  }

  // Server-sent events carry their numbers: after a lost connection the browser asks for what it has missed.
  listen() {
    const from = Math.max(0, this.table.last - 60);
    this.events = new EventSource(`/v1/tables/${this.table.id}/events?after=${from}`);
    const old = this.table.last;
    const take = (event) => this.happened(JSON.parse(event.data), Number(event.lastEventId) > old);
    for (const kind of ['card', 'turn', 'verdict', 'hand', 'score', 'camera', 'problem', 'correction', 'match', 'table']) this.events.addEventListener(kind, take);
    this.events.addEventListener('closed', () => { this.events.close(); this.say('watch.closed'); });
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
    if (this.voice && (this.voice === 'all' || bad)) speak(text);
  }

  judged(verdict, fresh) {
    const kind = { legal: 'good', illegal: 'bad', 'cannot tell': '' }[verdict.verdict];
    const fault = verdict.explanation?.fault;
    this.banner = verdict;
    this.wrong = new Set(verdict.verdict === 'illegal' && fault?.slot ? [`${verdict.player} ${fault.slot}`] : []);
    fill(this.verdict, h('div', { class: `banner ${kind}${fresh ? ' new' : ''}` },
      h('strong', {}, h('span', { 'aria-hidden': 'true' }, `${MARKS[verdict.verdict]} `), t(`verdict.${verdict.verdict}`)), h('p', {}, verdict.sentence)));
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
      this.table.open && !this.stream && navigator.mediaDevices ? h('button', { type: 'button', class: 'primary', onclick: () => this.choose() }, t('watch.turnon')) : null,
      this.table.open ? [file, h('button', { type: 'button', onclick: () => file.click() }, t('watch.video'))] : null,
      this.table.open ? h('button', { type: 'button', 'aria-pressed': String(Boolean(this.zones)), onclick: () => this.editZones() }, t('zones.title')) : null);
    const check = (label, checked, set) => h('label', { class: 'check' }, h('input', { type: 'checkbox', checked, onchange: (event) => set(event.target.checked) }), h('span', {}, label));
    fill(this.more, h('section', { class: 'panel' }, h('h2', {}, t('watch.listen')),
      check(t('watch.sound'), Boolean(this.sound), (on) => { this.sound = on; if (on) warn(0.05); }),
      check(t('watch.speakillegal'), this.voice === 'illegal', (on) => { this.voice = on ? 'illegal' : null; this.drawControls(); }),
      check(t('watch.speakall'), this.voice === 'all', (on) => { this.voice = on ? 'all' : null; this.drawControls(); }),
      h('div', { class: 'actions' }, h('a', { class: 'button', href: `#/stream/${this.table.id}` }, t('watch.tostream')),
        this.table.open ? h('button', { type: 'button', class: 'danger', onclick: () => this.close() }, t('watch.close')) : null)));
  }

  editZones() {
    if (this.zones) { this.zones.leave(); this.zones = null; this.draw(); this.drawControls(); return; }
    if (!this.view?.width) { toast(t('zones.first')); return; }
    this.zones = new Zones(this.table, this.photo, () => { this.zones = null; this.draw(); });
    this.controls.after(this.zones.panel);
    this.zones.draw(this.view);
  }

  async close() {
    if (!confirm(t('watch.sure'))) return;
    this.table = await post(`/v1/tables/${this.table.id}/close`);
    this.stopCamera();
    this.showDevices([]);
    this.say('watch.closed');
  }

  end() {
    this.ended = true;
    clearInterval(this.poll);
    this.stopCamera();
    this.socket?.close();
    this.events?.close();
    this.resize?.disconnect();
    this.zones?.leave();
    speechSynthesis?.cancel?.();
  }
}

/** Whether the browser can show pictures of this video. */
const playable = (url) => new Promise((resolve) => {
  const trial = h('video', { muted: true, playsInline: true, preload: 'auto' });
  trial.addEventListener('loadeddata', () => resolve(trial.videoWidth > 0), { once: true });
  trial.addEventListener('error', () => resolve(false), { once: true });
  trial.src = url;
});

const MARKS = { legal: '✓', illegal: '✗', 'cannot tell': '?', hand: '❖', score: '★', camera: '◉', problem: '!', match: '▤', turn: '↻', correction: '✎', card: '·' };
const below = (corners) => [corners.reduce((sum, [x]) => sum + x / 4, 0), Math.max(...corners.map(([, y]) => y))];
const slotOf = (place) => /\d+$/.exec(place ?? '')?.[0] ?? null;
