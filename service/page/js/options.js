// The rules of a game as a form, made from the server's own description of them.

import { busy, fill, h } from './dom.js';
import { get } from './api.js';
import { language, t } from './i18n.js';

let described = null;
let describedIn = null;

/** The games and their options as the server describes them, in the page's language. */
export async function games() {
  if (!described || describedIn !== language) {
    describedIn = language;
    described = get(`/v1/games?lang=${language}`);
    described.catch(() => { described = null; });
  }
  return (await described).games;
}

/** A choice of the decks taught, or nothing where none is. `value()` gives the name, or undefined. */
export function deckChoice(start) {
  const select = h('select', { 'aria-label': t('deck.choose') }, start ? h('option', { value: start }, start) : null);
  const element = h('label', { class: 'field', hidden: true }, h('span', {}, t('deck.choose')), select);
  get('/v1/decks').then(({ decks }) => {
    element.hidden = !decks.length;
    fill(select, h('option', { value: '' }, t('deck.any')), decks.map((deck) => h('option', { value: deck, selected: deck === start }, deck)));
  }, () => {});
  return { element, value: () => select.value || undefined };
}

/** A form for a game's options, but for those to `skip`. `values()` gives those that differ from the defaults. */
export function rulesForm(game, onchange, start = {}, skip = []) {
  const chosen = { ...start };
  const element = h('div', {}, busy('…'));
  const set = (option, value) => {
    if (JSON.stringify(value) === JSON.stringify(option.default)) delete chosen[option.name];
    else chosen[option.name] = value;
    onchange?.(chosen);
  };
  games().then((all) => {
    const options = all.find((each) => each.game === game)?.options ?? [];
    fill(element, h('div', { class: 'form-grid' }, options.filter((option) => !skip.includes(option.name)).map((option) => field(option, chosen[option.name] ?? option.default, (value) => set(option, value)))));
  }, (error) => fill(element, h('p', { class: 'note bad' }, error.message)));
  return { element, values: () => ({ ...chosen }) };
}

function field(option, value, set) {
  const hint = option.text ? h('small', {}, option.text) : null;
  if (option.type === 'boolean') {
    return h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: value, onchange: (event) => set(event.target.checked) }),
      h('span', {}, option.label, hint ? h('br') : null, hint));
  }
  const id = `option-${option.name}-${Math.random().toString(36).slice(2, 7)}`;
  const label = h('label', { htmlFor: id }, option.label);
  if (option.choices && option.type !== 'list') {
    return h('div', { class: 'field' }, label, h('select', {
      id, onchange: (event) => set(option.choices[event.target.selectedIndex].value),
    }, option.choices.map((choice) => h('option', { selected: JSON.stringify(choice.value) === JSON.stringify(value) }, choice.label))), hint);
  }
  if (option.type === 'list') {
    const now = new Set(value ?? []);
    return h('fieldset', { class: 'field seg-box' }, h('legend', {}, option.label), h('div', { class: 'row' },
      option.choices.map((choice) => h('label', { class: 'check' }, h('input', {
        type: 'checkbox', checked: now.has(choice.value),
        onchange: (event) => { if (event.target.checked) now.add(choice.value); else now.delete(choice.value); set(option.choices.map((each) => each.value).filter((each) => now.has(each))); },
      }), h('span', {}, choice.label)))), hint);
  }
  return h('div', { class: 'field' }, label, h('input', {
    id, type: 'number', value: value ?? '', step: option.type === 'number' ? 'any' : 1, min: option.least ?? undefined, max: option.most ?? undefined,
    placeholder: option.optional ? t('option.none') : '',
    onchange: (event) => { if (event.target.value === '') set(option.optional ? null : option.default); else if (event.target.reportValidity()) set(event.target.valueAsNumber); },
  }), hint);
}
