// Cuts texts that the cell of a workbook can't hold, so that nobody takes what is left for the whole.

/** UTF-16 code units, as spreadsheets count. */
export const MOST_CELL_CHARACTERS = 32_767

/** The text, or as much as a cell holds, with a mark at its end: "… [32767/45000]". */
export function cutForCell(text: string): string {
  if (text.length <= MOST_CELL_CHARACTERS && !isCutCell(text)) return text
  const mark = `… [${MOST_CELL_CHARACTERS}/${text.length}]`
  return text.slice(0, MOST_CELL_CHARACTERS - mark.length).padEnd(MOST_CELL_CHARACTERS - mark.length) + mark
}

/** Is it the beginning of a longer text? Such a cell is never read as the text itself. */
export function isCutCell(text: string): boolean {
  return text.length === MOST_CELL_CHARACTERS && /… \[32767\/\d{5,9}\]$/.test(text)
}
