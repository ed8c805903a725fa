// "Score a hand": photos in, cards outlined, melds and deadwood shown, every card open to correction.

import { busy, fill, h, segmented, toast } from './dom.js';
import { Failure, get, post } from './api.js';
import { drawing, spoken } from './cards.js';
import { markOf, photo } from './photo.js';
import { pickCard } from './picker.js';
import { deckChoice, rulesForm } from './options.js';
import { photoButton } from './shutter.js';
import { t } from './i18n.js';
import { handPanel, scorePanel } from './showdown.js';

const SIDES = ['near', 'far', 'left', 'right'];

export async function show(main) {
  const state = { photos: [], knocker: null, rules: {}, answer: null, fixes: new Map(), moves: new Map() };
  const stage = h('div', {});
  let about = null;
  fill(main,
    h('div', { class: 'page-head' }, h('h1', {}, t('score.title')), h('p', { class: 'lead' }, t('score.lead'))), stage);
  const deck = deckChoice();
  const form = rulesForm('gin', () => state.photos.length && score());

  const start = () => {
    for (const each of state.photos) URL.revokeObjectURL(each.url);
    Object.assign(state, { photos: [], answer: null });
    state.fixes.clear();
    state.moves.clear();
    fill(stage, dropZone(add, false), h('details', { class: 'fold', style: { 'margin-top': '22px' } },
      h('summary', {}, t('score.rules')), deck.element, form.element));
  };

  async function add(files) {
    const pictures = [...files].filter((file) => file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name)).slice(0, 2);
    if (!pictures.length) return toast(t('score.nopicture'));
    if (state.photos.length + pictures.length > 2) { for (const each of state.photos) URL.revokeObjectURL(each.url); state.photos = []; state.fixes.clear(); state.moves.clear(); }
    const url = URL.createObjectURL(pictures[0]);
    fill(stage, h('div', { class: 'split' }, h('div', { class: 'photo' }, h('img', { src: url, alt: '' })),
      h('div', { class: 'panel' }, busy(t('score.reading')), h('progress', { 'aria-label': t('score.reading') }))));
    try {
      for (const file of pictures) {
        const data = new FormData();
        data.append('image', file, file.name || 'photo.jpg');
        data.append('packs', '1');
        if (deck.value()) data.append('deck', deck.value());
        const reading = await post('/v1/readings', data);
        state.photos.push({ url: URL.createObjectURL(file), name: file.name, file, reading });
      }
      await score();
    } catch (error) {
      failed(error);
    } finally {
      URL.revokeObjectURL(url);
    }
    return undefined;
  }

  function failed(error) {
    if (!(error instanceof Failure)) throw error;
    fill(stage, h('div', { class: 'stack' }, h('div', { class: 'note bad', role: 'alert' }, h('p', {}, error.message)), dropZone(add, false)));
  }

  async function score() {
    const body = {
      readings: state.photos.map((each) => each.reading), knocker_side: state.knocker, rules: form.values(),
      fixes: Object.fromEntries(state.fixes), hands: Object.fromEntries(state.moves),
    };
    try {
      state.answer = await post('/v1/gin/table', body);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      state.answer = { problem: error.message, hands: state.answer?.hands ?? [] };
    }
    draw();
  }

  async function correct(id) {
    const card = state.answer.cards?.find((each) => each.id === id);
    if (!card) return;
    const [picture, index] = id.split('.').map(Number);
    const seen = state.photos[picture].reading.cards[index];
    const chosen = await pickCard({
      title: t('correct.title'), current: card.card, used: state.answer.cards.map((each) => each.card).filter(Boolean),
      likely: Object.keys(seen.candidates ?? {}).slice(0, 4),
      picture: h('p', {}, t('correct.read', { card: spoken(seen.side === 'down' ? 'down' : seen.card) })),
      actions: [
        state.answer.hands.length > 1 && card.hand ? ['other', t('correct.other')] : null,
        ...(state.answer.hands.length > 1 && !card.hand ? state.answer.hands.map((hand) => [hand.role, t('correct.into', { hand: t(`hand.${hand.role}`) })]) : []),
        ['ignore', t('correct.ignore')],
        state.fixes.has(id) || state.moves.has(id) ? ['reset', t('correct.reset')] : null,
      ].filter(Boolean),
    });
    if (!chosen) return;
    if (chosen.card) state.fixes.set(id, chosen.card);
    else if (chosen.action === 'ignore') state.fixes.set(id, null);
    else if (chosen.action === 'knocker' || chosen.action === 'defender') state.moves.set(id, chosen.action);
    else if (chosen.action === 'other') state.moves.set(id, card.hand === 'knocker' ? 'defender' : 'knocker');
    else { state.fixes.delete(id); state.moves.delete(id); }
    await score();
    keep(picture);
    toast(t('correct.done'));
    stage.querySelector(`[data-card="${id}"]`)?.focus();
  }

  // Only where the server's owner keeps corrected pictures does the photo go there for that.
  async function keep(picture) {
    try {
      about ??= await get('/v1/about');
      if (!about.keeps_corrections) return;
      const photo_ = state.photos[picture];
      const cards = photo_.reading.cards.map((card, at) => {
        const fixed = state.fixes.get(`${picture}.${at}`);
        return { card: fixed ?? card.card, read: card.card, side: fixed ? 'up' : card.side, corners: card.corners };
      }).filter((card) => card.side === 'down' || card.card);
      const data = new FormData();
      data.append('image', photo_.file, photo_.name || 'photo.jpg');
      data.append('cards', JSON.stringify({ cards }));
      await post('/v1/corrections', data);
    } catch (error) { if (!(error instanceof Failure)) throw error; }
  }

  function draw() {
    const { answer } = state;
    const pictures = state.photos.map((each, at) => {
      const shown = photo(h('img', { src: each.url, alt: t('score.alt', { n: each.reading.cards.length }), width: each.reading.width, height: each.reading.height }));
      const again = () => shown.draw(each.reading.cards.map((card, index) => mark(card, `${at}.${index}`)).filter(Boolean), each.reading.width, each.reading.height);
      new ResizeObserver(again).observe(shown.element);
      return shown.element;
    });
    const mark = (card, id) => {
      const found = answer.cards?.find((each) => each.id === id);
      if (!found || found.hand === null) return found?.fixed ? null : { ...markOf(card, 'down', () => correct(id)), text: null };
      const dead = found.meld === null && found.card !== null;
      const unsure = found.card === null || (found.unsure && !found.fixed);
      const kind = unsure ? 'unknown' : !answer.score ? 'plain' : dead ? 'dead' : found.laid_off ? 'lay' : String(found.meld % 4 + 1);
      const drawn = markOf({ ...card, card: found.card, side: 'up' }, kind, () => correct(id), null);
      return {
        ...drawn, id, label: `${spoken(found.card)}, ${t('correct.tap')}`,
        group: unsure || !answer.score || found.laid_off ? null : dead ? `dead ${found.hand}` : `meld ${found.meld}`,
        text: found.laid_off ? `${drawn.text} → ${found.letter}` : unsure || answer.score ? drawn.text : null,
        ringText: dead ? `${answer.hands.find((each) => each.role === found.hand)?.points ?? ''}` : `${found.letter} · ${t(sameRank(found, answer.cards) ? 'meld.set' : 'meld.run')}`,
      };
    };
    const two = answer.hands.length > 1;
    fill(stage, h('div', { class: 'split' },
      h('div', { class: 'stack stay' }, pictures,
        h('div', { class: 'actions' },
          h('button', { type: 'button', onclick: start }, t('score.again')),
          state.photos.length === 1 && !two ? addButton(add) : null),
        warnings(state.photos)),
      h('div', { class: 'stack' },
        answer.problem ? h('div', { class: 'note bad', role: 'alert' }, h('p', {}, answer.problem), h('p', {}, t('score.fixhint'))) : null,
        scorePanel(answer),
        two && state.photos.length === 1 ? h('div', { class: 'field' }, h('span', {}, t('score.who')),
          segmented(t('score.who'), answer.hands.map((hand) => hand.side).sort((a, b) => SIDES.indexOf(a) - SIDES.indexOf(b)).map((side) => [side, t(`side.${side}`)]), answer.hands[0].side, (side) => { state.knocker = side; score(); })) : null,
        two && state.photos.length === 2 ? h('button', { type: 'button', onclick: () => { state.knocker = state.knocker === 'second' ? 'first' : 'second'; score(); } }, t('score.swap')) : null,
        answer.hands.map((hand) => handPanel(hand, answer.cards ?? [], Boolean(answer.score), correct)),
        h('p', { class: 'hint' }, t('score.taphint')),
        h('details', { class: 'fold' }, h('summary', {}, t('score.rules')), form.element))));
  }

  start();
  const paste = (event) => { if (event.clipboardData?.files.length) add(event.clipboardData.files); };
  document.addEventListener('paste', paste);
  return () => {
    document.removeEventListener('paste', paste);
    for (const each of state.photos) URL.revokeObjectURL(each.url);
  };
}

