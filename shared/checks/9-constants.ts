// Finds numbers in the prose of points 4 to 6 that repeat a constant of point 9.
import type { Block, Document, Part } from '../document/document.ts'
import * as sayConstants from '../diagnostics/9-constants.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { isKnownConstant, KNOWN_CONSTANTS } from '../points/9-constants/known-constants.ts'
import { isShown } from '../points/declarations.ts'
import { readDuration, readWrittenNumber, readWrittenPercent } from '../text/written-values.ts'
import type { Span } from '../text/span.ts'
import type { SpecificationCheck } from './run-checks.ts'
import type { LimitDeclaration } from '../points/9-constants/declarations.ts'

export const checkConstants: SpecificationCheck = (_model, { limits }, document) => {
  if (!isShown(limits)) return []
  const repeated = document.sections
    .filter(({ point }) => point >= 4 && point <= 6)
    .flatMap(proseOf)
    .flatMap((span) => checkProse(document, span, limits.limits))
  return [...checkNames(document, limits.limits), ...repeated]
}

/** `timezone` is one's own constant; where no expression asks for it, `time zone` was meant. */
function checkNames({ text }: Document, limits: readonly LimitDeclaration[]): readonly Diagnostic[] {
  const asked = new Set([...text.matchAll(/limits\.(\w+)/g)].map(([, name]) => name))
  return limits.flatMap(({ name: { identifier, label, span } }) => {
    if (isKnownConstant(identifier) || asked.has(identifier)) return []
    const letters = lettersOf(identifier)
    const meant = KNOWN_CONSTANTS.find((known) => {
      const other = lettersOf(known)
      return letters === other || letters === `${other}s` || `${letters}s` === other
    })
    return meant === undefined
      ? []
      : [sayConstants.nearlyKnown(span, { name: label, nearest: meant.replaceAll('_', ' ') })]
  })
}

function lettersOf(identifier: string): string {
  return identifier.replaceAll('_', '').toLowerCase()
}

function checkProse(document: Document, span: Span, limits: readonly LimitDeclaration[]): readonly Diagnostic[] {
  const text = document.text.slice(span.start, span.end)
  return [...text.matchAll(AMOUNT)].flatMap(({ 0: written, index }) => {
    const found = limits.find((limit) => isSame(written, limit) && !isNamed(text, limit))
    const start = span.start + index
    return found
      ? [say.numberInProse({ start, end: start + written.length }, { written, constant: found.name.label })]
      : []
  })
}

// A number with what it counts, where that is a duration or a per cent; neither in a word, a version nor a date.
const AMOUNT =
  /(?<![\w.,:/#$€£§-])\d[\d,]*(?:\.\d+)?(?:\s?%|\s(?:seconds?|minutes?|hours?|days?|weeks?)\b)?(?![\w/:]|[.,-]\d)/g

/** Numbers that people write for anything else, too, are none of a constant's: 0, 1, 2 and years. */
function isSame(written: string, { value }: LimitDeclaration): boolean {
  if (!isShown(value)) return false
  const meant = value.value
  if (meant.kind === 'duration') return readDuration(written)?.milliseconds === meant.milliseconds
  const percent = readWrittenPercent(written)
  if (percent !== undefined) return meant.kind === 'decimal' && Math.abs(Number(meant.value) * 100 - percent) < 1e-9
  const number = readWrittenNumber(written)
  if (number === undefined || number <= 2 || (number >= 1900 && number <= 2100)) return false
  return (meant.kind === 'integer' || meant.kind === 'decimal') && Number(meant.value) === number
}

/** Prose that names the constant explains it. */
function isNamed(text: string, { name }: LimitDeclaration): boolean {
  const words = text.toLowerCase()
  return words.includes(name.identifier) || words.includes(name.label.toLowerCase())
}

function proseOf({ blocks, parts }: { readonly blocks: readonly Block[]; readonly parts: readonly Part[] }): Span[] {
  return [...blocks.flatMap(proseIn), ...parts.flatMap(proseOf)]
}

/** A bullet that is no setting is prose as well. */
function proseIn(block: Block): Span[] {
  if (block.kind === 'prose') return [block.span]
  return block.kind === 'bullets' ? block.entries.filter(({ kind }) => kind === 'item').map(({ span }) => span) : []
}
