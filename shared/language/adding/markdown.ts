// Writes names, cells and tables so that they are read as what they are meant to be.
import { isEmptyCell, isNone, isNotShown } from '../../text/written-values.ts'
import { fragment } from '../../text/fragment.ts'
import type { NameKind } from '../../text/identifier.ts'
import { readIdentifierName } from '../../text/identifier.ts'
import { identifierFor } from '../../points/reading/point-context.ts'
import type { Span } from '../../text/span.ts'
import { writeRow } from '../../text/table-row.ts'

/** Characters of private use, which stand around a blank until its place is known. */
const OPEN = '\u{E000}'
const CLOSE = '\u{E001}'
const OPEN_ONE_WORD = '\u{E002}'

export interface Blank extends Span {
  /** Blanks of one number are one word, which stands in several places. */
  readonly number: number
}

/** A word that its author is to replace. */
export function blank(text: string): string {
  return text === '' ? '' : OPEN + text + CLOSE
}

/** A word that stands elsewhere as well, and is replaced there with it. */
export function sharedBlank(text: string): string {
  return text === '' ? '' : OPEN_ONE_WORD + text + CLOSE
}

/** Takes the marks of the blanks out, and tells where the blanks stand in the text. */
export function takeBlanks(marked: string): { readonly text: string; readonly blanks: readonly Blank[] } {
  const blanks: Blank[] = []
  const shared = new Map<string, number>()
  let text = ''
  for (const [whole, isOpen, word = '', between = ''] of marked.matchAll(MARKED)) {
    if (isOpen !== undefined) {
      const known = isOpen === OPEN_ONE_WORD ? shared.get(word) : undefined
      const number = known ?? blanks.length + 1
      if (isOpen === OPEN_ONE_WORD) shared.set(word, number)
      blanks.push({ start: text.length, end: text.length + word.length, number })
    }
    text += isOpen === undefined ? (between === '' ? whole : between) : word
  }
  return { text, blanks }
}

const MARKED = /([\u{E000}\u{E002}])([^\u{E001}]*)\u{E001}|([^\u{E000}\u{E002}]+)/gu

/** Makes one line without marks of Markdown and of this language. */
function plainLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Co}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .replaceAll('<!--', '<! --')
    .trim()
}

/** Sentences keep their words. Whatever would be read as something else stands in quotes. */
export function sentence(text: string): string {
  const line = plainLine(text).replaceAll('\\', '/')
  const isWord = isNone(line) || isNotShown(line) || isEmptyCell(line)
  if (!isWord && /^[\p{L}\p{N}{][^"“”„*_]*$/u.test(line)) return line
  return line === '' ? '' : `"${line.replaceAll(/["“”„]/g, "'")}"`
}

/** Signs that mean something in Markdown, in a cell or in a list have no place in a name. */
export function nameText(written: string): string {
  return plainLine(written)
    .replaceAll(/[^\p{L}\p{N}\p{M}\s'’/_-]+|(?<![\p{L}\p{N}])['’_]+|['’_]+(?![\p{L}\p{N}])/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The name, with an identifier in parentheses where none follows from it. `taken`: those of its scope, which grow. */
export function writeName(written: string, kind: NameKind, taken = new Set<string>()): string {
  const label = nameText(written)
  if (label === '') return ''
  const read = readIdentifierName(fragment(label), kind)
  if ('problem' in read) return `${label} (${identifierFor(label, kind, taken)})`
  taken.add(read.identifier)
  return label
}

/** The identifier of a name that `writeName` wrote. */
export function identifierIn(name: string, kind: NameKind): string {
  const read = readIdentifierName(fragment(name), kind)
  return 'problem' in read ? '' : read.identifier
}

/** Names of one scope: what stands there twice is written once. */
export function writeNames(written: readonly string[], kind: NameKind): readonly string[] {
  const taken = new Set<string>()
  // Those that have an identifier by themselves keep it.
  const plain = written.filter((each) => writeName(each, kind, taken) === nameText(each))
  const names = written.map((each) => (plain.includes(each) ? nameText(each) : writeName(each, kind, taken)))
  return names.filter(
    (name, at) =>
      name !== '' && names.findIndex((each) => identifierIn(each, kind) === identifierIn(name, kind)) === at,
  )
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [writeRow(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(writeRow)].join('\n')
}

/** An expression, without the marks around it. */
export function expressionText(written: string): string {
  return plainLine(written.trim().replaceAll('`', ' '))
}

/** Appends a number until nothing else has the name, and takes it. */
export function freeName(name: string, taken: Set<string>, keyOf: (name: string) => string, joint = ' '): string {
  let free = name
  const [, stem = name, end = ''] = /^(.*?)((?:\/:id)?)$/.exec(name) ?? []
  for (let number = 2; taken.has(keyOf(free)); number++) free = `${stem}${joint}${number}${end}`
  taken.add(keyOf(free))
  return free
}
