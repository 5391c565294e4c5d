// Says the texts of the client in the language of the page: the English text is the key of the others.
import { joinNames, languageOf } from '#shared/text/language.ts'
import type { HolesIn } from '#shared/text/phrase.ts'
import { fillHoles } from '#shared/text/phrase.ts'
import type { Translations } from './translations.ts'
import { formatLocale, pageLanguage } from './language.ts'
import { lazily } from './lazily.ts'

/** A value for each hole: "{name} created." wants a `name`. */
export type TextValues<Text extends string> = { readonly [hole in HolesIn<Text>]: string | number }

/** Pages in other languages than these are English. */
const spoken = languageOf(pageLanguage)

/** Here before any other module runs, so that constants of modules may be said too. */
const catalogue: Translations = spoken === 'de' ? (await import('./german/german.ts')).GERMAN : {}
const plurals = lazily(() => new Intl.PluralRules(formatLocale))

export function say<const Text extends string>(
  text: Text,
  ...[values]: [HolesIn<Text>] extends [never] ? [] : [TextValues<Text>]
): string {
  const found = textFor(text)
  return values === undefined ? found : fillHoles(found, values, formatLocale, sayNumber)
}

/** `sayCount(3, '{count} record', '{count} records')`: the count is a hole of both. */
export function sayCount<const Many extends string>(
  count: number,
  one: string,
  many: Many,
  ...[values]: [Exclude<HolesIn<Many>, 'count'>] extends [never] ? [] : [Omit<TextValues<Many>, 'count'>]
): string {
  const found = textFor(plurals().select(count) === 'one' ? one : many)
  return fillHoles(found, { ...values, count }, formatLocale, sayNumber)
}

/** 1442 → "1,442" */
export function sayNumber(count: number): string {
  return count.toLocaleString(formatLocale)
}

/** "Open, Waiting or Closed" */
export function sayList(names: readonly string[], joined: 'and' | 'or'): string {
  return joinNames(names, joined, spoken)
}

/** Returns the text from the catalogue, or the English text if the catalogue has none. */
export function textFor(english: string): string {
  return catalogue[english] ?? english
}
