// What the photo pages of Trash, Stop the Bus and Chase the Ace show and ask, each in its own way.

import { h } from './dom.js';
import { cardView } from './cards.js';
import { centre, covers } from './photo.js';
import { bare, showdown } from './showings.js';
import { lying, verdictPanel } from './verdict.js';
import { t } from './i18n.js';

function trash({ changed, correct, put }) {
  const chosen = { slots: '', player: '', over: false };
  const slotOf = (answer, id) => {
    for (const table of answer.tables) {
      for (const [player, layout] of table.layouts.entries()) {
        const at = layout.slots.findIndex((slot) => slot.card === id);
        if (at >= 0) return { player, slot: at + 1 };
      }
    }
    return null;
  };
  // A fault names its slot; in a change it is the table after it that is wrong.
  const atFault = (answer, card) => {
    if (answer.verdict !== 'illegal') return false;
    const { explanation: found } = answer;
    const fault = found.fault ?? found;
    if (!fault.slot) return fault.card === card.card && card.id.startsWith(`${answer.tables.length - 1}.`);
    const place = slotOf(answer, card.id);
    return card.id.startsWith(`${answer.tables.length - 1}.`) && place?.slot === fault.slot && place.player === (fault.player ?? found.player);
  };
  const sizes = () => chosen.slots.split(/[\s,;]+/).filter(Boolean).map(Number);
  const place = (slot, at, picture, answer) => {
    const card = answer.cards.find((each) => each.id === slot.card);
    const view = card ? lying(card, correct)
      : cardView(null, { onclick: () => put(picture, slot.quad), label: t('judge.gap', { n: at + 1 }) });
    return h('div', { class: 'slot' }, view, h('i', { 'aria-hidden': 'true' }, String(at + 1)));
  };
  return {
    most: 2, packs: 'auto', down: true, joker: true, sample: '/img/trash.jpg', skip: ['players', 'start', 'end_deals', 'end_time'],
    clear() { Object.assign(chosen, { player: '', over: false }); },
    body: (said) => ({
      places: Object.fromEntries(said.moves),
      slots: chosen.slots ? sizes() : null, player: chosen.player === '' ? null : Number(chosen.player), over: chosen.over,
    }),
    mark(answer, card) {
      const seat = slotOf(answer, card.id);
      if (atFault(answer, card)) return { kind: 'bad' };
      // What the verdict waits for.
      const open = answer.verdict === 'cannot tell' && seat && card.id.startsWith(`${answer.tables.length - 1}.`)
        && answer.explanation.missing?.some((each) => each.slot === seat.slot && each.player === seat.player);
      if (open) return { kind: 'unknown' };
      if (card.side === 'down' || card.unsure) return {};
      const pile = answer.tables.some((table) => table.discard === card.id);
      // A verdict names the first fault only: what else lies in a slot is not said to be right.
      return { kind: !seat ? (pile ? 'plain' : 'out') : answer.verdict === 'legal' ? 'good' : '1' };
    },
    /** The places of the photo that a card is of: what lies in one now gives way. */
    where(answer, id) {
      const table = answer.tables?.[Number(id.split('.')[0])];
      if (!table) return null;
      const pile = (action, text, lies) => [action, text, text, lies === id];
      return { legend: t('correct.where'), rows: [
        ...table.layouts.map((layout) => ({
          label: t(`player.${layout.side}`),
          places: layout.slots.map((slot, at) => [`${layout.side} ${at + 1}`, String(at + 1), t('correct.slot', { player: t(`player.${layout.side}`), n: at + 1 }), slot.card === id]),
        })),
        { wide: true, places: [pile('discard', t('table.discard'), table.discard), pile('stock', t('table.stock'), table.stock)] },
      ] };
    },
    // Where a card lies that is said to be of another place nothing is missing in the photo.
    gaps: (answer, picture, lying) => answer.tables[picture].layouts.flatMap((layout) => layout.slots.map((slot, at) => (slot.card || lying.some((corners) => covers(corners, centre(slot.quad))) ? null : {
      id: `gap ${picture} ${layout.side} ${at}`, corners: slot.quad, kind: 'unknown', card: null, text: `${at + 1}?`,
      label: t('judge.gap', { n: at + 1 }), onclick: () => put(picture, slot.quad),
    })).filter(Boolean)),
    verdict: (answer) => verdictPanel(t(`verdict.${answer.verdict}`), [answer.sentence], answer.verdict === 'illegal'),
    questions(answer, photos) {
      const slots = h('input', {
        type: 'text', id: 'slots', value: chosen.slots, placeholder: t('judge.found'), pattern: '\\s*([1-9]|10)([\\s,;]+([1-9]|10)){0,3}\\s*', autocomplete: 'off', 'aria-label': t('judge.slots'),
        oninvalid: () => slots.setCustomValidity(t('judge.slotshint')), oninput: () => slots.setCustomValidity(''),
        onchange: () => { slots.setCustomValidity(''); if (slots.reportValidity()) { chosen.slots = slots.value.trim(); changed(); } },
      });
      const seats = answer.tables?.[0].layouts ?? [];
      const turn = photos > 1 ? h('div', { class: 'field' }, h('label', { htmlFor: 'turn' }, t('judge.turn')),
        h('select', { id: 'turn', 'aria-label': t('judge.turn'), onchange: (event) => { chosen.player = event.target.value; changed(); } },
          h('option', { value: '' }, t('judge.found')), seats.map((layout, at) => h('option', { value: at, selected: chosen.player === String(at) }, `${t(`player.${layout.side}`)} (${t('table.player', { n: at + 1 })})`)))) : null;
      return h('div', { class: 'form-grid' },
        h('div', { class: 'field' }, h('label', { htmlFor: 'slots' }, t('judge.slots')), slots, h('small', {}, t('judge.slotshint'))), turn,
        h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: chosen.over, onchange: (event) => { chosen.over = event.target.checked; changed(); } }), h('span', {}, t('judge.over'))));
    },
    panels: (answer) => answer.tables.map((table, picture) => h('div', { class: 'felt' },
      answer.tables.length > 1 ? h('h2', {}, t(picture ? 'judge.after' : 'judge.before')) : null,
      table.layouts.map((layout, at) => h('section', { class: 'seat' },
        h('header', {}, h('h3', {}, t(`player.${layout.side}`), ' ', h('small', {}, t('table.player', { n: at + 1 }))), h('span', { class: 'chip no' }, t('table.slots', { n: layout.slots.length }))),
        h('div', { class: 'layout' }, layout.slots.map((slot, number) => place(slot, number, picture, answer))))),
      table.discard ? h('div', { class: 'piles' }, h('figure', { class: 'pile' }, lying(answer.cards.find((each) => each.id === table.discard), correct), h('figcaption', {}, t('table.discard')))) : null)),
  };
}