const sameRank = (card, all) => new Set(all.filter((each) => each.meld === card.meld && each.card && !each.laid_off).map((each) => each.card.slice(0, -1))).size === 1;

function warnings(photos) {
  const lines = photos.flatMap((each) => [...(each.reading.warnings ?? []), ...(each.reading.advice ?? [])]);
  return lines.length ? h('div', { class: 'note' }, lines.map((line) => h('p', {}, line))) : null;
}

function fileButton(label, add, kind = 'primary') {
  const input = h('input', {
    type: 'file', accept: 'image/*', multiple: true, class: 'visually-hidden', tabIndex: -1, 'aria-hidden': 'true',
    onchange: () => { add(input.files); input.value = ''; },
  });
  return [input, h('button', { type: 'button', class: kind, onclick: () => input.click() }, label)];
}

const addButton = (add) => h('span', {}, fileButton(t('score.second'), add, ''));

function dropZone(add) {
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
    h('button', { type: 'button', class: 'quiet', onclick: () => sample(add) }, t('score.sample'))));
  return zone;
}

async function sample(add) {
  const answer = await fetch('/img/sample.jpg');
  if (!answer.ok) return toast(t('score.nosample'));
  return add([new File([await answer.blob()], 'sample.jpg', { type: 'image/jpeg' })]);
}
