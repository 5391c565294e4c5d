// Declares screens and tiles of the model.
import type { Prose } from '../../document/document.ts'
import type { Expression } from '../../expressions/node.ts'
import type { Citation } from '../model.ts'
import type { LinkTile, ListTile, MeasureTile, ScreenSettings, SortField } from '../../points/2-screens/declarations.ts'

export interface Screen extends ScreenSettings<string, Expression> {
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
  readonly tiles?: readonly Tile[]
  /** The first that a person may see is open when they come. */
  readonly views?: readonly ScreenView[]
  readonly cite: Citation
}

/** A named view of a list: its condition is added to the screen's, its order takes that one's place. */
export interface ScreenView {
  readonly name: string
  /** kebab-case of the name; key of the view on its screen. */
  readonly key: string
  /** Role identifiers, `everyone` or `anyone`. */
  readonly for: readonly string[]
  readonly where?: Expression
  readonly sort?: readonly Sort[]
  readonly cite: Citation
}

export type Sort = SortField<string>

export interface Tile {
  readonly name: string
  readonly shows:
    | (MeasureTile<string, Expression> & { readonly as: NonNullable<MeasureTile<string, Expression>['as']> })
    | (ListTile<string, Expression> & { readonly first: number })
    | LinkTile
    | { readonly kind: 'not shown' }
  /** True where the tile, as one reader gets it, counts only the records of which they may read what it needs. */
  readonly isInPart?: true
  readonly cite: Citation
}
