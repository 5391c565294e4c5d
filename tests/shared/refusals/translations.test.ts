// Every text of the catalogue stands in each language, with the holes of the English one.
import { expect, test } from 'vitest'
import type { RefusalName } from '#shared/refusals/catalogue.ts'
import { REFUSALS, translatedText } from '#shared/refusals/catalogue.ts'
import { GERMAN_REMEDIES } from '#shared/refusals/german/remedies.ts'
import { holesOf } from '#shared/refusals/refusal-text.ts'
import { REMEDIES } from '#shared/refusals/remedies.ts'
import { holesIn } from '#shared/text/phrase.ts'

/** A message whose words serve both languages. */
const OF_VALUE = '{field} {problem}.'

const names = Object.keys(REFUSALS) as RefusalName[]

test.each(names)('%s is said in German, and so is its remedy', (name) => {
  const [english, german] = [translatedText(name, 'en'), translatedText(name, 'de-AT')]
  if (english === undefined || german === undefined) throw new Error(`${name} has no text`)
  expect(holesOf(german).toSorted()).toEqual(holesOf(english).toSorted())
  expect(german.remedy === undefined).toBe(english.remedy === undefined)
  if (english.message !== OF_VALUE && holesOf(english).join() !== 'problem')
    expect(german.message).not.toBe(english.message)
  expect(`${german.message} ${german.remedy ?? ''}`).not.toMatch(/\bSie\b|"/)
})

test.each(Object.entries(REMEDIES))('the remedy %s is said in German', (name, english) => {
  const german = GERMAN_REMEDIES[name as keyof typeof REMEDIES]
  expect(holesIn(german).toSorted()).toEqual(holesIn(english).toSorted())
  expect(german).not.toMatch(/\bSie\b|"/)
})
