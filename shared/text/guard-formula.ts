// Keeps spreadsheets from working out a text.

/**
 * A text that begins like a formula is marked as text by an apostrophe: a spreadsheet would work it out. Numbers stay. One that
 * has apostrophes there itself gets one more, so that it comes back as it was.
 */
export function guardFormula(text: string): string {
  return BEGINS_LIKE_FORMULA.test(text) && !isNumber(text) ? `'${text}` : text
}

/** The text as it was before. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && BEGINS_LIKE_FORMULA.test(text.slice(1)) ? text.slice(1) : text
}

const BEGINS_LIKE_FORMULA = /^'*[=+@\t\r-]/

function isNumber(text: string): boolean {
  return /^-[\d.,]+(e[+-]?\d+)?$/i.test(text)
}
