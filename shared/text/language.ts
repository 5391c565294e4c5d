// Names the languages that the application itself speaks, and lists names as each language does.

export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** One value for each language. */
export type InLanguages<T = string> = { readonly [language in Language]: T }

/** Picks the language for a BCP 47 tag. English is used for languages without texts of their own. */
export function languageOf(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/** "Agent, Lead or an administrator" for "or", in the words of the language. */
export function joinNames(names: readonly string[], word: 'and' | 'or', locale: string): string {
  const key = `${word} ${locale}`
  let format = FORMATS.get(key)
  if (format === undefined) {
    const [known = 'en'] = Intl.ListFormat.supportedLocalesOf(locale)
    format = new Intl.ListFormat(known, { type: word === 'and' ? 'conjunction' : 'disjunction' })
    FORMATS.set(key, format)
  }
  return format.format(names)
}

const FORMATS = new Map<string, Intl.ListFormat>()

/** “open”, „offen“. */
export function quoteName(name: string, locale: string): string {
  return languageOf(locale) === 'de' ? `„${name}“` : `“${name}”`
}
