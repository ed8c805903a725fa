// The page's own words. Sentences about games come from the server, in the same language.

const LANGUAGES = ['en', 'fr', 'de'];
let words = {};
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');
let asked = 0;
export let language = 'en';

function preferred() {
  try {
    const kept = localStorage.getItem('kibitz.language');
    if (LANGUAGES.includes(kept)) return kept;
  } catch { /* storage may be forbidden */ }
  const asked = navigator.languages ?? [navigator.language];
  return asked.map((each) => each.slice(0, 2)).find((each) => LANGUAGES.includes(each)) ?? 'en';
}

export async function load(wanted = preferred()) {
  const mine = ++asked;
  const answer = await fetch(`/locales/${wanted}.json`);
  const found = await answer.json();
  // Of two languages chosen one after the other the later one counts, whichever comes first.
  if (mine !== asked) return;
  words = found;
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  document.documentElement.lang = wanted;
  for (const each of document.querySelectorAll('[data-t]')) each.textContent = t(each.dataset.t);
  for (const each of document.querySelectorAll('[data-t-label]')) each.setAttribute('aria-label', t(each.dataset.tLabel));
}

export async function choose(wanted) {
  await load(wanted);
  try { localStorage.setItem('kibitz.language', language); } catch { /* as above */ }
}

/** The words of `key`, its {places} filled in; with a number `n`, its plural form. */
export function t(key, values = {}) {
  const form = 'n' in values ? words[`${key}.${plurals.select(values.n)}`] ?? words[`${key}.other`] : undefined;
  const text = form ?? words[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? (typeof values[name] === 'number' ? numbers.format(values[name]) : String(values[name])) : whole);
}

export const has = (key) => key in words;
export const number = (value) => numbers.format(value);
export const when = (value) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
const RANKS = {
  en: {}, fr: { K: 'R', Q: 'D', J: 'V' }, de: { Q: 'D', J: 'B' },
};
/** A rank as this language's packs print it, and as the server's sentences write it. */
export const rankSign = (rank) => RANKS[language][rank] ?? rank;
