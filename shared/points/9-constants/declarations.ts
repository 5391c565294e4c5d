// Declares what point 9 contains: constants, calendars and lookups.
import type { Name, OrNotShown } from '../declarations.ts'
import type { Literal } from '../literal.ts'
import type { Span } from '../../text/span.ts'

export interface LimitDeclaration {
  readonly name: Name
  /** Known names (`time zone`, `requests` …) keep their words in `name.label`. */
  readonly value: OrNotShown<{ readonly value: Literal; readonly span: Span }>
  readonly meaning: string
  /** ISO date from which on the value is in force. */
  readonly from?: string
  readonly span: Span
}

export interface CalendarTimes {
  /** Days counted from Monday, 0; times in minutes of the day. `to` may lie before `from`: on the day after. */
  readonly hours: readonly { readonly days: readonly number[]; readonly from: number; readonly to: number }[]
  /** ISO dates. */
  readonly holidays: readonly string[]
}

export interface CalendarDeclaration {
  readonly name: Name
  readonly times: OrNotShown<CalendarTimes>
  readonly span: Span
}

export interface LookupTable {
  /** Keys as words: of the first column, and of the header row. */
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Keys with their labels as written. */
  readonly rowKeys: readonly Name[]
  readonly columnKeys: readonly Name[]
  /** Empty cells are absent. A quoted value is a text, never a word. */
  readonly cells: readonly {
    readonly row: string
    readonly column: string
    readonly value: Literal
    readonly quoted: boolean
    /** Text of the value as it is written in the cell. */
    readonly written: string
    readonly span: Span
  }[]
}

export interface LookupDeclaration {
  readonly name: Name
  readonly table: OrNotShown<LookupTable>
  readonly span: Span
}

export interface LimitsPoint {
  readonly limits: readonly LimitDeclaration[]
  readonly calendars: readonly CalendarDeclaration[]
  readonly lookups: readonly LookupDeclaration[]
  readonly span: Span
}
