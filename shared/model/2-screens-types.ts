// Point 2 in the model: screens and their tiles.
import type { Prose } from '../document/document.ts'
import type { Expression } from '../expressions/node.ts'
import type { Citation } from './model.ts'

export interface Screen {
  /** `/tickets/:id`, as React Router and the server match it. */
  readonly route: string
  readonly name: string
  /** kebab-case of the name; key of the screen. */
  readonly key: string
  readonly shows:
    | { readonly kind: 'table' | 'form'; readonly entity: string }
    /** `by`: the route parameter's field: `id` or a unique one. */
    | { readonly kind: 'record'; readonly entity: string; readonly by: string }
    | { readonly kind: 'board' | 'gallery' | 'map'; readonly entity: string; readonly by: string }
    | { readonly kind: 'calendar' | 'timeline'; readonly entity: string; readonly by: string; readonly to?: string }
    | { readonly kind: 'dashboard' | 'page' | 'not found' | 'not shown' }
  /** Role identifiers, `everyone` or `anyone`. */
  readonly for: readonly string[]
  readonly prose: readonly Prose[]
  /** Paths of fields: `requester`, `requester.team`. */
  readonly columns?: readonly string[]
  readonly where?: Expression
  readonly sort?: readonly Sort[]
  readonly filters?: readonly string[]
  readonly group?: string
  readonly search?: boolean
  readonly actions?: readonly string[]
  readonly empty?: string
  readonly perPage?: number
  readonly fields?: readonly { readonly title?: string; readonly fields: readonly string[] }[]
  /** Reverse names, and `history`. */
  readonly beside?: readonly string[]
  readonly tiles?: readonly Tile[]
  readonly cite: Citation
}

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

export interface Tile {
  readonly name: string
  readonly shows:
    | {
        readonly kind: 'measure'
        readonly measure: 'count' | 'sum' | 'average'
        readonly entity: string
        readonly field?: string
        readonly where?: Expression
        readonly by?: { readonly field: string; readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year' }
        readonly as: 'bars' | 'donut' | 'line' | 'number' | 'table'
      }
    | {
        readonly kind: 'table'
        readonly entity: string
        readonly where?: Expression
        readonly sort?: readonly Sort[]
        readonly first: number
      }
    | { readonly kind: 'link'; readonly label: string; readonly to: string }
    | { readonly kind: 'not shown' }
  readonly cite: Citation
}
