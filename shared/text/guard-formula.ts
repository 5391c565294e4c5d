// Keeps spreadsheets from working out a text.

/** A text that begins like a formula is marked as text by an apostrophe: a spreadsheet would work it out. Numbers stay. */
export function guardFormula(text: string): string {
  return /^[=+@\t\r]|^-(?![\d.,]+$)/.test(text) ? `'${text}` : text
}
