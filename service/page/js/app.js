// The frame: language, light or dark, which page is shown.

import { fill, h, busy } from './dom.js';
import { choose, language, load, t } from './i18n.js';
import { get, keyFromAddress } from './api.js';

const PAGES = {
  score: () => import('./score.js'),
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
  return [name in PAGES ? name : 'score', rest];
}

const entitle = () => { document.title = `${t(`nav.${address()[0]}`)} · Kibitz`; };

async function show(focus = true) {
  const [page, rest] = address();
  const mine = ++turn;
  leave?.();
  leave = null;
  for (const link of document.querySelectorAll('#nav a')) {
    if (link.hash === `#/${page}`) { link.setAttribute('aria-current', 'page'); link.scrollIntoView({ inline: 'center', block: 'nearest' }); }
    else link.removeAttribute('aria-current');
  }
  entitle();
  try {
    const module = await PAGES[page]();
    if (mine !== turn) return;
    fill(main);
    leave = (await module.show(main, rest.map(decodeURIComponent))) ?? null;
  } catch (error) {
    fill(main, h('div', { class: 'note bad', role: 'alert' }, h('p', {}, error.message)));
  }
  if (mine === turn && focus) {
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
  await choose(languages.value);
  // A page that holds what its user brought says it again in the other words; the others are shown anew.
  if (!leave?.again) { show(false); return; }
  entitle();
  leave.again();
});
await keyFromAddress();
addEventListener('hashchange', () => show());
show(false);
get('/v1/about').then((about) => { document.getElementById('source').href = about.source; }, () => {});
