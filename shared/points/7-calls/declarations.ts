// Declares what point 7 contains: calls, shapes, outgoing calls and settings.
import type { Fragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { TypeDeclaration } from '../3-entities/declarations.ts'
import type { EffectDeclaration, EventWord, Template } from '../4-states/declarations.ts'
import type { Name, Reference } from '../declarations.ts'
import type { JsonTemplate } from '../reading/read-json-template.ts'
import type { GranteeDeclaration } from '../6-roles/declarations.ts'

export interface CallDeclaration {
  readonly method: string
  readonly path: Fragment
  readonly of?: Reference
  readonly who: readonly GranteeDeclaration[]
  readonly does: string
  readonly takes: readonly CallInputDeclaration[]
  /** True where members of the body that the call does not take are left unread. */
  readonly ignoresUnknown?: true
  /** Absent where they, or one of them, are not shown. */
  readonly steps?: readonly EffectDeclaration[]
  /** Absent: nothing, 204. */
  readonly answer?: AnswerDeclaration
  readonly span: Span
}

export interface CallInputDeclaration {
  /**
   * Name of the input in the HTTP request: `limit`, `X-Signature`. A member of a nested body has its path,
   * `article.title`.
   */
  readonly name: string
  /** Name of the input in expressions, after `input.`. */
  readonly identifier: string
  readonly in: 'path' | 'query' | 'body' | 'header'
  readonly type: TypeDeclaration
  /** Must it be sent? */
  readonly required: boolean
  /** May it be sent empty? */
  readonly nullable: boolean
  readonly default?: { readonly kind: 'literal' | 'expression'; readonly text: Fragment }
  readonly nameSpan: Span
  readonly span: Span
}

export interface AnswerDeclaration {
  readonly status: number
  readonly as: 'json' | 'calendar'
  /** Absent for an answer without a body. */
  readonly body?: JsonTemplate
  readonly span: Span
}

export interface ShapeDeclaration {
  readonly name: Name
  readonly of: Reference
  readonly as?: Reference
  readonly entries: readonly {
    readonly name: string
    readonly nameSpan: Span
    readonly value: Fragment
    readonly span: Span
  }[]
  readonly span: Span
}

export interface OutgoingDeclaration {
  /** `Ticket.resolve`, `Ticket created`, `Ticket.due_at changed`. */
  readonly when: {
    readonly entity: Reference
    readonly transition?: Reference
    readonly event?: EventWord
    readonly field?: Reference
  }
  readonly method: string
  readonly url: Template
  readonly payload?: Fragment
  readonly span: Span
}

export interface CallsPoint {
  readonly calls: readonly CallDeclaration[]
  readonly shapes: readonly ShapeDeclaration[]
  readonly outgoing: readonly OutgoingDeclaration[]
  readonly settings: {
    /** The body of errors; absent: problem details. */
    readonly answers?: JsonTemplate
    readonly token?: { readonly word: string; readonly span: Span }
    readonly cors?: { readonly origins: readonly string[]; readonly span: Span }
  }
  readonly span: Span
}
