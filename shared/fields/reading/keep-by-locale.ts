// Keeps what is made for a language: to make the formats of one takes longer than to read a thousand texts.

/** `make` is called once for each locale; languages come from outside, so the oldest are dropped. */
export function keepByLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const kept = new Map<string, T>()
  return (locale) => {
    const found = kept.get(locale)
    if (found !== undefined) return found
    if (kept.size >= MOST_LOCALES) kept.clear()
    const made = make(locale)
    kept.set(locale, made)
    return made
  }
}

const MOST_LOCALES = 200
