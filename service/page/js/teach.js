// "Teach a deck": photos of the spread pack in, a profile out that reads this deck's prints better.

import { busy, fill, h, keepFocus, toast } from './dom.js';
import { attempt, del, Failure, get, post } from './api.js';
import { short } from './cards.js';
import { incoming } from './drop.js';
import { isPicture, leftOut } from './intake.js';
import { refusals } from './notes.js';
import { photoButton, videoButton } from './shutter.js';
import { t } from './i18n.js';

const MOST = 12;

export async function show(main) {
  const kept = h('section', { class: 'panel' });
  const work = h('section', { class: 'panel stack' });
  const frame = () => fill(main, h('div', { class: 'page-head' }, h('h1', {}, t('teach.title')), h('p', { class: 'lead' }, t('teach.lead'))),
    h('div', { class: 'split' }, work, h('div', { class: 'stack' }, kept,
      h('section', { class: 'panel' }, h('h2', {}, t('teach.how')), h('ol', { class: 'steps' }, [1, 2, 3].map((step) => h('li', {}, t(`teach.step${step}`))))))));
  let files = [];
  let learning = false;
  const urls = [];

  async function list() {
    const { decks } = await get('/v1/decks');
    fill(kept, h('h2', {}, t('teach.kept')), decks.length ? h('table', { class: 'plain' }, h('tbody', {}, decks.map((deck) => h('tr', {}, h('td', {}, deck),
      h('td', {}, h('button', { type: 'button', class: 'danger', onclick: () => { if (confirm(t('teach.sure', { deck }))) attempt(async () => { await del(`/v1/decks/${encodeURIComponent(deck)}`); await list(); }); } }, t('matches.delete'))))))) : h('p', { class: 'empty' }, t('teach.none')));
  }

  function draw(answer) {
    const name = h('input', {
      type: 'text', id: 'deck', required: true, maxLength: 60, pattern: '[A-Za-z0-9][A-Za-z0-9 _.\\-]*', value: answer?.name ?? '',
      oninput: () => name.setCustomValidity(''), oninvalid: () => { if (name.validity.patternMismatch) name.setCustomValidity(t('teach.nameshape')); },
    });
    const back = keepFocus(work, 'button');
    const input = h('input', { type: 'file', accept: 'image/*', multiple: true, class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true', onchange: () => add(input.files) });
    const sources = [input, h('button', { type: 'button', onclick: () => input.click() }, t('teach.choose')), photoButton(add),
      videoButton(() => Math.max(1, MOST - files.length), add, toast)];
    const thumbs = files.map((file, at) => {
      const url = URL.createObjectURL(file);
      urls.push(url);
      return h('figure', { class: 'thumb' }, h('img', { src: url, alt: file.name }), h('button', { type: 'button', class: 'icon', 'aria-label': t('teach.remove', { name: file.name }), onclick: () => { files.splice(at, 1); draw({ name: name.value }); } }, '✕'));
    });
    fill(work, h('h2', {}, t('teach.new')),
      h('form', { class: 'stack', onsubmit: (event) => { event.preventDefault(); teach(name.value); } },
        h('div', { class: 'field' }, h('label', { htmlFor: 'deck' }, t('teach.name')), name),
        h('div', { class: 'actions' }, sources),
        thumbs.length ? h('div', { class: 'row' }, thumbs) : h('p', { class: 'empty' }, t('teach.photos')),
        h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'primary', disabled: !files.length }, t('teach.teach')))),
      answer?.node);
    back();
  }

  /** Photos of the pack; what is no picture, or one too many, is named. */
  function add(given) {
    // While a deck is learned nothing is added to it.
    if (learning || !given.length) return;
    const pictures = [...given].filter(isPicture);
    const room = MOST - files.length;
    files = [...files, ...pictures.slice(0, room)];
    draw({ name: work.querySelector('#deck').value, node: refusals([
      ...leftOut([...given].filter((file) => !isPicture(file)), 'score.nopicture'), ...leftOut(pictures.slice(room), 'teach.toomany')]) });
  }

  async function teach(name) {
    const data = new FormData();
    learning = true;
    data.append('name', name);
    for (const file of files) data.append('image', file, file.name || 'photo.jpg');
    fill(work, h('h2', {}, name), busy(t('teach.learning', { n: files.length })), h('progress', { 'aria-label': t('teach.learning', { n: files.length }) }));
    try {
      const taught = await post('/v1/decks', data).finally(() => { learning = false; });
      files = [];
      draw({ node: h('div', { class: 'note good', role: 'status' }, h('p', {}, t('teach.done', { deck: taught.deck, n: taught.cards })),
        h('p', {}, t('teach.errors', taught.errors)),
        taught.missing.length ? h('p', {}, t('teach.missing'), ' ', taught.missing.map(short).join(' ')) : null,
        taught.pictures.map((each, at) => each.advice && h('p', {}, t('teach.picture', { n: at + 1, advice: each.advice })))) });
      attempt(list);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      draw({ name, node: h('div', { class: 'note bad', role: 'alert' }, h('p', {}, error.message)) });
      toast(error.message);
    }
  }

  // In another language: the photos chosen and the name stay.
  async function again() {
    frame();
    const name = work.querySelector('#deck');
    if (name) draw({ name: name.value });
    await attempt(list);
  }

  frame();
  draw();
  const deaf = incoming(add);
  const leave = () => {
    deaf();
    for (const url of urls) URL.revokeObjectURL(url);
  };
  await list().catch((error) => { leave(); throw error; });
  return Object.assign(leave, { again });
}
