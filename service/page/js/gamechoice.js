// Which game a photo is of: links, so that each has an address of its own.

import { h } from './dom.js';
import { t } from './i18n.js';

const GAMES = ['gin', 'trash', 'bus', 'ace'];

export const gameChoice = (game) => h('nav', { class: 'games', 'aria-label': t('matches.game') }, GAMES.map((each) =>
  h('a', { href: each === 'gin' ? '#/score' : `#/score/${each}`, 'aria-current': each === game ? 'page' : null }, t(`game.${each}`))));
