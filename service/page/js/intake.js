// How photos come to be readings: files read one after the other, what cannot be read named, corrections handed on.

import { busy, fill, h, toast } from './dom.js';
import { Failure, get, post } from './api.js';
import { t } from './i18n.js';
import { centre } from './photo.js';

/** What the server reads in a file; without `jokers` in play, what looks like one is another card. */
export function read(file, { packs, jokers, deck }) {
  const data = new FormData();
  data.append('image', file, file.name || 'photo.jpg');
  data.append('packs', packs);
  data.append('jokers', String(jokers));
  if (deck) data.append('deck', deck);
  return post('/v1/readings', data);
}

/** Whether a file says that it is a picture; browsers that cannot show HEIC do not say so of one. */
export const isPicture = (file) => file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name);

/** A line that names files and says why they were left out; none where there are none. */
export const leftOut = (files, key) => (files.length ? [t('score.unread', { name: files.map((file) => file.name).join(', '), problem: t(key, { n: files.length }) })] : []);

/**
 * Read files that were chosen or dropped, one after the other until `most` are read: one that cannot be read takes no
 * other's place. `stage` shows which is being read. Resolves with the `found` photos, as
 * {url, name, file, deck, jokers, reading}, and the `unread` in sentences.
 */
export async function readAll(files, { most, packs, jokers, deck, stage }) {
  const pictures = [...files].filter(isPicture);
  const unread = leftOut([...files].filter((file) => !isPicture(file)), 'score.nopicture');
  if (!pictures.length) return { found: [], unread };
  const found = [];
  const shown = h('img', { alt: '' });
  const status = busy(t('score.reading'));
  fill(stage, h('div', { class: 'split' }, h('div', { class: 'photo' }, shown), h('div', { class: 'panel' }, status, h('progress', { 'aria-label': t('score.reading') }))));
  let at = 0;
  for (; at < pictures.length && found.length < most; at += 1) {
    const file = pictures[at];
    const url = URL.createObjectURL(file);
    shown.src = url;
    if (pictures.length > most) fill(status, t('shutter.step', { n: at + 1, all: pictures.length }), ' ', file.name);
    try {
      found.push({ url, name: file.name, file, deck, jokers, reading: await read(file, { packs, jokers, deck }) });
    } catch (error) {
      URL.revokeObjectURL(url);
      if (!(error instanceof Failure)) throw error;
      unread.push(error.message.includes(file.name) ? error.message : t('score.unread', { name: file.name, problem: error.message }));
      // Without the server there is nothing to be had from the others: they are named, and not tried one by one.
      if (error.status === 0) { at += 1; unread.push(...leftOut(pictures.slice(at), 'score.nottried')); return { found, unread }; }
    }
  }
  return { found, unread: [...unread, ...leftOut(pictures.slice(at), most > 1 ? 'score.toomany' : 'judge.onephoto')] };
}

/**
 * Read photos again that were read with other jokers in play; cards that somebody put there stay. Resolves with the new
 * id of every card that lies where one lay, by its old one; with null where nothing was read.
 */
export async function reread(photos, packs, jokers) {
  const ids = new Map();
  let any = false;
  try {
    for (const [number, photo] of photos.entries()) {
      const before = photo.reading.cards;
      if (photo.jokers !== jokers) {
        const reading = await read(photo.file, { ...photo, packs, jokers });
        reading.cards.push(...before.filter((card) => card.placed));
        Object.assign(photo, { jokers, reading });
        any = true;
      }
      before.forEach((card, at) => {
        const now = photo.reading.cards.findIndex((other) => apart(card, other) < width(card) / 2);
        if (now >= 0) ids.set(`${number}.${at}`, `${number}.${now}`);
      });
    }
  } catch (error) { if (!(error instanceof Failure)) throw error; toast(error.message); }
  return any ? ids : null;
}

const far = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
const apart = (one, other) => far(centre(one.corners), centre(other.corners));
const width = ({ corners: [a, b, c] }) => Math.min(far(a, b), far(b, c));

/** What is said of photos, said again in another language. Resolves with whether there was anything to say. */
export async function advise(photos, packs) {
  const advised = photos.filter((each) => each.reading.advice?.length || each.reading.warnings?.length);
  try {
    for (const each of advised) {
      const { advice, advice_cards, warnings } = await read(each.file, { ...each, packs });
      Object.assign(each.reading, { advice, advice_cards, warnings });
    }
  } catch (error) { if (!(error instanceof Failure)) throw error; }
  return advised.length > 0 && advised.every((each) => photos.includes(each));
}

let about = null;

/** Hand on a corrected photo; only where the server's owner keeps these does it go there. `fixes` are by card id. */
export async function keep(photo, picture, fixes) {
  try {
    about ??= await get('/v1/about');
    if (!about.keeps_corrections) return;
    const cards = photo.reading.cards.map((card, at) => {
      const fixed = fixes.get(`${picture}.${at}`);
      const down = fixed === 'down' || (!fixed && card.side === 'down');
      return { card: down ? null : fixed ?? card.card, read: card.placed ? null : card.card, side: down ? 'down' : 'up', corners: card.corners };
    }).filter((card) => card.side === 'down' || card.card);
    const data = new FormData();
    data.append('image', photo.file, photo.name || 'photo.jpg');
    data.append('cards', JSON.stringify({ cards }));
    await post('/v1/corrections', data);
  } catch (error) { if (!(error instanceof Failure)) throw error; }
}
