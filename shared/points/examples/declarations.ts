// Declares what an example contains: a story in steps, below any point.
import type { PointNumber } from '../../document/document.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { EffectDeclaration, FieldValueDeclaration } from '../4-states/declarations.ts'
import type { Name, Reference } from '../declarations.ts'

export interface ExampleDeclaration {
  readonly title: Fragment
  readonly point: PointNumber
  readonly steps: readonly ExampleStepDeclaration[]
  readonly span: Span
}

export type ExampleStepDeclaration = { readonly span: Span } & (
  | ActorDeclaration
  | { readonly kind: 'nobody' }
  /** `by`: a transition from "new record". */
  | {
      readonly kind: 'create'
      readonly effect: DeclarationOf<'create'>
      readonly by?: Reference
      readonly isGiven: boolean
    }
  | { readonly kind: 'effect'; readonly effect: DeclarationOf<'update' | 'delete' | 'do' | 'let'> }
  | CallStepDeclaration
  | { readonly kind: 'refused'; readonly code?: Reference }
  | { readonly kind: 'confirm'; readonly code: Reference }
  | { readonly kind: 'expect'; readonly condition: Fragment }
  | { readonly kind: 'sees'; readonly value: Fragment; readonly isSeen: boolean }
  /** `text`: a part of what it says. */
  | { readonly kind: 'mail'; readonly to: Fragment; readonly isSent: boolean; readonly text?: Fragment }
  | { readonly kind: 'later'; readonly milliseconds: number }
  | { readonly kind: 'at'; readonly date: string; readonly time: string }
)

/** `as Mia, a Customer and Agent { team: team }`: the person acts from here on. */
export interface ActorDeclaration {
  readonly kind: 'as'
  /** Absent where the person is called by their role. */
  readonly name?: Name
  /** The name as written: without an introduction it may be a role. */
  readonly written?: Reference
  /** Empty: a person who was there before. */
  readonly roles: readonly Reference[]
  /** `as another Customer`. */
  readonly isAnother: boolean
  readonly fields: readonly FieldValueDeclaration[]
}

/** `call POST /api/articles/{article.slug}/comments { body: "Well said" }`: a call of point 7. */
export interface CallStepDeclaration {
  readonly kind: 'call'
  readonly method: string
  readonly path: Fragment
  /** The parts of the path in their order; a value stood in braces. */
  readonly segments: readonly { readonly text: Fragment; readonly isValue: boolean }[]
  /** Inputs by their names in the request: `limit`, `article.title`. */
  readonly inputs: readonly FieldValueDeclaration[]
}

type DeclarationOf<Kind extends EffectDeclaration['kind']> = Extract<EffectDeclaration, { readonly kind: Kind }>
