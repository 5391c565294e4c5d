// Declares the scope in which an expression is evaluated.
import type { RecordValue, Value } from './value.ts'

export interface Scope {
  readonly this?: RecordValue | null
  readonly old?: RecordValue | null
  /** The person acting, as a record of Person with `roles`; null when nobody is signed in or the system acts. */
  readonly me: RecordValue | null
  /** RFC 3339 in UTC with milliseconds. */
  readonly now: string
  /** IANA name of the application's time zone; `today` follows from it. */
  readonly timeZone: string
  readonly limits: { readonly [name: string]: Value }
  readonly input?: { readonly [name: string]: Value }
  /** Values of the facts that were fetched. */
  readonly facts?: { readonly [name: string]: Value }
  /** Other records, where they are at hand (tests, the client's loaded data); without it, walking is not knowable here (undefined). */
  readonly records?: RecordSource
}

export interface RecordSource {
  record(entity: string, id: string): RecordValue | undefined
  all(entity: string): readonly RecordValue[]
}
