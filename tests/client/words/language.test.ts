import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseLocale } from '#shared/text/choose-locale.ts'
import { say, sayCount, sayList, sayNumber } from '../../../client/words/say.ts'

test.each([
  ['de', ['de-AT', 'de', 'en'], 'de-AT'],
  ['de', ['en-US', 'de-CH'], 'de-CH'],
  ['de', ['en-US'], 'de'],
  ['en', ['de-DE', 'en-GB'], 'en-GB'],
  ['fr-CA', ['en'], 'fr-CA'],
])('a page in %s for readers of %j is written by the rules of %s', (page, ofReader, locale) => {
  expect(chooseLocale(page, ofReader)).toBe(locale)
})

test('texts are filled, counted and listed', () => {
  expect(say('{name} created.', { name: 'HD-1' })).toBe('HD-1 created.')
  expect(say('Inbox, {unread} unread', { unread: 12_345 })).toBe('Inbox, 12,345 unread')
  expect([0, 1, 2].map((count) => sayCount(count, '{count} day', '{count} days'))).toEqual([
    '0 days',
    '1 day',
    '2 days',
  ])
  expect(sayList(['Open', 'Waiting'], 'or')).toBe('Open or Waiting')
})

test('counts have their thousands set apart, by the rules of the language', () => {
  expect(say('{shown} of {count}', { shown: 100, count: 1_442 })).toBe('100 of 1,442')
  expect(sayCount(5_000, '{count} row', '{count} rows')).toBe('5,000 rows')
  expect(sayNumber(9_999)).toBe('9,999')
})

test('no count is drawn as bare digits', () => {
  const client = new URL('../../../client/', import.meta.url)
  const bare = globSync('**/*.tsx', { cwd: client, exclude: ['dist/**'] }).flatMap((file) =>
    (readFileSync(new URL(file, client), 'utf8').match(/>\{[\w.]*\bcount\}<|[`} ]\$\{[\w.]*\bcount\}[ `+]/g) ?? []).map(
      (found) => `${file}: ${found}`,
    ),
  )
  expect(bare).toEqual([])
})
