// The API described for people: every operation of the OpenAPI description with its fields and examples.

import { h } from './dom.js';

const schema = await (await fetch('/openapi.json')).json();
const resolve = (value) => (value?.$ref ? schema.components.schemas[value.$ref.split('/').at(-1)] : value);

function kind(raw, depth = 0) {
  const value = resolve(raw) ?? {};
  const options = value.anyOf ?? value.oneOf;
  if (options) return options.map((each) => kind(each, depth)).join(' | ');
  if (value.enum) return value.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (value.const !== undefined) return JSON.stringify(value.const);
  if (value.type === 'array') return `[${kind(value.items, depth)}]`;
  if (value.type === 'object' && value.properties && depth < 2) return value.title ?? 'object';
  return value.format === 'binary' || value.contentMediaType ? 'file' : value.type ?? 'any';
}

function fields(raw) {
  const value = resolve(raw);
  if (!value?.properties) return null;
  return h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('tbody', {}, Object.entries(value.properties).map(([name, each]) => h('tr', {},
    h('td', {}, h('code', {}, name), value.required?.includes(name) ? ' *' : ''), h('td', {}, kind(each)), h('td', {}, each.description ?? resolve(each)?.description ?? ''))))));
}

/** Text in which `this` is code. */
const said = (text) => text.split(/`+/).map((part, at) => (at % 2 ? h('code', {}, part) : part));

function example(content) {
  if (content.example === undefined) return null;
  const text = typeof content.example === 'string' ? content.example : JSON.stringify(content.example, null, 1);
  return h('pre', { tabIndex: 0 }, text);
}

function operation(path, method, each) {
  const body = each.requestBody?.content ?? {};
  const done = Object.entries(each.responses).find(([status]) => status.startsWith('2'));
  return h('details', { class: 'panel fold', id: each.operationId },
    h('summary', {}, h('code', {}, `${method.toUpperCase()} ${path}`), ` ${each.summary ?? ''}`),
    h('div', { class: 'stack' }, h('p', {}, said(each.description ?? '')),
      each.parameters?.length ? h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('tbody', {}, each.parameters.map((one) => h('tr', {},
        h('td', {}, h('code', {}, one.name), one.required ? ' *' : ''), h('td', {}, `${one.in}: ${kind(one.schema)}`), h('td', {}, one.description ?? one.schema?.description ?? '')))))) : null,
      Object.entries(body).map(([type, content]) => h('div', {}, h('h3', {}, type), fields(content.schema), example(content))),
      done ? h('div', {}, h('h3', {}, done[0]), Object.entries(done[1].content ?? {}).map(([type, content]) => [h('p', { class: 'hint' }, type), fields(content.schema), example(content)])) : null,
      h('p', { class: 'hint' }, Object.entries(each.responses).filter(([status]) => status >= '4').map(([status, one]) => `${status}: ${one.description}`).join(' · '))));
}

const groups = new Map();
for (const [path, methods] of Object.entries(schema.paths)) {
  for (const [method, each] of Object.entries(methods)) {
    const tag = each.tags?.[0] ?? 'server';
    groups.set(tag, [...(groups.get(tag) ?? []), operation(path, method, each)]);
  }
}
document.getElementById('docs').append(
  ...schema.info.description.trim().split('\n\n').map((part) => h('p', { class: 'lead' }, said(part))),
  ...[...groups].map(([tag, list]) => h('section', { class: 'stack', style: { 'margin-top': '28px' } }, h('h2', {}, tag), list)));
