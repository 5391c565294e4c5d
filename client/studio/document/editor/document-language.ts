// Reads the text of a document for highlighting: headings, tables, settings, expressions.
import type { StreamParser, StringStream } from '@codemirror/language'
import { foldService, StreamLanguage } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { tags } from '@lezer/highlight'

type Within = 'text' | 'code' | 'comment' | 'fence'

interface Reading {
  within: Within
  isTable: boolean
}

const KEYWORDS = new Set('and or not in true false null me now today this old input limits calendar lookup'.split(' '))

const parser: StreamParser<Reading> = {
  name: 'specification',
  startState: () => ({ within: 'text', isTable: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.sol()) {
      const begun = beginLine(stream, state)
      if (begun !== undefined) return begun
    }
    if (state.within === 'comment') return readComment(stream, state)
    if (state.within === 'code') return readCode(stream, state)
    if (stream.match('<!--')) {
      state.within = 'comment'
      return 'comment'
    }
    if (stream.eat('`')) {
      state.within = 'code'
      return 'mark'
    }
    if (state.isTable && stream.eat('|')) return 'mark'
    if (stream.match(/\\./) || stream.match(/[^`|<\\]+/)) return null
    stream.next()
    return null
  },
  tokenTable: {
    heading: tags.heading,
    mark: tags.punctuation,
    comment: tags.comment,
    setting: tags.propertyName,
    unknown: tags.meta,
    name: tags.variableName,
    function: tags.function(tags.variableName),
    keyword: tags.keyword,
    number: tags.number,
    string: tags.string,
    operator: tags.operator,
    fenced: tags.monospace,
  },
}

export const specificationLanguage = StreamLanguage.define(parser)

/** Returns the style of a line as a whole, or of its beginning. Undefined: the line is read from where it begins. */
function beginLine(stream: StringStream, state: Reading): string | null | undefined {
  // An expression ends with its line at the latest: a forgotten mark costs one line.
  if (state.within === 'code') state.within = 'text'
  state.isTable = false
  if (state.within === 'comment') return undefined
  if (stream.match(/^\s*(?:```|~~~)/)) {
    state.within = state.within === 'fence' ? 'text' : 'fence'
    stream.skipToEnd()
    return 'mark'
  }
  if (state.within === 'fence') {
    stream.skipToEnd()
    return 'fenced'
  }
  if (stream.match(/^#{1,6} .*/)) return 'heading'
  if (stream.match(/^\s*\|[\s:|-]+\|?\s*$/)) return 'mark'
  if (stream.match(/^\s*(?:not shown|none)\.\s*$/)) return 'unknown'
  if (stream.match(/^\s*[-*+]\s+(?=[^\s:|`][^:|`]{0,59}:(?:\s|$))/)) {
    stream.match(/^[^:]+:/)
    return 'setting'
  }
  state.isTable = stream.match(/^\s*\|/, false) !== null
  return undefined
}

function readComment(stream: StringStream, state: Reading): string {
  if (stream.match(/^.*?-->/)) state.within = 'text'
  else stream.skipToEnd()
  return 'comment'
}

function readCode(stream: StringStream, state: Reading): string | null {
  if (stream.eat('`')) {
    state.within = 'text'
    return 'mark'
  }
  if (stream.eatSpace()) return null
  if (stream.match(/^"(?:[^"\\`]|\\.)*"?/) || stream.match(/^'(?:[^'\\`]|\\.)*'?/)) return 'string'
  if (stream.match(/^\d[\d_.]*/)) return 'number'
  const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)
  if (typeof word === 'object' && word !== null) {
    if (KEYWORDS.has(word[0])) return 'keyword'
    return stream.peek() === '(' ? 'function' : 'name'
  }
  stream.next()
  return 'operator'
}

/** A heading folds what stands below it, up to the next of its level or a higher one. */
export const foldByHeading = foldService.of((state, start) => {
  const level = levelAt(state, start)
  if (level === 0) return null
  // The end that the editor gives lies behind what is folded already.
  const { number: first, to: end } = state.doc.lineAt(start)
  let last = first
  for (let number = first + 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number)
    const other = levelAt(state, line.from)
    if (other > 0 && other <= level) break
    if (line.text.trim() !== '') last = number
  }
  return last > first ? { from: end, to: state.doc.line(last).to } : null
})

/** 0: no heading. */
function levelAt(state: EditorState, from: number): number {
  return /^#{1,6}(?= )/.exec(state.doc.sliceString(from, from + 7))?.[0].length ?? 0
}
