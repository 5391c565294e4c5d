// Knows the language of the page, which is the document's, and the formats that its reader is used to.
import { chooseLocale } from '#shared/text/choose-locale.ts'
import { labelFor } from '#shared/text/label.ts'
import { languageOf } from '#shared/text/language.ts'
import { lazily } from './lazily.ts'

/** BCP 47, as the server writes it into the page; English where there is no page. */
export const pageLanguage: string = globalThis.document?.documentElement.lang || 'en'

/** Locale of dates and numbers: the reader's variant of the page's language (`en-GB`), else the page's language. */
export const formatLocale: string = chooseLocale(pageLanguage, globalThis.navigator?.languages ?? [])

/** A name of the document inside a sentence: "New ticket"; German nouns keep their capital. */
export function withinSentence(name: string): string {
  return languageOf(pageLanguage) === 'de' ? labelFor(name) : name.toLowerCase()
}

/** Returns the character before the cents: "," or ".". */
export const decimalSign: () => string = lazily(
  () => new Intl.NumberFormat(formatLocale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
)
