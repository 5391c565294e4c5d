// Declares what can be added to a document without writing Markdown.
import type { PointNumber } from '../../document/document.ts'

export interface WantedField {
  readonly name: string
  /** The type as the language writes it: `date`, `one of new, open`, `Ticket`. */
  readonly type: string
  readonly required: boolean
}

/** Beginnings of the types whose words stand behind them. */
export const CHOICE_TYPES = { one: 'one of ', several: 'several of ' } as const

/** `list and forms`: a list, a page for each record, and a form for new ones. */
export const SCREEN_KINDS = ['list and forms', 'table', 'record', 'form', 'page'] as const
/** Kinds of calls: answering a list, answering one record, creating one. */
export const CALL_KINDS = ['list', 'one', 'create'] as const
export const VERBS_TO_ADD = ['everything', 'read', 'create', 'update', 'delete'] as const

/** Entities are named by their identifiers; states, roles and who may do something as the document writes them. */
export type WantedPart =
  | { readonly kind: 'entity'; readonly name: string; readonly fields: readonly WantedField[] }
  | {
      readonly kind: 'role'
      readonly name: string
      readonly is: string
      /** A role whose rights it has too; empty: none. */
      readonly includes: string
    }
  | {
      readonly kind: 'permission'
      readonly role: string
      readonly entity: string
      readonly may: (typeof VERBS_TO_ADD)[number]
      /** Field that names whose record it is, so that everybody may do it with their own; empty: with all records. */
      readonly own: string
    }
  | {
      readonly kind: 'screen'
      readonly shows: (typeof SCREEN_KINDS)[number]
      readonly entity: string
      /** Empty: the name follows from the entity. */
      readonly name: string
      readonly for: string
    }
  | {
      readonly kind: 'transition'
      readonly entity: string
      readonly name: string
      readonly from: string
      readonly to: string
      readonly who: string
      /** Inputs that people give. */
      readonly asks: readonly WantedField[]
    }
  | {
      readonly kind: 'rule'
      readonly name: string
      readonly entity: string
      readonly condition: string
      readonly message: string
    }
  | {
      readonly kind: 'call'
      readonly does: (typeof CALL_KINDS)[number]
      readonly path: string
      readonly entity: string
      readonly who: string
    }
  | { readonly kind: 'error'; readonly code: string; readonly status: string; readonly message: string }
  | { readonly kind: 'constant'; readonly name: string; readonly value: string; readonly meaning: string }
  | { readonly kind: 'example'; readonly title: string; readonly entity: string; readonly role: string }
  | {
      readonly kind: 'question'
      readonly point: PointNumber
      readonly text: string
      readonly owner: string
      /** Date as `2026-11-29`, or empty. */
      readonly asked: string
    }
  | {
      readonly kind: 'answer'
      /** Line of the question, from 1. */
      readonly question: number
      readonly answer: string
      /** Date as `2026-11-29`, or empty. */
      readonly answered: string
    }

export type WantedKind = WantedPart['kind']

/** The order in which one usually needs them. */
export const WANTED_KINDS = [
  'entity',
  'role',
  'permission',
  'screen',
  'transition',
  'rule',
  'call',
  'error',
  'constant',
  'example',
  'question',
  'answer',
] as const satisfies readonly WantedKind[]
