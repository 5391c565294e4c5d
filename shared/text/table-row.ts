// Splits a line of a table into its cells; a bar behind a backslash is text.
const BAR = /(?<!\\)\|/g

/** Gives the offsets of the bars in a line. */
export function barsIn(line: string): readonly number[] {
  return [...line.matchAll(BAR)].map(({ index }) => index)
}

/** Gives what stands between the bars of a line that begins with one, and behind the last. */
export function splitRow(line: string): readonly string[] {
  return line.trimStart().slice(1).split(BAR)
}

/** Gives the texts of the cells of a line that begins with a bar. */
export function cellsOfRow(line: string): readonly string[] {
  const cells = splitRow(line).map((cell) => cell.trim())
  // What stands behind the last bar is no cell.
  return cells.at(-1) === '' && cells.length > 1 ? cells.slice(0, -1) : cells
}

/** Writes a row; bars in its cells stand behind backslashes. */
export function writeRow(cells: readonly string[]): string {
  return `|${cells.map((each) => (each === '' ? ' |' : ` ${each.replaceAll(BAR, '\\|')} |`)).join('')}`
}
