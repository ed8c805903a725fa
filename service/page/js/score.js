// "Judge a photo", for gin: photos in, or cards named; cards outlined, melds and deadwood shown, every card open to
// correction.

import { fill, h, keepFocus, segmented, toast } from './dom.js';
import { Failure, post } from './api.js';
import { parse, spoken } from './cards.js';
import { Corrections, OPPOSITE } from './corrections.js';
import { addButton, dropZone, incoming } from './drop.js';
import { gameChoice } from './gamechoice.js';
import { advise, keep, readAll } from './intake.js';
import { RESULT, refusals, trouble, warnings } from './notes.js';
import { markOf, photo } from './photo.js';
import { pickCard } from './picker.js';
import { deckChoice, rulesForm } from './options.js';
import { t } from './i18n.js';
import { handPanel, openKnocker, scorePanel } from './showdown.js';

const SIDES = ['near', 'far', 'left', 'right', 'first', 'second'];

export async function show(main) {
  const state = { photos: [], typed: false, unread: [], reading: 0, asked: 0, knocker: null, upcard: null, astray: false, answer: null };
  const said = new Corrections();
  const stage = h('div', {});
  let deck = null;
  let form = null;
  let rules = null;
  let tally = null;
  let left = false;

  const ruled = () => {
    const kept = tally?.rules();
    form = rulesForm('gin', () => { if (on()) score(); }, kept ?? form?.values());
    // What a user has opened stays open. A match keeps the options it was begun with.
    rules = h('details', { class: 'fold', open: rules?.open ?? false }, h('summary', {}, t('score.rules')),
      kept ? h('p', { class: 'hint' }, t('tally.rules')) : null,
      h('fieldset', { class: 'bare', disabled: Boolean(kept) }, form.element));
  };

  // The words around the photos; again in another language, with what was chosen.
  const frame = () => {
    deck = deckChoice(deck?.value());
    ruled();
    fill(main,
      h('div', { class: 'page-head' }, gameChoice('gin'), h('h1', {}, t('score.title')), h('p', { class: 'lead' }, t('score.lead'))), stage);
  };

  const refresh = () => {
    if (state.reading) return;
    if (!on()) begin();
    else if (state.answer) draw();
  };

  // What few need at once is not waited for.
  import('./tally.js').then(({ tallyPanel }) => {
    if (left) return;
    // Another match, or none, has other options: the hands are scored anew.
    tally = tallyPanel({ chosen: () => form.values(), changed: () => { ruled(); if (on() && !state.reading) score(); else refresh(); } });
    refresh();
  }, () => {});

  const on = () => state.photos.length > 0 || state.typed;

  const clear = () => {
    for (const each of state.photos) URL.revokeObjectURL(each.url);
    Object.assign(state, { photos: [], typed: false, knocker: null, upcard: null, astray: false, answer: null });
    state.asked += 1;
    said.clear();
    tally?.fresh();
  };

  const begin = () => {
    const back = keepFocus(stage, '.drop button');
    fill(stage, h('div', { class: 'stack' }, refusals(state.unread), dropZone(add, { type, sample: '/img/sample.jpg' })),
      h('div', { class: 'stack', style: { 'margin-top': '22px' } }, deck.element, tally?.element, rules));
    back();
  };

  const start = () => {
    clear();
    state.unread = [];
    begin();
  };

  const type = () => {
    start();
    state.typed = true;
    // The place where the first card is named.
    score().then(() => stage.querySelector('[data-add]')?.focus());
  };

  async function add(files) {
    // From a drop or a choice that brings nothing there is nothing to read.
    if (!files.length) return;
    const back = keepFocus(stage, ...RESULT);
    // What could not be read is told until other photos come; of those still being read all is told together.
    if (!state.reading) state.unread = [];
    state.reading += 1;
    const done = await readAll(files, { most: 2, packs: '1', jokers: false, deck: deck.value(), stage }).finally(() => { state.reading -= 1; });
    // A photo that cannot be read takes nothing from those that can.
    state.unread.push(...done.unread);
    if (done.found.length) {
      if (state.typed || state.photos.length + done.found.length > 2 || state.answer?.hands.length > 1) clear();
      state.photos.push(...done.found);
      if (state.photos.length === 2) said.joined();
      state.knocker = null;
    }
    if (on()) await score();
    else begin();
    back();
  }

  const laid = () => ({
    readings: state.photos.map((each) => each.reading), knocker_side: state.knocker, ...said.body(),
    upcard: form.values().oklahoma ? state.upcard : null,
  });
  const judged = () => post('/v1/gin/table', { ...laid(), rules: form.values() });

  /** Ask for the score anew; an answer that comes after a newer question is passed over. */
  async function score() {
    const mine = ++state.asked;
    let answer;
    let astray = false;
    try {
      answer = state.typed && !Object.keys(said.added).length ? blank() : await judged().catch((error) => {
        // The hands lie otherwise than when one was chosen: who knocked is asked anew.
        if (error.problem?.rule !== 'photo.no_side' || error.problem.field !== 'knocker_side' || !state.knocker || mine !== state.asked) throw error;
        state.knocker = null;
        astray = true;
        return judged();
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      answer = unscored(state.answer, error);
    }
    if (mine !== state.asked) return false;
    Object.assign(state, { answer, astray });
    draw();
    return !answer.failure;
  }

  async function rescored(id) {
    if (await score()) toast(t('correct.done'));
    // What is no part of the hands any more is still to be found in the photo.
    (stage.querySelector(`[data-card="${id}"]`) ?? stage.querySelector(`[data-id="${id}"]`))?.focus();
  }

  const used = () => state.answer.cards.map((each) => each.card).filter(Boolean);

  async function addCard(side) {
    if (state.typed) return typeCards(side);
    const id = await said.add(side, used());
    if (id) await rescored(id);
    return undefined;
  }

  // Whoever names a whole hand goes on from card to card.
  async function typeCards(side) {
    const there = new Set(used());
    for (;;) {
      const n = (said.added[side]?.length ?? 0) + 1;
      const chosen = await pickCard({ title: t('typed.which', { n }), used: [...there] });
      if (!chosen) break;
      there.add(chosen.card);
      said.put(side, chosen.card);
    }
    await score();
    stage.querySelector(`[data-add="${side}"]`)?.focus();
  }

  async function correct(id) {
    const [picture, index] = id.split('.').map(Number);
    const seen = state.photos[picture]?.reading.cards[index];
    if (!await said.ask(id, state.answer, seen)) return;
    await rescored(id);
    if (seen) keep(state.photos[picture], picture, said.fixes);
  }

  async function chooseUpcard() {
    const chosen = await pickCard({ title: t('score.upcardwhich'), current: state.upcard, used: used() });
    if (!chosen) return;
    state.upcard = chosen.card;
    await score();
  }

  function draw() {
    const { answer } = state;
    const back = keepFocus(stage);
    const outlines = [];
    const pictures = state.photos.map((each, at) => {
      const shown = photo(h('img', { src: each.url, alt: t('score.alt', { n: each.reading.cards.length }), width: each.reading.width, height: each.reading.height }));
      const again = () => shown.draw(each.reading.cards.map((card, index) => mark(card, `${at}.${index}`)).filter(Boolean), each.reading.width, each.reading.height);
      new ResizeObserver(again).observe(shown.element);
      outlines.push(again);
      return shown.element;
    });
    const mark = (card, id) => {
      const found = answer.cards.find((each) => each.id === id);
      if (!found || found.hand === null) {
        const out = found?.fixed;
        return { ...markOf(card, out ? 'out' : 'down', () => correct(id)), id, text: null, struck: out, label: out ? `${spoken(card.side === 'down' ? 'down' : card.card)}, ${t('correct.out')}, ${t('correct.tap')}` : undefined };
      }
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
    tally?.show(answer.failure ? null : answer, laid);
    const panels = shownHands();
    const ask = openKnocker(answer, state.knocker) ? knockerChoice(null) : null;
    fill(stage, h('div', { class: 'split' },
      h('div', { class: 'stack stay' }, pictures, state.typed ? h('p', { class: 'note' }, t('typed.hint')) : null,
        h('div', { class: 'actions' },
          h('button', { type: 'button', onclick: start }, t('score.again')),
          state.photos.length === 1 && !two ? addButton(add) : null),
        warnings(state.photos, said.fixes)),
      h('div', { class: 'stack' },
        refusals(state.unread),
        state.astray ? h('div', { class: 'note', role: 'alert' }, h('p', {}, t('score.astray'))) : null,
        answer.failure ? trouble(answer.failure, panels.length > 0 || state.photos.some((each) => each.reading.cards.length), score) : null,
        scorePanel(answer, ask),
        answer.notes?.length ? h('div', { class: 'note', role: 'status' }, answer.notes.map((line) => h('p', {}, line))) : null,
        two && !ask && state.photos.length < 2 ? h('div', { class: 'field' }, h('span', {}, t('score.who')), knockerChoice(answer.hands[0].side)) : null,
        two && !ask && state.photos.length === 2 ? h('button', { type: 'button', onclick: () => { state.knocker = OPPOSITE[answer.hands[0].side]; score(); } }, t('score.swap')) : null,
        form.values().oklahoma ? h('div', { class: 'actions' }, h('button', { type: 'button', 'data-upcard': '', onclick: chooseUpcard }, state.upcard ? t('score.upcardis', { card: spoken(state.upcard) }) : t('board.upcard'))) : null,
        tally?.element,
        panels.map((hand) => handPanel(hand, answer.cards, Boolean(answer.score), correct, addCard, state.typed ? (text) => typeCodes(hand.side, text) : null)),
        answer.cards.length ? h('p', { class: 'hint' }, t('score.taphint')) : null,
        rules)));
    for (const again of outlines) again();
    back();
  }

  const knockerChoice = (value) => segmented(t('score.who'), state.answer.hands.map((hand) => hand.side).sort((a, b) => SIDES.indexOf(a) - SIDES.indexOf(b)).map((side) => [side, t(`side.${side}`)]), value, (side) => { state.knocker = side; score(); });

  // Where nothing was read, and where cards are named, there are hands to put cards in all the same.
  function shownHands() {
    const { answer } = state;
    const bare = state.photos.every((each) => !each.reading.cards.some((card) => card.side === 'up'));
    if (!bare) return answer.hands;
    const there = answer.hands.length ? answer.hands : [{ role: 'hand', side: state.photos.length > 1 ? 'first' : 'near', points: null }];
    return there.length > 1 ? there : [...there, { role: 'second', side: OPPOSITE[there[0].side], points: null }];
  }

  function typeCodes(side, text) {
    const codes = text.trim().split(/[\s,;]+/).filter(Boolean).map((each) => each.toUpperCase().replace(/^T/, '10'));
    const wrong = codes.find((code) => !parse(code)?.rank);
    if (wrong !== undefined) { toast(t('typed.bad', { code: wrong })); return false; }
    for (const code of codes) said.put(side, code);
    score();
    return true;
  }

  // In another language: photos and corrections stay, what the server says of them is asked for anew.
  async function again() {
    frame();
    tally?.again();
    if (state.reading) return;
    if (!on()) { begin(); return; }
    await score();
    const { photos } = state;
    if (await advise(photos, '1') && photos === state.photos && !state.reading) draw();
  }

  frame();
  start();
  const deaf = incoming(add);
  const leave = () => {
    left = true;
    tally?.leave();
    deaf();
    for (const each of state.photos) URL.revokeObjectURL(each.url);
  };
  return Object.assign(leave, { again });
}

/** What is on show when the server refuses to score it: its cards can still be corrected. */
const unscored = (answer, failure) => ({
  failure, score: null, notes: [],
  cards: (answer?.cards ?? []).map((card) => ({ ...card, meld: null, letter: null, laid_off: false })),
  hands: (answer?.hands ?? []).map((hand) => ({ ...hand, points: null })),
});

/** Before the first card is named. */
const blank = () => ({ score: null, cards: [], hands: [], notes: [] });

const sameRank = (card, all) => new Set(all.filter((each) => each.meld === card.meld && each.card && !each.laid_off).map((each) => each.card.slice(0, -1))).size === 1;
