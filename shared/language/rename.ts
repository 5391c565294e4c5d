// Renames what a document declares, everywhere; the compiler decides whether every place was found.
import type { CompiledDocument } from '../compile.ts'
import { compile } from '../compile.ts'
import { identifierOf, reverseOf } from '../text/identifier.ts'
import { lineIndex, positionAt } from '../text/position.ts'
import type { Span } from '../text/span.ts'
import type { TextEdit } from '../text/text-edits.ts'
import { applyEdits, offsetBefore } from '../text/text-edits.ts'
import { definitionAt } from './find-name.ts'
import type { Diagnostics } from './errors.ts'
import { errorsOf } from './errors.ts'
import type { DocumentOutline, NamedDefinition } from './outline.ts'
import { outlineDocument } from './outline.ts'
import { placeAt } from './place.ts'
import { errorBeside, errorsOfEdits } from './errors-at-name.ts'
import { noteFormerName } from './former-name.ts'

/**
 * `no-name`: nothing that the document declares is named there. `error`: the text has an error beside the name, so that
 * nobody could tell whether the new one means the same. `problem`: it would be an error with the new name.
 */
export type RenameOutcome =
  | { readonly kind: 'renamed'; readonly edits: readonly TextEdit[]; readonly places: number }
  | { readonly kind: 'no-name' }
  | { readonly kind: 'error'; readonly diagnostic: Diagnostics[number]; readonly line: number }
  | { readonly kind: 'problem'; readonly diagnostic: Diagnostics[number] }

export interface RenameRequest {
  readonly offset: number
  /** The new name as people read it. */
  readonly to: string
  /** Text of the revision in force: a name that it does not have needs no `was`. Undefined: it is not known. */
  readonly published?: string | undefined
}

/** A way to write the old name, and what is written instead. */
interface WrittenForm {
  readonly old: string
  readonly new: string
  /** Made from the name, as `tickets` of `Ticket`: it may be any word, so that only an error shows that it is meant. */
  readonly isDerived?: true
}

/** Each round finds what one more error points to. */
const MOST_ROUNDS = 30

export function renameAt(
  outline: DocumentOutline,
  compiled: CompiledDocument,
  { offset, to, published }: RenameRequest,
): RenameOutcome {
  const { text } = outline.document
  const target = renamableAt(outline, offset)
  if (target === undefined) return { kind: 'no-name' }
  const name = to.trim().replaceAll(/\s+/g, ' ')
  const forms = formsOf(outline, target, name)
  const declared = declarationOf(text, target)
  const known = errorsOf(compiled)
  const own = occurrences(text, forms).filter(({ isDerived, span }) => !isDerived && span.start !== declared.start)
  const inTheWay = errorBeside(outline.document, known, [declared, ...own.map(({ span }) => span)])
  if (inTheWay !== undefined) {
    const { line } = positionAt(lineIndex(text), inTheWay.span.start)
    return { kind: 'error', diagnostic: inTheWay, line }
  }
  const edits = new Map<number, TextEdit>()
  const put = (edit: TextEdit): void => void edits.set(edit.span.start, edit)
  put({ span: declared, text: name })
  for (const found of occurrences(text, forms))
    if (!touches(found.span, declared) && isReference(outline, found, target)) put(found)
  for (const edit of noteFormerName(outline, target, published === undefined || isIn(published, target))) put(edit)
  const reverted = new Set<number>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const all = [...edits.values()]
    const errors = errorsOfEdits(known, errorsOf(compile(applyEdits(text, all))), all)
    const [first] = errors
    if (first === undefined) return { kind: 'renamed', edits: sorted(all), places: all.length }
    let isRepaired = false
    for (const { span } of errors) {
      const place = { start: offsetBefore(all, span.start), end: offsetBefore(all, span.end) }
      const missed = occurrences(text, forms).filter(
        (each) => touches(each.span, place) && !edits.has(each.span.start) && !reverted.has(each.span.start),
      )
      const wrong = all.filter((each) => touches(each.span, place) && each.span.start !== declared.start)
      for (const each of missed) put(each)
      if (missed.length === 0)
        for (const each of wrong) {
          edits.delete(each.span.start)
          reverted.add(each.span.start)
        }
      isRepaired ||= missed.length > 0 || wrong.length > 0
    }
    if (!isRepaired) return { kind: 'problem', diagnostic: first }
  }
  const last = [...edits.values()]
  const [left] = errorsOfEdits(known, errorsOf(compile(applyEdits(text, last))), last)
  return left === undefined
    ? { kind: 'renamed', edits: sorted(last), places: edits.size }
    : { kind: 'problem', diagnostic: left }
}

