// Declares what point 5 contains: rules and named conditions.
import type { Reference, NotShown, Name } from '../declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { Template } from '../4-states/declarations.ts'
import type { Span } from '../../text/span.ts'

export interface RuleDeclaration {
  readonly name: string
  readonly target:
    | { readonly kind: 'entity'; readonly entity: Reference; readonly transition?: Reference }
    | { readonly kind: 'call'; readonly call: Fragment }
  readonly must:
    | { readonly kind: 'hold'; readonly condition: Fragment }
    | {
        readonly kind: 'no overlap'
        readonly from: Reference
        readonly to: Reference
        readonly per: readonly Reference[]
        readonly where?: Fragment
      }
    | {
        readonly kind: 'at most'
        readonly count: Fragment
        readonly per: readonly Reference[]
        readonly where?: Fragment
      }
    | { readonly kind: 'no circle'; readonly along: Reference }
    | NotShown
  readonly otherwise?: OtherwiseDeclaration
  readonly on: readonly Reference[]
  readonly else: 'refuse' | 'warn'
  readonly checked:
    | 'always'
    | 'when created'
    | 'before effects'
    | 'from both sides'
    | { readonly whenChanged: readonly Reference[] }
  readonly span: Span
}

/** A code of point 8 (a word that looks like one or is listed), or else a message. */
export interface OtherwiseDeclaration {
  readonly text: Fragment
  readonly message: Template
}

export interface RulesPoint {
  readonly rules: readonly RuleDeclaration[]
  /** Named conditions: `| word | entity | means |`. */
  readonly words: readonly {
    readonly word: Name
    readonly entity: Reference
    readonly means: Fragment
    readonly span: Span
  }[]
  readonly span: Span
}
