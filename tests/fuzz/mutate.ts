// Damages texts the same way each time: a seed gives a source of numbers, and that the pieces that are cut, moved and set in.

export type Numbers = (below: number) => number

/** The generator "mulberry32". */
export function numbersFrom(seed: number): Numbers {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function pick<T>(all: readonly T[], numbers: Numbers): T {
  const found = all[numbers(all.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

/** Up to `most` cuts, copies and marks. */
export function damage(text: string, marks: readonly string[], most: number, numbers: Numbers): string {
  let result = text
  for (let left = 1 + numbers(most); left > 0; left--) {
    const at = numbers(result.length + 1)
    const cut = numbers(3) === 0 ? numbers(30) : 0
    const from = numbers(result.length + 1)
    const copy = numbers(4) === 0 ? result.slice(from, from + numbers(40)) : ''
    const mark = numbers(3) === 0 ? '' : pick(marks, numbers)
    result = result.slice(0, at) + mark + copy + result.slice(at + cut)
  }
  return result
}

/** Texts that mean something to a parser, or did to one somewhere, with hostile names and texts among them. */
export const MARKS: readonly string[] = [
  '|',
  '`',
  '"',
  "'",
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  ';',
  ':',
  '\\',
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  '- ',
  '> ',
  '1. ',
  '# ',
  '## 4. ',
  '### ',
  '#### ',
  '```',
  '<!--',
  '-->',
  '---',
  '|---|---|',
  '…',
  '“',
  '”',
  '\u0301',
  '\uFEFF',
  '\u202E',
  '\u2066',
  '\u2028',
  '\uD800',
  '\0',
  '😀',
  '👩‍👩‍👧',
  'ß',
  'İ',
  'not shown',
  'none',
  'not',
  'and',
  'or',
  'in',
  'if',
  'on',
  'null',
  'true',
  'me',
  'this',
  'old',
  'input',
  'limits',
  'lookup',
  'calendar',
  'timers',
  'session',
  'shape',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  '__defineGetter__',
  'constructor.constructor',
  'select',
  'drop table',
  '; --',
  "' or 1=1",
  '${x}',
  '{{x}}',
  'import("fs")',
  'process',
  'globalThis',
  '==',
  '!=',
  '<=',
  '&&',
  '||',
  '!',
  '-',
  '+',
  '*',
  '/',
  '%',
  '?',
  '9007199254740993',
  '1e400',
  '-0',
  '0.1',
  '99999999999999999999',
  'NaN',
  'date("9999-12-31")',
  'date("2026-02-29")',
  'moment("2026-03-29T02:30")',
  'size(',
  '.exists(x, ',
  '.map(x, ',
  '.matches("(a+)+$")',
  '(((((((((((((((((((',
  '[[[[[[[[[[[',
  'not not not not not ',
  'a'.repeat(200),
  '-'.repeat(120),
]