function bus({ changed, redrawn, next, correct, rules }) {
  let table = null;
  const shown = showdown({ game: 'bus', changed, redrawn, next, correct, rules });
  return {
    ...shown, most: 1, packs: '1', sample: '/img/bus.jpg', skip: ['players', 'end_at_31'], question: 'bus.table_open',
    clear() { table = null; shown.clear(); },
    body: (said, cards) => ({ table, ...shown.seated(cards), ...shown.lives() }),
    questions: (answer) => [
      // Three hands, or two and the table's cards: only who is there can tell.
      !shown.said() && (answer.failure?.problem?.rule === 'bus.table_open' || table !== null)
        ? bare(t('judge.table'), [['yes', t('judge.tableyes')], ['no', t('judge.tableno')]], table === null ? null : table ? 'yes' : 'no', (value) => { table = value === 'yes'; changed(); }) : null,
      shown.questions(answer)],
  };
}

function ace({ changed, redrawn, next, correct, rules }) {
  const chosen = { dealer: null, drew: null };
  // Only the rank counts, which the card says itself.
  const shown = showdown({ game: 'ace', changed, redrawn, next, correct, rules, single: true });
  return {
    ...shown, most: 1, packs: '1', sample: '/img/ace.jpg', skip: ['players', 'pass_on'],
    clear() { Object.assign(chosen, { dealer: null, drew: null }); shown.clear(); },
    body: (said, cards) => ({ ...shown.seated(cards), ...(rules().dealer_king ? chosen : {}), ...shown.lives() }),
    // Who deals matters only where a king that the dealer draws loses at once.
    questions: (answer) => [
      rules().dealer_king && answer.hands ? bare(t('judge.dealer'), answer.hands.map((_, at) => [String(at), shown.name(at)]), chosen.dealer === null ? null : String(chosen.dealer), (value) => { chosen.dealer = Number(value); changed(); }) : null,
      rules().dealer_king && chosen.dealer !== null ? bare(t('judge.drew'), [['yes', t('judge.drewyes')], ['no', t('judge.drewno')]], chosen.drew === null ? null : chosen.drew ? 'yes' : 'no', (value) => { chosen.drew = value === 'yes'; changed(); }) : null,
      shown.questions(answer)],
  };
}

export const games = { trash, bus, ace };
