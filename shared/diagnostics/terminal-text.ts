// Measures the width of a text on a terminal and removes control sequences.

/** A grapheme: a unit that a reader sees as one character. */
export interface Grapheme {
  /** Index in the line, and number of UTF-16 units. */
  readonly at: number
  readonly length: number
  /** Text that is printed for the grapheme, and the number of columns that it takes. */
  readonly shown: string
  readonly width: number
}

/** Made for the first message: most starts have none, and it takes as long as reading a document of 50 lines. */
let segmenter: Intl.Segmenter | undefined
const TAB = '  '
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}|^[\u{20000}-\u{3fffd}]|\ufe0f/u
// Control characters, and those that turn the direction of writing.
const COMMANDS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

export function graphemes(line: string): Grapheme[] {
  const cells: Grapheme[] = []
  for (const { segment, index } of (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(
    line,
  )) {
    const shown = segment === '\t' ? TAB : segment.replaceAll(COMMANDS, '·')
    const width =
      segment === '\t' ? TAB.length : WIDE.test(segment) ? 2 : /^[\p{M}\u200b\u200d\ufeff]+$/u.test(segment) ? 0 : 1
    cells.push({ at: index, length: segment.length, shown, width })
  }
  return cells
}

/** The text in one line, without what could command a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll(COMMANDS, '·')
}
