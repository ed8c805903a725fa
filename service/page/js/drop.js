// How pictures of hands come in: dropped, chosen, taken, or the sample.

import { h, once, toast } from './dom.js';
import { drawing } from './cards.js';
import { photoButton } from './shutter.js';
import { t } from './i18n.js';

function fileButton(label, add, kind = 'primary', multiple = true) {
  const input = h('input', {
    type: 'file', accept: 'image/*', multiple, class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true',
    onchange: () => { add(input.files); input.value = ''; },
  });
  return [input, h('button', { type: 'button', class: kind, onclick: () => input.click() }, label)];
}

/** A button for one photo more: of the other hand, where nothing else is said. */
export const addButton = (add, label = t('score.second')) => h('span', {}, fileButton(label, add, ''));

/**
 * The place where photos come in. `type` is called by who has none and names the cards instead, `sample` is the address
 * of a picture to try; there may be neither.
 */
export function dropZone(add, { type = null, sample = null, hint = t('score.drophint'), multiple = true }) {
  const zone = h('section', {
    class: 'drop', 'aria-label': t('score.drop'),
    ondragover: (event) => { if (carriesFiles(event)) zone.classList.add('over'); },
    ondragleave: () => zone.classList.remove('over'),
    ondrop: () => zone.classList.remove('over'),
  },
  h('div', { class: 'fan', 'aria-hidden': 'true' }, ['9S', '10S', 'JS', 'QH', 'QD'].map((code) => drawing(code))),
  h('h2', {}, t('score.drop')),
  h('p', { class: 'hint' }, hint),
  h('div', { class: 'actions' },
    fileButton(t('score.choose'), add, 'primary', multiple), photoButton(add),
    sample ? h('button', { type: 'button', class: 'quiet', onclick: once(() => trySample(add, sample)) }, t('score.sample')) : null,
    type ? h('button', { type: 'button', class: 'quiet', onclick: type }, t('score.type')) : null));
  return zone;
}

/** Whether files are dragged, and not words. */
export const carriesFiles = (event) => Boolean(event.dataTransfer?.types.includes('Files'));

/**
 * Files that are pasted, or let go anywhere on the page, go to `add`: a photo on show takes the place of the drop zone.
 * Returns what ends this.
 */
export function incoming(add) {
  const busy = () => document.querySelector('dialog[open]');
  const paste = (event) => { if (event.clipboardData?.files.length && !busy()) add(event.clipboardData.files); };
  const over = (event) => { if (carriesFiles(event) && !busy()) event.preventDefault(); };
  const drop = (event) => {
    if (!carriesFiles(event) || busy()) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  };
  const all = { paste, dragover: over, drop };
  for (const [kind, take] of Object.entries(all)) document.addEventListener(kind, take);
  return () => { for (const [kind, take] of Object.entries(all)) document.removeEventListener(kind, take); };
}

async function trySample(add, address) {
  let picture;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return toast(t('score.nosample'));
    picture = await answer.blob();
  } catch { return toast(t('error.offline')); }
  return add([new File([picture], 'sample.jpg', { type: 'image/jpeg' })]);
}
