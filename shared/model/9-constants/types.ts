// Declares constants, calendars and settings of the model.
import type { Name } from '../../points/declarations.ts'
import type { Literal } from '../../points/literal.ts'
import type { Type } from '../../expressions/type.ts'
import type { Citation } from '../model.ts'
import type { WorkingHours } from '../../expressions/functions/working-time.ts'

export interface Constant {
  readonly name: Name
  /**
   * Values in ascending order of the date from which they are in force; the first has no `from`. Empty where the
   * value is not shown.
   */
  readonly values: readonly { readonly from?: string; readonly value: Literal }[]
  readonly type: Type
  readonly meaning: string
  readonly cite: Citation
}

export interface Calendar {
  readonly name: Name
  readonly hours: WorkingHours
  readonly cite: Citation
}

/** The names of point 9 that the system itself obeys, with their defaults. */
export interface Settings {
  readonly timeZone: string
  readonly language: string
  readonly currency: string
  readonly firstDayOfWeek: number
  readonly requests?: { readonly count: number; readonly milliseconds: number }
  readonly signInAttempts: { readonly count: number; readonly milliseconds: number }
  readonly sessionMilliseconds: number
  readonly uploadBytes: number
  /** Bytes of storage for the records that one person created. Undefined where there is no limit. */
  readonly storagePerPerson?: number
  readonly pageSize: number
  /** Rows of one file. */
  readonly recordsPerImport: number
}
