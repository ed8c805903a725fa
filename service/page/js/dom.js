// Making elements. Text is always set as text, so nothing that comes from outside can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function build(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.setAttribute('class', value);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'style') for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else if (name in element && !(element instanceof SVGElement) && !name.startsWith('aria') && name !== 'list' && name !== 'form') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, props, ...children) => build(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => build(document.createElementNS(SVG, tag), props, children);

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function toast(text) {
  const line = h('div', { class: 'toast' }, text);
  document.getElementById('toasts').append(line);
  setTimeout(() => line.remove(), 6000);
}

export const busy = (text) => h('p', { class: 'busy', role: 'status' }, text);

/** One choice of a few, as radio buttons that look like one control. */
export function segmented(legend, options, value, onchange, visible = false) {
  const name = `seg-${Math.random().toString(36).slice(2)}`;
  const choices = options.map(([key, label]) => h('label', {},
    h('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => onchange(key) }),
    h('span', {}, label)));
  // A legend that is seen stands over the control, not in it.
  return visible ? h('fieldset', { class: 'seg-box' }, h('legend', {}, legend), h('div', { class: 'seg' }, choices))
    : h('fieldset', { class: 'seg' }, h('legend', { class: 'visually-hidden' }, legend), choices);
}

// A name that stays where the words change with what is done.
const named = (element) => element.dataset.keep ?? element.dataset.card ?? (element.type === 'radio' ? `radio ${element.value}` : element.getAttribute('aria-label') ?? element.textContent);

/**
 * Remember where the keyboard is before something is drawn anew. What is returned puts it back afterwards: on the same
 * element, one of the same name, or else on what the first selector of `otherwise` finds that finds anything.
 */
export function keepFocus(root, ...otherwise) {
  const before = document.activeElement;
  if (!before || !root.contains(before)) return () => {};
  const name = named(before);
  // Whoever uses a finger or a mouse looks where they look.
  const seen = before.matches(':focus-visible');
  return () => {
    // Who has gone on meanwhile, to another element, is not called back.
    if (document.activeElement && document.activeElement !== document.body) return;
    const like = before.isConnected ? before : [...root.querySelectorAll('button, a, input, select, summary, [tabindex]')].find((each) => named(each) === name);
    if (like) { like.focus({ preventScroll: true }); return; }
    const next = otherwise.map((selector) => root.querySelector(selector)).find(Boolean);
    // What is only read can be gone to, if not by Tab.
    if (next?.tabIndex < 0 && !next.hasAttribute('tabindex')) next.tabIndex = -1;
    next?.focus({ preventScroll: !seen });
  };
}

/** `work`, which does not begin anew before it has ended: of two quick taps the second is none. */
export function once(work) {
  let going = false;
  return async (...all) => {
    if (going) return undefined;
    going = true;
    try { return await work(...all); } finally { going = false; }
  };
}

/** A dialog that gives back the focus; resolves with what `close` is called with. */
export function dialog(title, fillIn, closeLabel) {
  return new Promise((resolve) => {
    let answer = null;
    const box = h('dialog', { 'aria-labelledby': 'dialog-title', onclose: () => { box.remove(); resolve(answer); } });
    const close = (value) => { answer = value; box.close(); };
    box.append(h('div', { class: 'dialog' },
      h('header', {}, h('h2', { id: 'dialog-title' }, title),
        h('button', { type: 'button', class: 'quiet', onclick: () => close(null) }, closeLabel)),
      fillIn(close)));
    box.addEventListener('click', (event) => { if (event.target === box) close(null); });
    document.body.append(box);
    box.showModal();
    box.querySelector('[autofocus]')?.focus();
  });
}
