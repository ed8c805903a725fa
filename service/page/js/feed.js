// A camera here, or a film, sent to a table picture by picture.

import { h } from './dom.js';
import { Failure, get } from './api.js';
import { noCamera } from './shutter.js';

const WIDTH = 1280;
const QUALITY = 0.82;

/** What a client is told that another has taken over from. */
const REPLACED = 4000;

/** Connections refused one after the other, while requests are answered, from which this is said. */
const BLOCKED = 3;

const halt = (stream) => { for (const track of stream?.getTracks() ?? []) track.stop(); };

/**
 * Pictures of a video element on their way to a table.
 *
 * `told` is called with what happens: `say(key)`, `started()`, `answered(message)`, `showDevices(devices, current)`,
 * `taken()` where another camera has taken over, `finished()` where the table is closed, `refuse(failure)` where the
 * server takes no pictures.
 */
export class Feed {
  constructor(table, video, told) {
    Object.assign(this, { table, video, told, stream: null, url: null, socket: null, ended: false, asked: 0, failed: 0 });
  }

  /** Whether a camera or a film is on. */
  get on() { return Boolean(this.stream || this.url); }

  async choose(deviceId) {
    this.stop();
    const mine = this.asked;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false, video: { deviceId: deviceId ? { exact: deviceId } : undefined, facingMode: deviceId ? undefined : 'environment', width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
      });
    } catch (error) {
      if (mine !== this.asked) return;
      this.told.say(noCamera(error));
      this.told.showDevices([]);
      return;
    }
    // Who was asked for the camera may have left meanwhile, or chosen otherwise: then nobody wants it.
    if (mine !== this.asked) { halt(stream); return; }
    this.stream = stream;
    this.video.srcObject = stream;
    const [track] = stream.getVideoTracks();
    track.addEventListener('ended', () => { if (this.stream === stream) { this.stop(); this.told.say('watch.lost'); this.told.showDevices([]); } });
    try { await this.video.play(); } catch (error) { if (error.name !== 'AbortError') throw error; }
    if (mine !== this.asked) return;
    this.told.started();
    this.connect();
    const devices = (await navigator.mediaDevices.enumerateDevices()).filter((each) => each.kind === 'videoinput');
    if (mine === this.asked) this.told.showDevices(devices, track.getSettings().deviceId);
  }

  /** Show a film instead. Whether the browser can play it is tried out of sight: the camera goes on until it can. */
  async film(file, refuse) {
    const url = URL.createObjectURL(file);
    const plays = await playable(url);
    if (this.ended || !plays) {
      URL.revokeObjectURL(url);
      if (!plays) refuse();
      return;
    }
    this.stop();
    this.url = url;
    this.video.src = url;
    this.video.loop = false;
    this.video.onerror = () => { if (this.url === url) refuse(); };
    this.told.showDevices([]);
    try { await this.video.play(); } catch { return; }
    if (this.url !== url) return;
    this.told.started();
    this.connect();
  }

  /** The camera off, and one that is still being asked for refused. */
  stop() {
    this.asked += 1;
    halt(this.stream);
    this.stream = null;
    this.video.srcObject = null;
    if (this.url) { URL.revokeObjectURL(this.url); this.video.removeAttribute('src'); }
    this.url = null;
  }

  /** Send nothing more. */
  hangUp() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  end() {
    this.ended = true;
    this.stop();
    this.hangUp();
  }

  connect() {
    this.hangUp();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/v1/tables/${this.table}/frames`);
    this.socket = socket;
    this.waiting = false;
    this.wait = this.wait ?? 500;
    socket.addEventListener('open', () => { this.wait = 500; this.failed = 0; this.send(); });
    socket.addEventListener('message', (event) => {
      if (this.socket !== socket) return;
      this.waiting = false;
      requestAnimationFrame(() => this.send());
      this.told.answered(JSON.parse(event.data));
    });
    socket.addEventListener('close', (event) => {
      if (this.socket !== socket) return;
      if (event.code === REPLACED) { this.told.taken(); return; }
      if (event.code === 1000 || event.code === 1008) { this.told.finished(); return; }
      if (this.failed < BLOCKED) this.told.say('watch.reconnect');
      this.wait = Math.min(this.wait * 2, 8000);
      setTimeout(() => { if (this.socket === socket) this.reconnect(socket); }, this.wait);
    });
  }

  // Browsers do not say why a connection is refused: the same is asked for as a request, with a key where one is wanted.
  async reconnect(socket) {
    let refusal = null;
    try { await get(`/v1/tables/${this.table}`); } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusal = error;
    }
    if (this.socket !== socket) return;
    if (refusal?.status >= 400 && refusal.status < 500 && refusal.status !== 429) {
      this.stop();
      this.hangUp();
      this.told.refuse(refusal);
      return;
    }
    this.failed = refusal ? 0 : this.failed + 1;
    // What lies between may pass requests on, and connections not.
    if (this.failed >= BLOCKED) this.told.say('watch.blocked');
    this.connect();
  }

  // The next frame goes when the last one was answered: nothing queues up anywhere, and the newest is always shown.
  send() {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN || this.waiting) return;
    const { videoWidth, videoHeight } = this.video;
    if (!this.on || !videoWidth || this.video.paused || document.hidden) { setTimeout(() => this.send(), 120); return; }
    this.canvas ??= document.createElement('canvas');
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
}

/** Whether the browser can show pictures of this video. */
const playable = (url) => new Promise((resolve) => {
  const trial = h('video', { muted: true, playsInline: true, preload: 'auto' });
  trial.addEventListener('loadeddata', () => resolve(trial.videoWidth > 0), { once: true });
  trial.addEventListener('error', () => resolve(false), { once: true });
  trial.src = url;
});
