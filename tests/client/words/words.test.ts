// Holds the words of the client: every text that people see is in the catalogue, and the catalogue has nothing else.
import { expect, test } from 'vitest'
import { ACCOUNT } from '../../../client/words/german/account.ts'
import { EVERYWHERE } from '../../../client/words/german/everywhere.ts'
import { HELP } from '../../../client/words/german/help.ts'
import { findTexts, textsOf } from './find-texts.ts'

const ROOMS = { EVERYWHERE, ACCOUNT, HELP }
const FOLDERS = ['client/account', 'client/studio/help']

/** Names, and words of other languages than people's. */
const EXCEPTIONS: readonly string[] = [...['Administrator', 'Edge', 'Opera', 'Mac', 'Person']]

const texts = FOLDERS.map(findTexts)
const german = Object.entries(ROOMS).flatMap(([room, entries]) =>
  Object.entries(entries).map(([key, text]) => ({ room, key, text })),
)

test('every text that people see is said in the language of the page', () => {
  const written = texts.flatMap((each) => each.written).filter(({ text }) => !EXCEPTIONS.includes(text))
  expect(written.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('every key is written where it is said', () => {
  expect(texts.flatMap((each) => each.computed).map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('every text has a German one', () => {
  const known = new Set(german.map(({ key }) => key))
  const missing = texts.flatMap((each) => each.said).filter(({ text }) => !known.has(text))
  expect(missing.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('no German text is unused, and none stands twice', () => {
  const said = new Set(texts.flatMap((each) => each.said).map(({ text }) => text))
  const unused = german.filter(({ key }) => !said.has(key))
  const twice = german.filter(({ key }, at) => german.findIndex((other) => other.key === key) !== at)
  expect([...unused, ...twice].map(({ room, key }) => `${room}: ${key}`)).toEqual([])
})

test('a German text has the holes of the English one', () => {
  const holesOf = (text: string) => [...text.matchAll(/\{[^}]*\}/g)].map(([hole]) => hole).toSorted()
  const wrong = german.filter(({ key, text }) => holesOf(key).join() !== holesOf(text).join())
  expect(wrong.map(({ room, key }) => `${room}: ${key}`)).toEqual([])
})

test.each([
  ['a text of the page', '<p>Nothing here.</p>', 'Nothing here.'],
  ['a text beside others', '<p>By {name}</p>', 'By'],
  ['a label', '<Input label="due" />', 'due'],
  ['a computed label', '<Input aria-label={`Remove ${name}`} />', 'Remove {}'],
  ['a choice', "const text = isOn ? 'Switch it off' : say('Switch it on')", 'Switch it off'],
  ['a notice', "notifications.show({ message: 'done' })", 'done'],
  ['a part of a sentence', "const end = ' and more.'", 'and more.'],
])('%s is found where it is written', (_what, source, text) => {
  expect(textsOf('example.tsx', source).written.map((each) => each.text)).toEqual([text])
})