/** Gives what can be renamed at an offset. What is built in, such as people, keeps its name. */
export function renamableAt(outline: DocumentOutline, offset: number): NamedDefinition | undefined {
  const found = definitionAt(outline, offset)
  return found === undefined || found.span.end === 0 || found.name === 'Person' ? undefined : found
}

function formsOf(outline: DocumentOutline, target: NamedDefinition, to: string): readonly WrittenForm[] {
  const { what, name, label } = target
  const [kind = ''] = what.split(' ')
  const isCapital = /^(?:entity|role|shape)$/.test(kind)
  const identifier =
    kind === 'error' ? to : identifierOf(to, kind === 'state' ? 'word' : isCapital ? 'entity' : 'field')
  const own = { old: name, new: identifier }
  const byLabel = label === name ? [] : [{ old: label, new: to }]
  if (kind !== 'entity' && kind !== 'role') return [own, ...byLabel]
  const plural = outline.outline.entities.get(name)?.declaration?.plural
  // With a plural of its own an entity keeps its name backwards.
  const backwards =
    plural === undefined ? [{ old: reverseOf(name), new: reverseOf(identifier), isDerived: true as const }] : []
  const single = { old: identifierOf(label, 'field'), new: identifierOf(to, 'field'), isDerived: true as const }
  return [own, ...byLabel, ...backwards, single]
}

/** The name itself, where the span of what it declares is wider. */
function declarationOf(text: string, { span, label }: NamedDefinition): Span {
  const start = text.indexOf(label, span.start)
  return start < 0 || start + label.length > span.end ? span : { start, end: start + label.length }
}

/** Every place where one of the forms stands as a whole word. */
function occurrences(text: string, forms: readonly WrittenForm[]): readonly Occurrence[] {
  return forms.flatMap(({ old, new: written, isDerived = false }) => {
    const word = new RegExp(
      String.raw`(?<![\p{L}\p{N}_])${old.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\p{N}_])`,
      'gu',
    )
    return [...text.matchAll(word)].map(({ index }) => ({
      span: { start: index, end: index + old.length },
      text: written,
      isDerived,
    }))
  })
}

interface Occurrence extends TextEdit {
  readonly isDerived: boolean
}

/** Columns that hold sentences. */
const PROSE: ReadonlySet<string> = new Set(['meaning', 'does', 'message', 'comes to', 'says', 'is', 'text'])

/** Prose stays as it is; what only the compiler knows to be a reference, it reports. */
function isReference(outline: DocumentOutline, { span, isDerived }: Occurrence, target: NamedDefinition): boolean {
  const { document } = outline
  const place = placeAt(document, span.start)
  if (place === undefined) return false
  const { kind, code, column = '', heading = '', before } = place
  const isQuoted = before.split('"').length % 2 === 0
  const isWholeText = document.text[span.start - 1] === '"' && document.text[span.end] === '"'
  // The steps of an example speak of the records and people that it has made: `ticket`, `customer`.
  if (code === undefined && /^example\b/i.test(heading) && /^\s*\d+\.\s/.test(before))
    return isQuoted ? isWholeText && target.what.startsWith('state') : true
  if (isDerived || (code !== undefined && target.what === 'screen')) return false
  if (code === undefined) {
    const isHeading = /^#{3,4} /.test(before) && !/^### example\b/i.test(before)
    if (kind === 'text' && !isHeading) return false
    if (PROSE.has(column) || isQuoted) return false
  }
  return definitionAt(outline, span.start) === target
}

function isIn(published: string, { what, name }: NamedDefinition): boolean {
  return outlineDocument(published).definitions.some((each) => each.what === what && each.name === name)
}

function touches(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}

function sorted(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((one, other) => one.span.start - other.span.start)
}
