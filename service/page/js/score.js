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
  const state = { photos: [], unread: [], reading: 0, knocker: null, astray: false, answer: null, fixes: new Map(), moves: new Map(), added: {} };
  const stage = h('div', {});
  let about = null;
  let deck = null;
  let form = null;

  // The words around the photos; again in another language, with what was chosen.
  const frame = () => {
    deck = deckChoice(deck?.value());
    form = rulesForm('gin', () => state.photos.length && score(), form?.values());
    fill(main,
      h('div', { class: 'page-head' }, h('h1', {}, t('score.title')), h('p', { class: 'lead' }, t('score.lead'))), stage);
  };

  const clear = () => {
    for (const each of state.photos) URL.revokeObjectURL(each.url);
    Object.assign(state, { photos: [], knocker: null, astray: false, answer: null, added: {} });
    state.fixes.clear();
    state.moves.clear();
  };

  const begin = () => fill(stage, h('div', { class: 'stack' }, refusals(state.unread), dropZone(add)),
    h('details', { class: 'fold', style: { 'margin-top': '22px' } },
      h('summary', {}, t('score.rules')), deck.element, form.element));

  const start = () => {
    clear();
    state.unread = [];
    begin();
  };

  const read = (file, name) => {
    const data = new FormData();
    data.append('image', file, file.name || 'photo.jpg');
    data.append('packs', '1');
    if (name) data.append('deck', name);
    return post('/v1/readings', data);
  };

  async function add(files) {
    const shown = [...files].filter((file) => file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name));
    if (!shown.length) return toast(t('score.nopicture'));
    const pictures = shown.slice(0, 2);
    const found = [];
    // What is passed over is named.
    const unread = [...files].filter((file) => !pictures.includes(file)).map((file) =>
      t('score.unread', { name: file.name, problem: t(shown.includes(file) ? 'score.toomany' : 'score.nopicture') }));
    const url = URL.createObjectURL(pictures[0]);
    fill(stage, h('div', { class: 'split' }, h('div', { class: 'photo' }, h('img', { src: url, alt: '' })),
      h('div', { class: 'panel' }, busy(t('score.reading')), h('progress', { 'aria-label': t('score.reading') }))));
    state.reading += 1;
    try {
      for (const file of pictures) {
        const name = deck.value();
        try {
          const reading = await read(file, name);
          found.push({ url: URL.createObjectURL(file), name: file.name, file, deck: name, reading });
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          unread.push(error.message.includes(file.name) ? error.message : t('score.unread', { name: file.name, problem: error.message }));
        }
      }
    } finally {
      state.reading -= 1;
      URL.revokeObjectURL(url);
    }
    // A photo that cannot be read takes nothing from those that can.
    state.unread = unread;
    if (found.length) {
      if (state.photos.length + found.length > 2 || state.answer?.hands.length > 1) clear();
      state.photos.push(...found);
      // The hand that lay alone is the first of two now.
      if (state.photos.length === 2 && state.added.near) state.added = { first: state.added.near };
      state.knocker = null;
    }
    if (state.photos.length) await score();
    else begin();
    return undefined;
  }

  const judged = () => post('/v1/gin/table', {
    readings: state.photos.map((each) => each.reading), knocker_side: state.knocker, rules: form.values(),
    fixes: Object.fromEntries(state.fixes), hands: Object.fromEntries(state.moves), added: state.added,
  });

  async function score() {
    state.astray = false;
    try {
      state.answer = await judged().catch((error) => {
        // The hands lie otherwise than when one was chosen: who knocked is asked anew.
        if (error.problem?.rule !== 'photo.no_side' || error.problem.field === 'added' || !state.knocker) throw error;
        Object.assign(state, { knocker: null, astray: true });
        return judged();
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      state.answer = unscored(state.answer, error.message);
    }
    draw();
  }

  const used = () => state.answer.cards.map((each) => each.card).filter(Boolean);

  // A card that lies there and was not found; it has no outline, and is told by its place among those added.
  async function addCard(side) {
    const chosen = await pickCard({ title: t('correct.which'), used: used() });
    if (!chosen) return;
    const place = (state.added[side] ??= []).push(chosen.card) - 1;
    await rescored(`added.${side}.${place}`);
  }

  async function replaceAdded(id, side, place) {
    const cards = state.added[side];
    const chosen = await pickCard({
      title: t('correct.title'), current: cards[place], used: used(), actions: [['reset', t('correct.reset')]],
    });
    if (!chosen) return;
    if (chosen.card) cards[place] = chosen.card;
    else cards.splice(place, 1);
    if (!cards.length) delete state.added[side];
    await rescored(id);
  }

  async function rescored(id) {
    await score();
    toast(t('correct.done'));
    stage.querySelector(`[data-card="${id}"]`)?.focus();
  }

  async function correct(id) {
    const [origin, side, place] = id.split('.');
    if (origin === 'added') return replaceAdded(id, side, Number(place));
    const card = state.answer.cards.find((each) => each.id === id) ?? { id, card: null, hand: null };
    const [picture, index] = id.split('.').map(Number);
    const seen = state.photos[picture].reading.cards[index];
    const chosen = await pickCard({
      title: t('correct.title'), current: card.card, used: used(),
      likely: Object.keys(seen.candidates ?? {}).slice(0, 4),
      picture: h('p', {}, t('correct.read', { card: spoken(seen.side === 'down' ? 'down' : seen.card) })),
      actions: [
        state.answer.hands.length > 1 && card.hand ? ['other', t('correct.other')] : null,
        ...(state.answer.hands.length > 1 && !card.hand ? state.answer.hands.map((hand) => [hand.role, t('correct.into', { hand: t(`hand.${hand.role}`) })]) : []),
        ['ignore', t('correct.ignore')],
        state.fixes.has(id) || state.moves.has(id) ? ['reset', t('correct.reset')] : null,
      ].filter(Boolean),
    });
    if (!chosen) return undefined;
    if (chosen.card) state.fixes.set(id, chosen.card);
    else if (chosen.action === 'ignore') state.fixes.set(id, null);
    else if (chosen.action === 'knocker' || chosen.action === 'defender') state.moves.set(id, chosen.action);
    else if (chosen.action === 'other') state.moves.set(id, card.hand === 'knocker' ? 'defender' : 'knocker');
    else { state.fixes.delete(id); state.moves.delete(id); }
    await rescored(id);
    keep(picture);
    return undefined;
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
      const found = answer.cards.find((each) => each.id === id);
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
        refusals(state.unread),
        state.astray ? h('div', { class: 'note', role: 'alert' }, h('p', {}, t('score.astray'))) : null,
        answer.problem ? h('div', { class: 'note bad', role: 'alert' }, h('p', {}, answer.problem), h('p', {}, t('score.fixhint'))) : null,
        scorePanel(answer),
        two && state.photos.length === 1 ? h('div', { class: 'field' }, h('span', {}, t('score.who')),
          segmented(t('score.who'), answer.hands.map((hand) => hand.side).sort((a, b) => SIDES.indexOf(a) - SIDES.indexOf(b)).map((side) => [side, t(`side.${side}`)]), answer.hands[0].side, (side) => { state.knocker = side; score(); })) : null,
        two && state.photos.length === 2 ? h('button', { type: 'button', onclick: () => { state.knocker = state.knocker === 'second' ? 'first' : 'second'; score(); } }, t('score.swap')) : null,
        answer.hands.map((hand) => handPanel(hand, answer.cards, Boolean(answer.score), correct, addCard)),
        h('p', { class: 'hint' }, t('score.taphint')),
        h('details', { class: 'fold' }, h('summary', {}, t('score.rules')), form.element))));
  }

  // In another language: photos and corrections stay, what the server says of them is asked for anew.
  async function again() {
    frame();
    if (state.reading) return;
    if (!state.photos.length) { begin(); return; }
    await score();
    const advised = state.photos.filter((each) => each.reading.advice?.length);
    try {
      for (const each of advised) each.reading.advice = (await read(each.file, each.deck)).advice;
    } catch (error) { if (!(error instanceof Failure)) throw error; }
    if (advised.length && advised.every((each) => state.photos.includes(each)) && !state.reading) draw();
  }

  frame();
  start();
  const paste = (event) => { if (event.clipboardData?.files.length) add(event.clipboardData.files); };
  document.addEventListener('paste', paste);
  const leave = () => {
    document.removeEventListener('paste', paste);
    for (const each of state.photos) URL.revokeObjectURL(each.url);
  };
  return Object.assign(leave, { again });
}

/** What is on show when the server refuses to score it: its cards can still be corrected. */
const unscored = (answer, problem) => ({
  problem, score: null,
  cards: (answer?.cards ?? []).map((card) => ({ ...card, meld: null, letter: null, laid_off: false })),
  hands: (answer?.hands ?? []).map((hand) => ({ ...hand, points: null })),
});

const refusals = (lines) => (lines.length ? h('div', { class: 'note bad', role: 'alert' }, lines.map((line) => h('p', {}, line))) : null);

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
