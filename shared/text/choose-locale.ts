// Chooses the locale of a reader's dates and numbers: their variant of the document's language.

/** Gives the first of the reader's languages that is a variant of the document's (`en-GB` for `en`), else the document's. */
export function chooseLocale(ofDocument: string, ofReader: readonly string[]): string {
  return ofReader.find((each) => baseOf(each) === baseOf(ofDocument)) ?? ofDocument
}

export function baseOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? ''
}
