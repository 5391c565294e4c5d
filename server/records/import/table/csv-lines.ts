// Takes comma-separated values apart (RFC 4180), line by line; each character is looked at once.
//
// A cell begins with a quote, ends with one, and doubles those within; any other has none. Lines end as the first one ends that does
// not end within quotes.

export interface CsvLine {
  /** The line of the file in which it begins, from 1: cells in quotes may go on for several. */
  readonly line: number
  readonly cells: readonly string[]
  /** Characters that were read by its end. */
  readonly end: number
}

/** A quote stands where none may, or one is not closed. */
export class CsvFault extends Error {
  readonly line: number

  constructor(line: number) {
    super(`The quotes of line ${line} can’t be read.`)
    this.line = line
  }
}

const QUOTE = '"'

/** Takes the lines of a text apart; `refuse` throws for one that has more than `most` cells. */
export function* csvLines(
  text: string,
  mark: string,
  { most, refuse }: { readonly most: number; readonly refuse: () => never },
): Generator<CsvLine, void, void> {
  let lineEnd: string | undefined
  let line = 1
  let at = 0

  /** Finds the characters that end a line here; undefined: none do. */
  const endAt = (place: number): string | undefined => {
    if (lineEnd !== undefined) return text.startsWith(lineEnd, place) ? lineEnd : undefined
    const character = text[place]
    if (character !== '\n' && character !== '\r') return undefined
    lineEnd = character === '\r' && text[place + 1] === '\n' ? '\r\n' : character
    return lineEnd
  }
  /** The cell in quotes that begins at `at`, which goes behind it. */
  const quotedCell = (): string => {
    const begin = at + 1
    let close = text.indexOf(QUOTE, begin)
    while (close >= 0 && text[close + 1] === QUOTE) close = text.indexOf(QUOTE, close + 2)
    const content = close < 0 ? text.slice(begin).replace(/(?:\r\n|[\n\r])$/, '') : text.slice(begin, close)
    line += countBreaks(content)
    at = close < 0 ? text.length : close + 1
    if (close < 0 || !(at === text.length || text[at] === mark || endAt(at) !== undefined)) throw new CsvFault(line)
    return content.includes(QUOTE) ? content.replaceAll('""', QUOTE) : content
  }
  /** The cell without quotes that begins at `at`, which goes behind it. */
  const plainCell = (): string => {
    const begin = at
    for (; at < text.length; at++) {
      const character = text[at]
      if (character === mark) break
      if (character === QUOTE) throw new CsvFault(line)
      if (character !== '\n' && character !== '\r') continue
      if (endAt(at) !== undefined) break
      // What ends no line of this file is part of the cell; an editor counts it all the same.
      if (character === '\n' || text[at + 1] !== '\n') line += 1
    }
    return text.slice(begin, at)
  }

  while (at < text.length) {
    const begun = line
    const cells: string[] = []
    for (;;) {
      cells.push(text[at] === QUOTE ? quotedCell() : plainCell())
      if (cells.length > most) refuse()
      if (text[at] !== mark) break
      at += 1
    }
    if (at < text.length) {
      at += lineEnd?.length ?? 0
      line += 1
    }
    yield { line: begun, cells, end: at }
  }
}

/** The number of line ends, as an editor counts them. */
function countBreaks(text: string): number {
  return text.match(/\r\n|[\n\r]/g)?.length ?? 0
}
