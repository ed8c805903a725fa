// A showing of Stop the Bus or Chase the Ace: whose hands lie there, what they are worth, who loses a life.

import { h, segmented } from './dom.js';
import { short } from './cards.js';
import { keep, recall } from './remembered.js';
import { Seating } from './seating.js';
import { lying, verdictPanel } from './verdict.js';
import { number, t } from './i18n.js';

/** A question with a few answers. */
export const bare = (question, options, value, onchange) => segmented(question, options, value, onchange, true);

const DOG = 'dog';

/** Whether the cards are there, and the hands that they make are not told apart. */
const unfound = (answer) => answer.failure?.problem?.rule === 'bus.not_found';

/**
 * What both games share. Names and lives stay from photo to photo, and from visit to visit, as hands lie in the same
 * order. `single`: everybody has one card, which says itself what it is worth.
 */
export function showdown({ game, changed, redrawn, next, correct, rules, single = false }) {
  const { names, ...state } = recall(game);
  const seating = new Seating(single);
  const most = () => rules().lives ?? 3;
  const name = (at) => names[at] || t('table.player', { n: at + 1 });
  const words = () => [...Array.from({ length: most() }, (_, n) => String(most() - n)), ...(rules().dog === false ? [] : [DOG])];
  // Lives that were kept may be more than the rules of today give.
  const left = (at) => (words().includes(state.left[at]) ? state.left[at] : String(most()));
  const kept = () => keep(game, { ...state, names });

  const lives = (hands) => [...Array.from({ length: hands }, (_, at) => left(at)), ...Array(state.out).fill('out')].join(' ');
  let hands = 0;

  const remembers = () => names.some(Boolean) || state.left.some(Boolean) || state.out > 0 || state.counted;
  function forget() {
    names.length = 0;
    Object.assign(state, { left: [], out: 0, counted: false });
    kept();
    changed();
  }

  function livesField(at, answer) {
    if (!state.counted) return null;
    const after = answer.explanation?.lives?.[at];
    return h('label', { class: 'field' }, h('span', {}, t('judge.lives')),
      h('select', { 'aria-label': `${t('judge.lives')}, ${name(at)}`, onchange: (event) => { state.left[at] = event.target.value; kept(); changed(); } },
        words().map((word) => h('option', { value: word, selected: word === left(at) }, word === DOG ? t('table.dog') : word))),
      after ? h('small', {}, t('judge.livesafter', { lives: after.out ? t('table.out') : after.dog ? t('table.dog') : number(after.lives) })) : null);
  }

  function handPanel(hand, at, answer) {
    const loses = answer.explanation.losers?.includes(at);
    const may = answer.explanation.possible_losers?.includes(at);
    const seat = answer.seats?.[at];
    const input = h('input', {
      type: 'text', value: names[at] ?? '', maxLength: 40, autocomplete: 'off', placeholder: t('table.player', { n: at + 1 }), 'aria-label': t('judge.name', { n: at + 1 }),
      onchange: () => { names[at] = input.value.trim(); kept(); redrawn(); },
    });
    return h('section', { class: 'panel', 'aria-label': name(at) },
      h('div', { class: 'hand-head' }, h('h2', {}, name(at), seat ? [' ', h('small', { class: 'hint' }, t(`player.${seat}`))] : null),
        loses ? h('span', { class: 'chip bad' }, t('judge.loses')) : may ? h('span', { class: 'chip maybe' }, t('judge.mayloses')) : null,
        !single && answer.explanation.hands[at] ? h('p', { class: 'points' }, worthOf(answer.explanation.hands[at])) : null),
      h('div', { class: 'shown' },
        h('div', { class: 'row' }, hand.map((id) => answer.cards.find((each) => each.id === id)).filter(Boolean).map((card) => lying(card, correct))),
        h('label', { class: 'field' }, h('span', {}, t('judge.nameshort')), input), livesField(at, answer)));
  }

  return {
    name,
    clear() { hands = 0; seating.clear(); },
    said: () => seating.hands !== null,
    seated: (cards) => seating.body(cards),
    removed: (renamed) => seating.removed(renamed),
    /** Whose a card may be said to be: where no hands were found, the first of them is begun. */
    where(answer, id) {
      if (!answer.hands && !unfound(answer)) return null;
      const held = answer.hands ?? [];
      const at = held.findIndex((hand) => hand.includes(id));
      const seat = (hand) => (answer.seats?.[hand] && !names[hand] ? `${name(hand)} (${t(`player.${answer.seats[hand]}`)})` : name(hand));
      const places = held.map((_, hand) => [`hand ${hand}`, seat(hand), seat(hand), hand === at]);
      const more = [['new', t(held.length ? 'correct.newhand' : 'correct.firsthand')], ...(held.length ? [['table', t('correct.ontable')]] : [])].map(([action, text]) => [action, text, text, action === 'table' && at < 0]);
      return { legend: t('correct.whose'), rows: [{ wide: true, places: [...places, ...more] }] };
    },
    advice: (answer) => (unfound(answer) ? t('judge.apart') : null),
    moved(id, to, answer) {
      if (!seating.hands && (to === 'reset' || (!answer.hands && !unfound(answer)))) return;
      if (!/^(hand \d+|new|table|reset)$/.test(to)) return;
      const gone = seating.move(id, to, answer.hands ?? [], answer.table ?? []);
      // Names and lives are those of the hands that are left.
      if (gone !== null) { names.splice(gone, 1); state.left.splice(gone, 1); kept(); }
    },
    /** Whether lives are to be sent for another number of hands than before. */
    recount(answer) {
      const before = hands;
      // As many hands as there are now are asked for first.
      if (answer.failure) hands = answer.failure.problem?.rule === 'options.lives_shown' ? 0 : before;
      else hands = answer.hands.length;
      return state.counted && hands !== before;
    },
    /** What stays in sight where the server refuses what was said of lives, so that it can be said otherwise. */
    kept(last, problem) {
      // Hands that do not add up yet are shown as far as they have got.
      if (seating.hands && problem?.field === 'hands') return { hands: seating.shown, explanation: { hands: [], losers: null } };
      return problem?.field !== 'lives' || !last?.hands ? {} : { hands: last.hands, seats: last.seats, explanation: { hands: last.explanation.hands, losers: null } };
    },
    lives: () => (state.counted && hands ? { lives: lives(hands) } : {}),
    mark(answer, card) {
      const at = answer.hands.findIndex((hand) => hand.includes(card.id));
      if (at < 0) return card.side === 'down' || card.unsure ? {} : { kind: 'out', text: card.card ? undefined : null };
      const loses = answer.explanation.losers?.includes(at);
      const alone = answer.hands[at].length === 1;
      return {
        kind: card.unsure ? 'unknown' : loses ? 'bad' : String((at % 4) + 1),
        ...(alone ? { text: `${short(card.card)} ${name(at)}` } : card.unsure ? {} : { group: `hand ${at}`, ringText: name(at), text: `${short(card.card)} ${name(at)}` }),
      };
    },
    gaps: () => [],
    verdict(answer) {
      const { losers } = answer.explanation;
      if (answer.verdict === 'cannot tell') return verdictPanel(t('verdict.cannot tell'), [answer.sentence]);
      if (answer.verdict === 'illegal') return verdictPanel(t('judge.cannot'), [answer.sentence]);
      if (hands < 2) return verdictPanel(t('judge.one'), [answer.sentence]);
      const who = losers.map(name).join(', ');
      return verdictPanel(losers.length ? t(losers.length > 1 ? 'judge.loseall' : 'table.loses', { names: who }) : t('table.nobody'), [answer.sentence]);
    },
    questions(answer) {
      const lasts = answer.explanation?.lives;
      const out = h('input', { type: 'number', id: 'out', min: 0, max: 16, value: state.out, 'aria-label': t('judge.outcount'), onchange: () => { if (out.reportValidity()) { state.out = out.valueAsNumber || 0; kept(); changed(); } } });
      // Those who are out lie at no place any more; the others keep theirs.
      const still = [...(lasts ?? []).keys()].filter((at) => !lasts[at].out);
      const go = () => {
        state.out = lasts.length - still.length;
        state.left = still.map((at) => (lasts[at].dog ? DOG : String(lasts[at].lives)));
        names.splice(0, names.length, ...still.map((at) => names[at]));
        kept();
        next();
      };
      return h('div', { class: 'stack' },
        h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: state.counted, onchange: (event) => { state.counted = event.target.checked; kept(); changed(); } }), h('span', {}, t('judge.count'))),
        state.counted ? h('div', { class: 'form-grid' }, h('div', { class: 'field' }, h('label', { htmlFor: 'out' }, t('judge.outcount')), out)) : null,
        still.length === 1 ? h('p', { class: 'note good' }, t('matches.won', { names: name(still[0]) })) : lasts ? h('div', { class: 'actions' }, h('button', { type: 'button', class: 'primary', onclick: go }, t('judge.next'))) : null,
        remembers() ? h('p', { class: 'hint' }, t('judge.kept'), ' ', h('button', { type: 'button', class: 'quiet', onclick: forget }, t('judge.forget'))) : null);
    },
    panels: (answer) => answer.hands.map((hand, at) => handPanel(hand, at, answer)),
  };
}

/** More than any cards of one suit make: three of a kind, where that beats every total. */
const ABOVE = 31;

/** What a hand is worth: points, the name of a hand, or what it may be. */
function worthOf({ points, kind, possible_points: may = [], possible_kinds: kinds = [] }) {
  if (kind && kind !== 'points') return t(`kind.${kind}`);
  if (points !== null && points !== undefined) return [number(points), ' ', h('small', {}, t('unit.points', { n: points }))];
  const open = [...(kind === 'points' || kinds.includes('points') ? may.filter((each) => each <= ABOVE).map(number) : []), ...kinds.filter((each) => each !== 'points').map((each) => t(`kind.${each}`))];
  return h('small', {}, open.length > 6 || !open.length ? '?' : open.join(' / '));
}
