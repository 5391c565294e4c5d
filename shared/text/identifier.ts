// Makes identifiers of names: `Leave request` → LeaveRequest, `Due date` → due_date.
import type { Fragment } from './fragment.ts'
import { spanOf } from './fragment.ts'
import { plural } from './plural.ts'
import type { Span } from './span.ts'
import { removeMarkup } from './remove-markup.ts'

/** Entities and roles are `LeaveRequest`; fields and all else `due_date`; words of an enumeration stay as written, `under_review` if of several parts. */
export type NameKind = 'entity' | 'field' | 'word'

export interface IdentifierName {
  /** Name as written, for people. */
  readonly label: string
  readonly identifier: string
  readonly span: Span
}

/** Words of expressions: no field, and nothing that a step names, may be called so. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  'this old me now today input limits calendar lookup timers session shape true false null in and or not'.split(' '),
)

interface NameProblem {
  /** `empty`: nothing is written; `identifier`: one must be given by hand, as in `Straße (street)`. */
  readonly problem: 'empty' | 'identifier'
  readonly label: string
  /** Text in parentheses that is not a valid identifier. */
  readonly given?: string
  readonly span: Span
}

export function readIdentifierName(text: Fragment, kind: NameKind): IdentifierName | NameProblem {
  const plain = removeMarkup(text)
  const span = spanOf(plain)
  if (plain.value === '') return { problem: 'empty', label: '', span }
  const byHand = plain.value.endsWith(')')
    ? /^(.*)\(([^()]*)\)$/s
        .exec(plain.value)
        ?.slice(1)
        .map((part) => part.trim())
    : undefined
  const isByHand = byHand !== undefined && byHand[0] !== ''
  const label = (isByHand ? (byHand[0] ?? '') : plain.value).replaceAll(/\s+/g, ' ')
  const identifier = isByHand ? (byHand[1] ?? '').replace(/^`/, '').replace(/`$/, '').trim() : identifierOf(label, kind)
  const legal = kind === 'word' ? /^[A-Za-z0-9][A-Za-z0-9_.-]*$/ : /^[A-Za-z][A-Za-z0-9_]*$/
  if (legal.test(identifier) && (isByHand || !losesSign(label, kind))) return { label, identifier, span }
  return { problem: 'identifier', label, span, ...(isByHand ? { given: identifier } : {}) }
}

/** The identifier by rule; it may be illegal if the label has characters beyond A to Z. */
export function identifierOf(label: string, kind: NameKind): string {
  if (
    kind === 'field' ? IS_SNAKE_CASE.test(label) : kind === 'entity' ? IS_ONE_NAME.test(label) : IS_ONE_WORD.test(label)
  )
    return label
  if (losesSign(label, kind)) return label.trim()
  const words = wordsOf(label)
  if (kind === 'entity') return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  if (kind === 'word' && words.length === 1 && !/[-/]/.test(label)) return label.trim()
  return snakeCase(words)
}

/** Whether a sign at an end would fall away, as of the mark "A-", which then would be another word. */
function losesSign(label: string, kind: NameKind): boolean {
  return kind === 'word' && /^['’/-]|['’/-]$/.test(label.trim())
}

/** Most references are identifiers already. */
const IS_SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const IS_ONE_NAME = /^[A-Z][A-Za-z0-9]*$/
const IS_ONE_WORD = /^[A-Za-z0-9]+$/

/** `LeaveRequest` → `/leave-requests`' last part: kebab-case plural. */
export function pathOf(identifier: string, pluralLabel?: string): string {
  return snakeCase(wordsOf(pluralLabel ?? plural(snakeCase(wordsOf(identifier)).replaceAll('_', ' ')))).replaceAll(
    '_',
    '-',
  )
}

/** `LeaveRequest` → `leave_requests`: the name of the relation backwards. */
export function reverseOf(identifier: string, pluralLabel?: string): string {
  return pathOf(identifier, pluralLabel).replaceAll('-', '_')
}

function snakeCase(words: readonly string[]): string {
  return words
    .map((word) =>
      word
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
        .toLowerCase(),
    )
    .join('_')
}

function wordsOf(label: string): string[] {
  return label
    .replaceAll(/['’]/g, '')
    .split(/[\s\-_/]+/)
    .filter((word) => word !== '')
}
