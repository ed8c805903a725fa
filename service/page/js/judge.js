// Photos of Trash, Stop the Bus and Chase the Ace: cards outlined, the verdict with its reasons, every card open to
// correction. What differs between the games is in judged.js.

import { fill, h, keepFocus, toast } from './dom.js';
import { Failure, post } from './api.js';
import { spoken } from './cards.js';
import { Corrections } from './corrections.js';
import { addButton, dropZone, incoming } from './drop.js';
import { gameChoice } from './gamechoice.js';
import { advise, keep, readAll, reread } from './intake.js';
import { games } from './judged.js';
import { RESULT, refusals, trouble, warnings } from './notes.js';
import { markOf, photo } from './photo.js';
import { pickCard } from './picker.js';
import { askPlace, quadAt } from './place.js';
import { deckChoice, rulesForm } from './options.js';
import { t } from './i18n.js';

export async function show(main, [name]) {
  const state = { photos: [], unread: [], reading: 0, asked: 0, answer: null };
  const said = new Corrections();
  const stage = h('div', {});
  const game = games[name]({ changed: () => judge(), redrawn: () => draw(), next: () => start(), correct, put, rules: () => form.values() });
  let deck = null;
  let form = null;
  let rules = null;
  let ruling = Promise.resolve();

  const frame = () => {
    deck = deckChoice(deck?.value());
    form = rulesForm(name, () => { if (state.photos.length) ruled(); }, form?.values(), game.skip);
    rules = h('details', { class: 'fold', open: rules?.open ?? false }, h('summary', {}, t('score.rules')), form.element);
    fill(main, h('div', { class: 'page-head' }, gameChoice(name), h('h1', {}, t(`judge.${name}.title`)), h('p', { class: 'lead' }, t(`judge.${name}.lead`))), stage);
  };

  const clear = () => {
    for (const each of state.photos) URL.revokeObjectURL(each.url);
    Object.assign(state, { photos: [], answer: null });
    state.asked += 1;
    said.clear();
    game.clear();
  };

  const begin = () => {
    const back = keepFocus(stage, '.drop button');
    fill(stage, h('div', { class: 'stack' }, refusals(state.unread),
      dropZone(add, { sample: game.sample, hint: t(`judge.${name}.hint`), multiple: game.most > 1 })),
    h('div', { class: 'stack', style: { 'margin-top': '22px' } }, deck.element, rules));
    back();
  };

  function start() {
    clear();
    state.unread = [];
    begin();
  }

  const jokers = () => Boolean(game.joker && form.values().jokers);

  /** The rules have changed: with jokers in play, or without them, other cards may lie there. */
  function ruled() {
    // One change after the other: each counts cards as the one before left them.
    ruling = ruling.catch(() => {}).then(judgeRuled);
    return ruling;
  }

  async function judgeRuled() {
    const { photos } = state;
    const ids = await reread(photos, game.packs, jokers());
    if (photos !== state.photos) return;
    if (ids) said.renamed(ids);
    await judge();
  }

  async function add(files) {
    // From a drop or a choice that brings nothing there is nothing to read.
    if (!files.length) return;
    const back = keepFocus(stage, ...RESULT);
    // What could not be read is told until other photos come; of those still being read all is told together.
    if (!state.reading) state.unread = [];
    state.reading += 1;
    const done = await readAll(files, { most: game.most, packs: game.packs, jokers: jokers(), deck: deck.value(), stage }).finally(() => { state.reading -= 1; });
    // A photo that cannot be read takes nothing from those that can.
    state.unread.push(...done.unread);
    if (done.found.length) {
      if (state.photos.length + done.found.length > game.most) clear();
      state.photos.push(...done.found);
    }
    if (state.photos.length) await judge();
    else begin();
    back();
  }

  /** Ask for the verdict anew; an answer that comes after a newer question is passed over. */
  async function judge() {
    const mine = ++state.asked;
    let answer;
    try {
      answer = await post(`/v1/${name}/table`, {
        readings: state.photos.map((each) => each.reading), fixes: Object.fromEntries(said.fixes), rules: form.values(), ...game.body(said, unjudged()),
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      answer = { ...game.kept?.(state.answer, error.problem), failure: error, cards: unjudged() };
    }
    if (mine !== state.asked) return false;
    if (game.recount?.(answer)) return judge();
    for (const card of answer.cards) card.moved = said.moves.has(card.id);
    state.answer = answer;
    draw();
    return !answer.failure;
  }

  // What is on show when the server refuses to judge it: its cards can still be corrected.
  const unjudged = () => state.photos.flatMap((each, picture) => each.reading.cards.map((card, at) => {
    const id = `${picture}.${at}`;
    const fixed = said.fixes.has(id);
    const now = fixed ? said.fixes.get(id) : card.side === 'down' ? 'down' : card.card;
    return { id, corners: card.corners, card: now === 'down' ? null : now, side: now === 'down' ? 'down' : 'up', fixed, out: fixed && now === null, unsure: !fixed && card.side === 'up' && card.card === null };
  }));

  const used = () => state.answer.cards.filter((each) => each.card && !each.out).map((each) => each.card);

  async function judgedAnew(id) {
    if (await judge()) toast(t('judge.done'));
    (stage.querySelector(`[data-card="${id}"]`) ?? stage.querySelector(`[data-id="${id}"]`))?.focus();
  }

  async function correct(id) {
    const [picture, at] = id.split('.').map(Number);
    const { reading } = state.photos[picture];
    const card = reading.cards[at];
    const where = game.where?.(state.answer, id) ?? null;
    if (card.placed) { await correctPlaced(picture, card, id, where); return; }
    const places = [game.down ? ['down', t('correct.down')] : null, ['ignore', t('correct.nocard')]].filter(Boolean);
    const chosen = await said.ask(id, { cards: state.answer.cards, hands: [] }, card, { places, joker: game.joker, where });
    if (!chosen) return;
    if (chosen.action) game.moved?.(id, chosen.action, state.answer);
    await judgedAnew(id);
    // Whose a card is says nothing of how it was read.
    if (chosen.card || said.moves.get(id) !== chosen.action) keep(state.photos[picture], picture, said.fixes);
  }

  // What a user has put there has no reading to go back to: it is named otherwise, or taken away again.
  async function correctPlaced(picture, card, id, where) {
    const { cards } = state.photos[picture].reading;
    const chosen = await pickCard({ title: t('correct.title'), current: card.card, used: used(), joker: game.joker, where, actions: [['reset', t('correct.away')]] });
    if (!chosen) return;
    if (chosen.card) Object.assign(card, { card: chosen.card, side: 'up' });
    else if (chosen.action === 'reset') takeAway(picture, cards.indexOf(card));
    else { said.moves.set(id, chosen.action); game.moved?.(id, chosen.action, state.answer); }
    await judgedAnew(`${picture}.${cards.indexOf(card)}`);
  }

  function takeAway(picture, gone) {
    state.photos[picture].reading.cards.splice(gone, 1);
    const renamed = (id) => {
      const [of, at] = id.split('.').map(Number);
      return of !== picture || at < gone ? id : at === gone ? null : `${of}.${at - 1}`;
    };
    said.removed(renamed);
    game.removed?.(renamed);
  }

  /** Put a card where it was not found; `quad` is its outline in the photo. */
  async function put(picture, quad) {
    const { cards } = state.photos[picture].reading;
    const actions = game.down ? [['down', t('correct.down')]] : [];
    const chosen = await pickCard({ title: t('correct.which'), used: used(), joker: game.joker, actions });
    if (!chosen) return;
    cards.push({ card: chosen.card ?? null, side: chosen.card ? 'up' : 'down', confidence: 1, corners: quad, placed: true });
    await judgedAnew(`${picture}.${cards.length - 1}`);
    keep(state.photos[picture], picture, said.fixes);
  }

  async function addCard(picture, shown, button) {
    const { reading } = state.photos[picture];
    button.disabled = true;
    const point = await askPlace(shown.element);
    button.disabled = false;
    if (point) await put(picture, quadAt(point, reading));
    else button.focus();
  }

  function draw() {
    const { answer } = state;
    const back = keepFocus(stage);
    const outlines = [];
    const adders = [];
    // An outline is drawn once more when its photo leaves the page, and by then others may be on show.
    const readings = state.photos.map((each) => each.reading);
    const lying = (picture) => answer.cards.filter((each) => each.id.startsWith(`${picture}.`) && !each.out)
      .map((each) => readings[picture].cards[Number(each.id.split('.')[1])]?.corners).filter(Boolean);
    const pictures = state.photos.map((each, picture) => {
      const { reading } = each;
      const shown = photo(h('img', { src: each.url, alt: t('score.alt', { n: reading.cards.length }), width: reading.width, height: reading.height }));
      const mark = (card, at) => {
        const id = `${picture}.${at}`;
        const now = answer.cards.find((each) => each.id === id);
        // Put there since, or about to be taken away: the next answer tells.
        if (!now) return null;
        const drawn = markOf({ ...card, card: now.card, side: now.side }, now.unsure ? 'unknown' : now.side === 'down' ? 'down' : 'plain', () => correct(id), null);
        const words = `${spoken(now.side === 'down' ? 'down' : now.card)}, ${t('correct.tap')}`;
        if (now.out) return { ...drawn, id, kind: 'out', text: null, struck: true, label: `${t('correct.out')}, ${words}` };
        return { ...drawn, id, text: now.side === 'down' && !now.unsure ? null : drawn.text, label: words, ...(answer.failure && !answer.hands ? {} : game.mark(answer, now)) };
      };
      const again = () => shown.draw([...reading.cards.map(mark).filter(Boolean), ...(answer.failure ? [] : game.gaps(answer, picture, lying(picture)))], reading.width, reading.height);
      new ResizeObserver(again).observe(shown.element);
      outlines.push(again);
      const adding = h('button', { type: 'button', class: 'quiet', onclick: () => addCard(picture, shown, adding) }, t('correct.add'));
      adders.push(adding);
      return [game.most > 1 && state.photos.length > 1 ? h('h2', {}, t(picture ? 'judge.after' : 'judge.before')) : null, h('div', {}, shown.element), state.photos.length > 1 ? h('div', { class: 'actions' }, adding) : null];
    });
    const cards = state.photos.some((each) => each.reading.cards.length);
    fill(stage, h('div', { class: 'split' },
      h('div', { class: 'stack stay' }, pictures,
        h('div', { class: 'actions' },
          h('button', { type: 'button', onclick: start }, t('score.again')),
          state.photos.length < game.most ? addButton(add, t('judge.more')) : null,
          adders.length === 1 ? adders : null),
        warnings(state.photos, said.fixes)),
      h('div', { class: 'stack' },
        refusals(state.unread),
        // What is asked below is not complained of too.
        answer.failure && (!game.question || answer.failure.problem?.rule !== game.question) ? trouble(answer.failure, cards, judge, game.advice?.(answer)) : null,
        answer.failure ? null : game.verdict(answer),
        game.questions(answer, state.photos.length),
        answer.failure && !answer.hands ? null : game.panels(answer),
        cards && !answer.failure ? h('p', { class: 'hint' }, t('score.taphint')) : null,
        rules)));
    for (const again of outlines) again();
    back();
  }

  // In another language: photos and corrections stay, what the server says of them is asked for anew.
  async function again() {
    frame();
    if (state.reading) return;
    if (!state.photos.length) { begin(); return; }
    await judge();
    const { photos } = state;
    if (await advise(photos, game.packs) && photos === state.photos && !state.reading) draw();
  }

  frame();
  start();
  const deaf = incoming(add);
  const leave = () => {
    deaf();
    for (const each of state.photos) URL.revokeObjectURL(each.url);
  };
  return Object.assign(leave, { again });
}
