// A document that is written carelessly, where that leaves no doubt, is the same document.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'

const neat = readFileSync(new URL('../../../shared/documents/incident-management.md', import.meta.url), 'utf8')

/** Compiles a text, and leaves out the places, line endings and sentences that differ. */
function builtFrom(text: string): unknown {
  const { model, diagnostics } = compile(text)
  const told = diagnostics.map(({ code, severity }) => `${severity} ${code}`).toSorted()
  const plain = (key: string, value: unknown): unknown => {
    if (PLACES.has(key) || (typeof value === 'object' && value !== null && 'line' in value)) return undefined
    return value instanceof Map ? Object.fromEntries(value) : value
  }
  return { told, model: JSON.parse(JSON.stringify(model ?? null, plain)) as unknown }
}

const PLACES: ReadonlySet<string> = new Set(['span', 'start', 'end', 'text', 'markdown'])

/** Each spelling of the same. */
const CARELESS: readonly (readonly [string, (text: string) => string])[] = [
  ['with the line ends of Windows and a byte order mark', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ['with the line ends of old Macs', (text) => text.replaceAll('\n', '\r')],
  [
    'with blanks that do not break, and tabs',
    (text) => text.replaceAll(/^\| | \|$/gm, (edge) => edge.replace(' ', '\u00A0\t')),
  ],
  [
    'with headings in bold, and other marks behind their numbers',
    (text) => text.replaceAll(/^## (\d)\. (.+)$/gm, '## **$1 – $2**'),
  ],
  ['with header rows in capitals and bold', (text) => text.replaceAll(/^\|(.+)\|\n(?=\|[-|]+\n)/gm, emphasised)],
  ['with dashes in empty cells', (text) => text.replaceAll(/\| (?=\|)/g, '| – ')],
  [
    'with yes and no in bold capitals',
    (text) => text.replaceAll(/\| (yes|no) (?=\|)/g, (_, word: string) => `| **${word.toUpperCase()}** `),
  ],
  [
    'with keys of settings in bold',
    (text) => text.replaceAll(/^- (sign-up|starts|ends|columns|sort|search|title|deleted|unique): /gm, '* **$1:** '),
  ],
  ['with comments', (text) => text.replaceAll(/^(### .+)$/gm, '$1 <!-- agreed -->\n\n<!--\nto be read\nby nobody -->')],
  ['with typographic quotes', (text) => text.replaceAll(/^\|.*$/gm, (row) => row.replaceAll(/"([^"\n]*)"/g, '“$1”'))],
]

/** Lookups have keys for headers, and states stand above bindings: these are names, and stay. */
function emphasised(row: string): string {
  return /\| (?:field|transition|rule|role|code|name|route|state|tile|word|audience) \|.*(?:type|from|entity|is|status|value|screen|meaning|shows|means|comes)/.test(
    row,
  )
    ? row.replaceAll(/[\w ]+(?= \|)/g, (words) => ` **${words.trim().toUpperCase()}**`)
    : row
}

const built = builtFrom(neat)

test.each(CARELESS)('a document %s is the same document', { tags: 'reference/writing' }, (_, write) => {
  const careless = write(neat)
  expect(careless).not.toBe(neat)
  expect(builtFrom(careless)).toEqual(built)
})
