// Converts offsets to lines and columns.

export interface LineIndex {
  readonly text: string
  /** Offset at which each line starts; lines end with LF, CRLF or CR. */
  readonly starts: readonly number[]
}

/** Both count from 1; a column counts UTF-16 units, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

export function lineIndex(text: string): LineIndex {
  const starts = [text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0]
  const ending = /\r\n?|\n/g
  while (ending.test(text)) starts.push(ending.lastIndex)
  return { text, starts }
}

export function positionAt(index: LineIndex, offset: number): Position {
  let low = 0
  let high = index.starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((index.starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: Math.max(0, offset - (index.starts[low] ?? 0)) + 1 }
}

/** The text of a line (counted from 1) without its ending; '' where there is no such line. */
export function lineText({ text, starts }: LineIndex, line: number): string {
  const start = starts[line - 1]
  if (start === undefined) return ''
  let end = starts[line] ?? text.length
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return text.slice(start, end)
}

const BYTE_ORDER_MARK = 0xfeff
