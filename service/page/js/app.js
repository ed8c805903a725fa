// The frame: language, light or dark, which page is shown.

import { fill, h, busy, toast } from './dom.js';
import { choose, language, load, t } from './i18n.js';
import { Failure, get, keyFromAddress, plain } from './api.js';
import { carriesFiles } from './drop.js';

const PAGES = {
  score: ([game]) => (['trash', 'bus', 'ace'].includes(game) ? import('./judge.js') : import('./score.js')),
  watch: () => import('./watch.js'),
  matches: () => import('./matches.js'),
  teach: () => import('./teach.js'),
  stream: () => import('./stream.js'),
};
const main = document.getElementById('main');
let leave = null;
let turn = 0;

function address() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  return [Object.hasOwn(PAGES, name) ? name : 'score', rest.map(plain)];
}

// The address names the page on show, and what its user brought is lost with it: going to the content leaves it as it is.
document.querySelector('.skip').addEventListener('click', (event) => { event.preventDefault(); main.focus(); });
// A file let go beside where it is taken would be opened by the browser in place of the page.
for (const kind of ['dragover', 'drop']) {
  addEventListener(kind, (event) => {
    if (event.defaultPrevented || !carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}

const entitle = () => { document.title = `${t(`nav.${address()[0]}`)} · Kibitz`; };

async function show(focus = true) {
  const [page, rest] = address();
  const mine = ++turn;
  leave?.();
  leave = null;
  // A dialog is of the page it was opened on, and so is a camera in it.
  for (const box of document.querySelectorAll('dialog[open]')) box.close();
  for (const link of document.querySelectorAll('#nav a')) {
    if (link.hash === `#/${page}`) { link.setAttribute('aria-current', 'page'); link.scrollIntoView({ inline: 'center', block: 'nearest' }); }
    else link.removeAttribute('aria-current');
  }
  entitle();
  // Every page has a place of its own: what one that was left writes late is seen by nobody.
  const place = h('div', {});
  const current = () => mine === turn;
  try {
    const module = await PAGES[page](rest).catch(() => { throw new Failure({ detail: t('error.offline') }, 0); });
    if (!current()) return;
    fill(main, place);
    const done = await module.show(place, rest, current);
    if (current()) leave = done ?? null;
    else done?.();
  } catch (error) {
    if (!current()) return;
    if (!(error instanceof Failure)) throw error;
    // An address of another form than that of a table or a match names none either; asking again changes nothing.
    const malformed = error.status === 422;
    fill(main, h('div', { class: 'note bad', role: 'alert' }, h('p', {}, malformed ? t('error.nowhere') : error.message),
      h('p', {}, malformed || error.status === 404 ? h('a', { class: 'button', href: `#/${page}` }, t(`nav.${page}`))
        : h('button', { type: 'button', onclick: () => show() }, t('error.again')))));
  }
  // Who has gone into the page already, while it asked the server for the rest of it, stays there.
  const at = document.activeElement;
  if (current() && focus && (at === main || !main.contains(at))) {
    scrollTo(0, 0);
    const title = main.querySelector('h1');
    if (title) { title.tabIndex = -1; title.focus({ preventScroll: true }); }
  }
}

function themeButton() {
  const button = document.getElementById('theme');
  const kept = () => { try { return localStorage.getItem('kibitz.theme'); } catch { return null; } };
  const dark = () => (kept() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const apply = () => {
    if (kept()) document.documentElement.dataset.theme = kept();
    button.textContent = dark() ? '☾' : '☀';
    button.setAttribute('aria-pressed', String(dark()));
  };
  button.addEventListener('click', () => {
    try { localStorage.setItem('kibitz.theme', dark() ? 'light' : 'dark'); } catch { return; }
    apply();
  });
  apply();
}

fill(main, busy('…'));
themeButton();
const languages = document.getElementById('language');
await load();
languages.value = language;
languages.addEventListener('change', async () => {
  try { await choose(languages.value); } catch {
    languages.value = language;
    toast(t('error.offline'));
    return;
  }
  // A page that holds what its user brought says it again in the other words; the others are shown anew.
  if (!leave?.again) { show(false); return; }
  entitle();
  leave.again();
});
await keyFromAddress();
addEventListener('hashchange', () => show());
show(false);
get('/v1/about').then((about) => { document.getElementById('source').href = about.source; }, () => {});
