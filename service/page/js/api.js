// Talking to the server: JSON in and out, and every error as a `Failure` that carries the server's problem details.

import { fill, h, dialog, toast } from './dom.js';
import { t, language } from './i18n.js';

export class Failure extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.problem = problem;
    this.status = status;
  }
}

let asking = null;
let opened = 0;

async function send(method, path, body, again = true) {
  const options = { method, headers: { Accept: 'application/json', 'Accept-Language': language } };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const before = opened;
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Failure({ detail: t('error.offline') }, 0);
  }
  // Whose refusal comes after a key was given asked without it: it asks again, not the user.
  if (answer.status === 401 && again && (opened !== before || await askKey())) return send(method, path, body, false);
  if (answer.status === 204) return null;
  const type = answer.headers.get('Content-Type') ?? '';
  let value = { detail: t('error.odd', { n: answer.status }) };
  if (type.includes('json')) {
    // The connection may break in the middle of an answer.
    try { value = await answer.json(); } catch { throw new Failure({ detail: t('error.offline') }, 0); }
  }
  if (!answer.ok) throw new Failure(value, answer.status);
  return value;
}

export const get = (path) => send('GET', path);
export const post = (path, body) => send('POST', path, body ?? {});
export const put = (path, body) => send('PUT', path, body);
export const patch = (path, body) => send('PATCH', path, body);
export const del = (path) => send('DELETE', path);

/** Do something that the server may refuse, or not be there for; then the user is told. Resolves with whether it was done. */
export async function attempt(work) {
  try { await work(); } catch (error) {
    if (!(error instanceof Failure)) throw error;
    toast(error.message);
    return false;
  }
  return true;
}

/** A part of an address, decoded; as it stands where a per cent sign in it begins nothing. */
export function plain(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

/** A key brought in the address (the QR code of `kibitz serve`), tried once and taken out of the address. */
export async function keyFromAddress() {
  const found = /[#&]key=([^&]+)/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, '', `${location.pathname}#/score`);
  // Without the server, or with a key that is none, the page says so by itself.
  await openSession(plain(found[1])).catch(() => {});
}

async function openSession(key) {
  const answer = await fetch('/v1/session', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ key }),
  });
  if (answer.ok) opened += 1;
  return answer.ok;
}

/** Ask for a key once, however many requests were refused meanwhile. */
function askKey() {
  asking ??= keyDialog().finally(() => { asking = null; });
  return asking;
}

function keyDialog() {
  return dialog(t('key.title'), (close) => {
    const input = h('input', { type: 'password', autocomplete: 'current-password', autofocus: true, required: true, id: 'key' });
    const wrong = h('p', { class: 'note bad', hidden: true, role: 'alert' }, t('key.wrong'));
    return h('form', {
      class: 'stack',
      onsubmit: async (event) => {
        event.preventDefault();
        const taken = await openSession(input.value).catch(() => null);
        if (taken) close(true);
        fill(wrong, t(taken === null ? 'error.offline' : 'key.wrong'));
        wrong.hidden = false;
      },
    }, h('p', {}, t('key.text')), h('div', { class: 'field' }, h('label', { htmlFor: 'key' }, t('key.label')), input), wrong,
    h('div', { class: 'actions' }, h('button', { class: 'primary', type: 'submit' }, t('key.open'))));
  }, t('close'));
}
