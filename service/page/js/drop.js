// How pictures of hands come in: dropped, chosen, taken, or the sample.

import { h, toast } from './dom.js';
import { drawing } from './cards.js';
import { photoButton } from './shutter.js';
import { t } from './i18n.js';

function fileButton(label, add, kind = 'primary') {
  const input = h('input', {
    type: 'file', accept: 'image/*', multiple: true, class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true',
    onchange: () => { add(input.files); input.value = ''; },
  });
  return [input, h('button', { type: 'button', class: kind, onclick: () => input.click() }, label)];
}

/** A button for the photo of the other hand. */
export const addButton = (add) => h('span', {}, fileButton(t('score.second'), add, ''));

/** The place where photos come in; `type` is called by who has none and names the cards instead. */
export function dropZone(add, type) {
  const zone = h('section', {
    class: 'drop', 'aria-label': t('score.drop'),
    ondragover: (event) => { event.preventDefault(); zone.classList.add('over'); },
    ondragleave: () => zone.classList.remove('over'),
    ondrop: (event) => { event.preventDefault(); zone.classList.remove('over'); add(event.dataTransfer.files); },
  },
  h('div', { class: 'fan', 'aria-hidden': 'true' }, ['9S', '10S', 'JS', 'QH', 'QD'].map((code) => drawing(code))),
  h('h2', {}, t('score.drop')),
  h('p', { class: 'hint' }, t('score.drophint')),
  h('div', { class: 'actions' },
    fileButton(t('score.choose'), add), photoButton(add),
    h('button', { type: 'button', class: 'quiet', onclick: () => sample(add) }, t('score.sample')),
    h('button', { type: 'button', class: 'quiet', onclick: type }, t('score.type'))));
  return zone;
}

async function sample(add) {
  let picture;
  try {
    const answer = await fetch('/img/sample.jpg');
    if (!answer.ok) return toast(t('score.nosample'));
    picture = await answer.blob();
  } catch { return toast(t('error.offline')); }
  return add([new File([picture], 'sample.jpg', { type: 'image/jpeg' })]);
}
