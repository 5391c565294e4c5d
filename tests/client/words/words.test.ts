// Holds the words of the client: every text that people see is in the catalogue, and the catalogue has nothing else.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GERMAN as GERMAN_OF_PAGES } from '../../../client/words/german/german.ts'
import type { Translations } from '../../../client/words/translations.ts'
import { findTexts, textsOf } from './find-texts.ts'

const GERMAN = new URL('../../../client/words/german/', import.meta.url)

/** Names, what the server reads of a request, expressions of filters, and keys of what is kept. */
const EXCEPTIONS: readonly string[] = [
  // The type of a field, in the words of the language.
  'date and time',
  ...['Administrator', 'Edge', 'Opera', 'Mac', 'Person', 'Files'],
  ...['Confirm: {}', 'second factor', 'signed out', 'Control+K Meta+K', 'the document', 'npm run audit -- --noted {}'],
  ...['{} in {}', 'id in [{}]', '{} {} null', '{} or ({} and {})', 'input {}', 'one of', 'all time'],
  // Types of fields, as documents write them.
  ...['long text', 'date and time'],
  // The names of drafts and notices.
  ...['create {} in a drawer', 'create {} for {}', 'edit {}'],
]

const texts = findTexts('client')
const rooms = await Promise.all(
  readdirSync(GERMAN)
    .filter((file) => file !== 'german.ts')
    .map(async (file) => ({ file, room: (await import(new URL(file, GERMAN).href)) as Record<string, Translations> })),
)
const german = rooms.flatMap(({ file, room }) =>
  Object.values(room).flatMap((entries) => Object.entries(entries).map(([key, text]) => ({ room: file, key, text }))),
)

test('every text that people see is said in the language of the page', () => {
  const written = texts.written.filter(({ text }) => !EXCEPTIONS.includes(text))
  expect(written.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('every key is written where it is said', () => {
  expect(texts.computed.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('every text has a German one', () => {
  const known = new Set(german.map(({ key }) => key))
  const missing = texts.said.filter(({ text }) => !known.has(text))
  expect(missing.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('no German text is unused, and none stands twice', () => {
  const said = new Set(texts.said.map(({ text }) => text))
  const unused = german.filter(({ key }) => !said.has(key))
  const twice = german.filter(({ key }, at) => german.findIndex((other) => other.key === key) !== at)
  expect([...unused, ...twice].map(({ room, key }) => `${room}: ${key}`)).toEqual([])
})

test('the German page has the texts of every part', () => {
  expect(Object.keys(GERMAN_OF_PAGES).length).toBe(german.length)
})

test('a German text has the holes of the English one', () => {
  const holesOf = (text: string) => [...text.matchAll(/\{[^}]*\}/g)].map(([hole]) => hole).toSorted()
  const wrong = german.filter(({ key, text }) => holesOf(key).join() !== holesOf(text).join())
  expect(wrong.map(({ room, key }) => `${room}: ${key}`)).toEqual([])
})

test('a record is “Eintrag” in German, everywhere', () => {
  const wrong = german.filter(({ text }) => /Datens[aä]tz/i.test(text))
  expect(wrong.map(({ room, key }) => `${room}: ${key}`)).toEqual([])
})

test.each([
  ['a text of the page', '<p>Nothing here.</p>', 'Nothing here.'],
  ['a text beside others', '<p>By {name}</p>', 'By'],
  ['a label', '<Input label="due" />', 'due'],
  ['a word between others', "<p>{isMe ? 'you' : name}</p>", 'you'],
  ['a computed label', '<Input aria-label={`Remove ${name}`} />', 'Remove {}'],
  ['a choice', "const text = isOn ? 'Switch it off' : say('Switch it on')", 'Switch it off'],
  ['a notice', "notifications.show({ message: 'done' })", 'done'],
  ['a part of a sentence', "const end = ' and more.'", 'and more.'],
])('%s is found where it is written', (_what, source, text) => {
  expect(textsOf('example.tsx', source).written.map((each) => each.text)).toEqual([text])
})
