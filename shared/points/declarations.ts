// Declares what the nine points contain, as read and before names are resolved.
// Expressions are still text; `model/link.ts` parses and checks them.
import type { Prose } from '../document/document.ts'
import type { Fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import type { EntitiesPoint } from './3-entities/declarations.ts'
import type { StatesPoint } from './4-states/declarations.ts'
import type { CallsPoint } from './7-calls/declarations.ts'
import type { ProductPoint } from './1-product/declarations.ts'
import type { ScreensPoint } from './2-screens/declarations.ts'
import type { RulesPoint } from './5-rules/declarations.ts'
import type { RolesPoint } from './6-roles/declarations.ts'
import type { ErrorsPoint } from './8-errors/declarations.ts'
import type { LimitsPoint } from './9-constants/declarations.ts'
import type { ExampleDeclaration } from './examples/declarations.ts'
import type { QuestionDeclaration } from './read-questions.ts'

/** A point, cell or setting that says "not shown" (or a point that is missing): a value of its own, never an empty list. */
export interface NotShown {
  readonly notShown: true
  /**
   * True where something is written but wrong. The error has been reported, and nothing is reported about what needs
   * the value.
   */
  readonly wrong?: true
  readonly span: Span
}

export type OrNotShown<T> = T | NotShown

export function isShown<T extends object>(value: OrNotShown<T>): value is T {
  return !('notShown' in value)
}

/** Something the document says is unknown, by name: "Route list", "pager_url", or a whole point ("Point 3"). */
export interface Unknown {
  readonly point: number
  readonly name: string
  readonly span: Span
}

/** A written name: label for people, identifier for programs. */
export interface Name {
  readonly label: string
  readonly identifier: string
  readonly span: Span
}

/** Words that name something elsewhere; resolved at link. `text` is as written, trimmed. */
export type Reference = Fragment

/** The nine points of a document. */
export interface Declarations {
  /** Name from the level-1 heading: "Helpdesk". */
  readonly name: string
  readonly introduction: readonly Prose[]
  readonly product: OrNotShown<ProductPoint>
  readonly screens: OrNotShown<ScreensPoint>
  readonly entities: OrNotShown<EntitiesPoint>
  readonly states: OrNotShown<StatesPoint>
  readonly rules: OrNotShown<RulesPoint>
  readonly roles: OrNotShown<RolesPoint>
  readonly calls: OrNotShown<CallsPoint>
  readonly errors: OrNotShown<ErrorsPoint>
  readonly limits: OrNotShown<LimitsPoint>
  /** Stories that the document tells below its points, in its order. */
  readonly examples: readonly ExampleDeclaration[]
  /** Questions below the points, in the order of the document. */
  readonly questions: readonly QuestionDeclaration[]
  readonly unknowns: readonly Unknown[]
}
