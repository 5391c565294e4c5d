// Declares what point 3 contains: entities, fields, types and limits.
import type { Prose } from '../../document/document.ts'
import type { FieldType, PlainKind } from '../../fields/field-type.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { OtherwiseDeclaration } from '../5-rules/declarations.ts'
import type { Span } from '../../text/span.ts'
import type { Name, NotShown, Reference } from '../declarations.ts'
import type { SortKeyDeclaration } from '../2-screens/declarations.ts'

/** Types that name nothing of the document stand as they are; the others hold references that have yet to be linked. */
export type TypeDeclaration =
  | Extract<FieldType, { readonly kind: PlainKind | 'decimal' | 'one of' | 'several of' }>
  | { readonly kind: 'slug'; readonly of?: Reference }
  | { readonly kind: 'sequence'; readonly pattern?: string; readonly per?: readonly Reference[] }
  | {
      readonly kind: 'relation'
      readonly many: boolean
      readonly entity: Reference
      /** `(as reported_tickets)` */
      readonly as?: Name
      readonly whenDeleted: 'refuse' | 'delete' | 'clear'
      /** Position of `part of it` in the document. */
      readonly part?: Span
    }
  | { readonly kind: 'computed'; readonly type: TypeDeclaration }
  | NotShown

export interface FieldLimits {
  readonly unique?: { readonly per: readonly Reference[]; readonly span: Span }
  readonly min?: { readonly value: Fragment; readonly span: Span }
  readonly max?: { readonly value: Fragment; readonly span: Span }
  readonly pattern?: { readonly source: Fragment; readonly span: Span }
  readonly atLeast?: { readonly count: number; readonly span: Span }
  readonly atMost?: { readonly count: number; readonly span: Span }
  /** `isOfEach`: it says "each", as a limit of several files does. */
  readonly eachSize?: { readonly bytes: number; readonly isOfEach: boolean; readonly span: Span }
  readonly types?: { readonly words: readonly string[]; readonly span: Span }
  readonly indexed: boolean
  readonly searchable: boolean
  readonly writeOnce: boolean
  readonly hidden: boolean
}

export interface FieldDeclaration {
  readonly name: Name
  readonly type: TypeDeclaration
  readonly required: boolean | { readonly condition: Fragment }
  readonly default?: { readonly kind: 'literal' | 'expression'; readonly text: Fragment }
  readonly limits: FieldLimits
  readonly value?: Fragment
  readonly meaning: string
  readonly was?: Reference
  readonly chooseFrom?: Fragment
  /** Code or message of the refusal of a choice that is not allowed. */
  readonly otherwise?: OtherwiseDeclaration
  readonly span: Span
}

export interface EntityDeclaration {
  readonly name: Name
  readonly help: readonly Prose[]
  readonly fields: readonly FieldDeclaration[]
  readonly title?: Fragment
  readonly plural?: Fragment
  readonly was?: Reference
  readonly order?: readonly SortKeyDeclaration[]
  readonly icon?: Fragment
  readonly history: 'kept' | 'not kept'
  readonly onlyOne: boolean
  /** Days that are not said are those of point 9. */
  readonly deleted: { readonly kind: 'trash'; readonly days?: number } | { readonly kind: 'for good' }
  /** Combinations that are unique together. */
  readonly unique: readonly { readonly fields: readonly Reference[]; readonly span: Span }[]
  readonly span: Span
}

export interface EntitiesPoint {
  readonly entities: readonly EntityDeclaration[]
  readonly span: Span
}
