// Pictures from a webcam and out of a video, as files: what is posted is a JPEG wherever it came from.

import { busy, dialog, fill, h } from './dom.js';
import { t } from './i18n.js';

const QUALITY = 0.93;

/** A phone has a camera program of its own behind a file input; a laptop's webcam has to be opened here. */
export const webcam = () => Boolean(navigator.mediaDevices?.getUserMedia) && !matchMedia('(pointer: coarse)').matches;

/** The key of the sentence that says why the browser gives no camera. */
export const noCamera = (error) => ({ NotAllowedError: 'watch.denied', NotFoundError: 'watch.missing' }[error.name] ?? 'watch.failed');

const jpeg = (canvas, name) => new Promise((resolve) => { canvas.toBlob((blob) => resolve(blob && new File([blob], name, { type: 'image/jpeg' })), 'image/jpeg', QUALITY); });

function drawn(video) {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d').drawImage(video, 0, 0);
  return canvas;
}

/** A photo taken with the webcam, or null. */
export async function takePhoto() {
  const video = h('video', { muted: true, playsInline: true, autoplay: true, 'aria-label': t('watch.camera') });
  const status = h('p', { class: 'status', role: 'status' });
  let stream = null;
  let closed = false;
  const halt = () => { for (const track of stream?.getTracks() ?? []) track.stop(); };
  const open = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } } });
      // The camera may be given only after the dialog has been closed.
      if (closed) { halt(); return; }
      video.srcObject = stream;
      await video.play();
    } catch (error) {
      if (closed) return;
      fill(status, t(noCamera(error)));
    }
  };
  const chosen = await dialog(t('score.take'), (close) => {
    open();
    return h('div', { class: 'stack' }, h('div', { class: 'photo' }, video), status,
      h('div', { class: 'actions' }, h('button', {
        type: 'button', class: 'primary', autofocus: true,
        onclick: async () => { if (video.videoWidth) close(await jpeg(drawn(video), 'photo.jpg')); },
      }, t('shutter.press'))));
  }, t('close'));
  closed = true;
  halt();
  return chosen;
}

/** A button that opens the webcam, or a phone's own camera program. */
export function photoButton(add, { quiet = false } = {}) {
  const input = h('input', { type: 'file', accept: 'image/*', class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true', onchange: () => { add(input.files); input.value = ''; } });
  input.setAttribute('capture', 'environment');
  const press = async () => {
    if (!webcam()) { input.click(); return; }
    const file = await takePhoto();
    if (file) add([file]);
  };
  return [input, h('button', { type: 'button', class: quiet ? 'quiet' : '', onclick: press }, t('score.take'))];
}

/** When the next frame of a video is on show, or cannot be waited for: on a busy machine that is after it was sought. */
function shown(video) {
  const late = new Promise((resolve) => { setTimeout(resolve, 400); });
  return video.requestVideoFrameCallback ? Promise.race([new Promise((resolve) => { video.requestVideoFrameCallback(resolve); }), late]) : Promise.resolve();
}

/** So many pictures spread over a video. Rejects for a file that the browser cannot play. */
export async function stills(file, count, told) {
  const url = URL.createObjectURL(file);
  const video = h('video', { muted: true, playsInline: true, preload: 'auto' });
  const happens = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error('video')), { once: true });
  });
  try {
    const ready = happens('loadeddata');
    video.src = url;
    await ready;
    // Some recordings do not say how long they are until they have been sought to their end.
    if (!Number.isFinite(video.duration)) { const sought = happens('seeked'); video.currentTime = 1e6; await sought; }
    const length = Number.isFinite(video.duration) ? video.duration : video.currentTime;
    const found = [];
    for (let number = 0; number < count; number += 1) {
      const there = Promise.all([happens('seeked'), shown(video)]);
      video.currentTime = length * (number + 0.5) / count;
      await there;
      found.push(await jpeg(drawn(video), `${file.name}-${number + 1}.jpg`));
      told?.(number + 1, count);
    }
    return found.filter(Boolean);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A button that takes pictures out of a video file. */
export function videoButton(count, add, refused) {
  const status = h('span', { role: 'status' });
  const input = h('input', {
    type: 'file', accept: 'video/*', class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true',
    onchange: async () => {
      const [file] = input.files;
      input.value = '';
      if (!file) return;
      fill(status, busy(t('shutter.looking')));
      try {
        add(await stills(file, count(), (done, all) => fill(status, busy(t('shutter.step', { n: done, all })))));
      } catch { refused(t('shutter.unplayable', { name: file.name })); } finally { fill(status); }
    },
  });
  return [input, h('button', { type: 'button', onclick: () => input.click() }, t('watch.video')), status];
}
