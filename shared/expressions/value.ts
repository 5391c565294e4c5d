// Declares the values of expressions; `null` is empty, `undefined` unknown.
import type { Whole } from './functions/whole.ts'

/** Exact: `units / 10 ** scale`. */
export interface Decimal {
  readonly units: Whole
  readonly scale: number
}

/**
 * A record in memory. Field values are in their *JSON form* (as in the API: decimals `"12.50"`, durations `"PT8H"`,
 * timestamps RFC 3339 in UTC with milliseconds, relations the id, several relations an array of ids); the evaluator reads them by the field's type.
 * A field that is absent (`undefined`) is hidden from the evaluating side: what depends on it is not knowable here.
 */
export interface RecordValue {
  readonly id: string
  readonly [field: string]: unknown
}

/**
 * Value of an expression, by type: boolean; text, choice, date ("2026-11-21"), time ("14:30"), timestamp
 * ("2026-11-21T04:55:00.000Z"; fixed width, so text order is time order) as string; number as number; integer, and
 * duration as `duration.ts` has it, as number, or as BigInt beyond ±(2^53 − 1); decimal as Decimal; record as its id; list
 * and set as array; object as plain object. `undefined` means not knowable here (the third answer of the client) and
 * never occurs on the server.
 */
export type Value =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | Decimal
  | readonly Value[]
  | { readonly [name: string]: Value }
