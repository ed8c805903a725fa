// A warning sound made here, and sentences read aloud by the browser's own voices.

import { language } from './i18n.js';

let context = null;

/** Two falling notes. */
export function warn(volume = 0.25) {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [at, pitch] of [[0, 520], [0.17, 390]]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start + at);
    gain.gain.linearRampToValueAtTime(volume, start + at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, start + at + 0.16);
    tone.connect(gain).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + 0.18);
  }
}

const PIPS = {
  en: { '♠': ' of spades', '♥': ' of hearts', '♦': ' of diamonds', '♣': ' of clubs' },
  fr: { '♠': ' de pique', '♥': ' de cœur', '♦': ' de carreau', '♣': ' de trèfle' },
  de: { '♠': ' Pik', '♥': ' Herz', '♦': ' Karo', '♣': ' Kreuz' },
};

/** Read a sentence aloud; the newest interrupts what is still being said. */
export function speak(text) {
  if (!('speechSynthesis' in window)) return;
  const said = new SpeechSynthesisUtterance(text.replace(/[♠♥♦♣]/g, (pip) => PIPS[language][pip]));
  said.lang = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE' }[language];
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
