import { expect, test } from 'vitest'
import { chooseLocale } from '#shared/text/choose-locale.ts'
import { say, sayCount, sayList } from '../../../client/words/say.ts'

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
