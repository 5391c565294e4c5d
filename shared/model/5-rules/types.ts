// Declares rules of the model.
import type { Expression } from '../../expressions/node.ts'
import type { MessageTemplate } from '../4-states/types.ts'
import type { Citation } from '../model.ts'

/** Code or message of a refusal. */
export type RefusalWords =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'message'; readonly message: MessageTemplate }

export interface Rule {
  readonly name: string
  readonly entity: string
  readonly transition?: string
  readonly must:
    | { readonly kind: 'hold'; readonly condition: Expression }
    | {
        readonly kind: 'no overlap'
        readonly from: string
        readonly to: string
        readonly per: readonly string[]
        readonly where?: Expression
      }
    | {
        readonly kind: 'at most'
        readonly count: Expression
        readonly per: readonly string[]
        readonly where?: Expression
      }
    | { readonly kind: 'no circle'; readonly along: string }
  readonly otherwise: RefusalWords
  readonly on: readonly string[]
  readonly warns: boolean
  /** The name by which a person confirms it, of a rule that only warns. */
  readonly warning?: string
  readonly checked:
    | 'always'
    | 'when created'
    | 'before effects'
    | 'from both sides'
    | { readonly whenChanged: readonly string[] }
  /** Own fields that the rule reads: it is evaluated when one of them changes. */
  readonly reads: readonly string[]
  readonly cite: Citation
}
