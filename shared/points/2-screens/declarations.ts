// Declares what point 2 contains: screens, their settings and tiles.
import type { Reference, NotShown, Name } from '../declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { Prose } from '../../document/document.ts'
import type { GranteeDeclaration } from '../6-roles/declarations.ts'
import type { PeriodName } from './periods.ts'

export type ScreenContentDeclaration =
  | { readonly kind: 'table' | 'form' | 'record'; readonly entity: Reference }
  | { readonly kind: 'board'; readonly entity: Reference; readonly by: Reference }
  | {
      readonly kind: 'calendar' | 'timeline'
      readonly entity: Reference
      readonly by: Reference
      readonly to?: Reference
    }
  | { readonly kind: 'gallery' | 'map'; readonly entity: Reference; readonly by: Reference }
  | { readonly kind: 'dashboard' | 'page' | 'not found' }
  | NotShown

export interface ScreenDeclaration {
  readonly route: Fragment
  readonly name: Name
  readonly shows: ScreenContentDeclaration
  readonly for: readonly GranteeDeclaration[]
  readonly span: Span
  /** Details from the level-3 heading with the screen's name. */
  readonly details?: ScreenDetails
}

/** `Named`: how fields and entities are named, by references until they are linked; `Condition`: an expression, as a text until then. */
export interface ScreenSettings<Named, Condition> {
  /** Paths of fields: `requester`, `requester.team`. */
  readonly columns?: readonly Named[]
  readonly where?: Condition
  readonly sort?: readonly SortField<Named>[]
  readonly filters?: readonly Named[]
  readonly group?: Named
  readonly search?: boolean
  /** Transitions, `create`, `update`, `delete`, and calls of point 7: `GET /api/overdue`. */
  readonly actions?: readonly Named[]
  readonly empty?: string
  readonly perPage?: number
  /** Sections of fields; one unnamed section where none is made. */
  readonly fields?: readonly { readonly title?: string; readonly fields: readonly Named[] }[]
  /** Reverse names, and `history`. */
  readonly beside?: readonly Named[]
  /** Period that a dashboard shows when it is opened. Absent for all time. */
  readonly period?: PeriodName
  /** The heading of the menu below which its entry stands. */
  readonly menu?: string
}

export interface ScreenViewDeclaration {
  readonly name: Fragment
  readonly for: readonly GranteeDeclaration[]
  readonly where?: Fragment
  readonly sort?: readonly SortKeyDeclaration[]
  readonly span: Span
}

export interface SortField<Named> {
  readonly field: Named
  readonly descending: boolean
}

/** Records with the same value, or with a date in the same unit of time. */
export interface TileGroup<Named> {
  readonly field: Named
  readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year'
}

/** A number, or one for each group. */
export interface MeasureTile<Named, Condition> {
  readonly kind: 'measure'
  readonly measure: 'count' | 'sum' | 'average' | 'minimum' | 'maximum' | 'share'
  readonly entity: Named
  readonly field?: Named
  readonly where?: Condition
  /** Condition on the records that count as the whole of a share. Absent for all records. */
  readonly among?: Condition
  readonly by?: TileGroup<Named>
  /** Divides each group again. */
  readonly within?: TileGroup<Named>
  /** The date by which its records belong to the period that the dashboard shows; absent: they do to every one. */
  readonly over?: Named
  /** Direction of a change since the period before that is an improvement. Absent where neither is. */
  readonly better?: 'less' | 'more'
  readonly as?: 'bars' | 'donut' | 'line' | 'number' | 'table'
}

/** The first records of a list. */
export interface ListTile<Named, Condition> {
  readonly kind: 'table'
  readonly entity: Named
  /** Paths of fields; absent: those of the entity's own list. */
  readonly columns?: readonly Named[]
  readonly over?: Named
  readonly where?: Condition
  readonly sort?: readonly SortField<Named>[]
  readonly first?: number
}

export interface LinkTile {
  readonly kind: 'link'
  readonly label: string
  readonly to: string
}

export interface ScreenDetails extends ScreenSettings<Reference, Fragment> {
  /** True where the document does not show which records the list holds. */
  readonly whereNotShown?: boolean
  readonly prose: readonly Prose[]
  readonly searchAt?: Span
  readonly tiles?: readonly TileDeclaration[]
  readonly views?: readonly ScreenViewDeclaration[]
  readonly span: Span
}

export type SortKeyDeclaration = SortField<Reference>

export interface TileDeclaration {
  readonly name: string
  readonly span: Span
  readonly shows: MeasureTile<Reference, Fragment> | ListTile<Reference, Fragment> | LinkTile | NotShown
}

export interface ScreensPoint {
  readonly screens: readonly ScreenDeclaration[]
  readonly span: Span
}
