// Declares the interface of a field type, which one file for each type implements.
import type { Type } from '../expressions/type.ts'
import type { InLanguages } from '../text/language.ts'
import type { HoleValues, Phrase } from '../text/phrase.ts'
import type { Span } from '../text/span.ts'
import type { FieldAbilities } from './field-abilities.ts'
import type { Printing } from './printing.ts'
import type { Reading } from './reading/reading.ts'

export interface Choice {
  /** How it stands in JSON and expressions: "under_review". */
  readonly word: string
  /** Label as the document writes it, for people. */
  readonly label: string
  readonly span: Span
}

/** Types that are one word, or words, and nothing more: as documents write them. */
export const PLAIN_KINDS = [
  'text',
  'long text',
  'markdown',
  'integer',
  'number',
  'money',
  'percent',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'email',
  'url',
  'phone',
  'color',
  'list of text',
  'file',
  'files',
  'image',
  'images',
  'location',
  'json',
] as const

export type PlainKind = (typeof PLAIN_KINDS)[number]

export type FieldType =
  | { readonly kind: PlainKind }
  | { readonly kind: 'decimal'; readonly scale: number }
  | { readonly kind: 'slug'; readonly of?: string }
  | { readonly kind: 'one of' | 'several of'; readonly words: readonly Choice[] }
  /** `pattern` "HD-{00000}"; without one an integer. `per`: fields that it counts within. */
  | { readonly kind: 'sequence'; readonly pattern?: string; readonly per?: readonly string[] }
  | {
      readonly kind: 'relation'
      readonly many: boolean
      readonly entity: string
      readonly reverse: string
      readonly whenDeleted: 'refuse' | 'delete' | 'clear'
      /** `part of it`: the record is a line of the other. */
      readonly part?: true
    }

export type FieldKind = FieldType['kind']

/**
 * Limits that point 3 sets on a field beyond its type, in the JSON form of the field. `min` and `max` are numbers of
 * characters or items for texts and lists.
 */
interface ValueLimits {
  readonly min?: number | string
  readonly max?: number | string
  readonly pattern?: string
  readonly atMost?: number
  readonly eachSize?: number
  readonly types?: readonly string[]
  /** Part of a unique key: characters that show nothing are taken out of its texts, so that no two keys look alike by them. */
  readonly inKey?: true
}

/**
 * The part of a field that its value depends on. A field of the model has this shape, and so has an input of a
 * transition.
 */
export interface FieldShape {
  readonly type: FieldType
  readonly limits?: ValueLimits
}

/** Why an input is not a value of the field: a code for programs, and what goes on from the field's label for people. */
export interface ValueProblem extends Phrase {
  readonly code: string
}

/** The value in its JSON form, checked and normalised; `null` is empty. */
export type CoercionResult = { readonly value: unknown } | { readonly problem: ValueProblem }

export type JsonSchema = { readonly [key: string]: unknown }

/**
 * How a value lies in a column. `text`: as in JSON. `boolean`: 0 or 1. `integer`, `real`: the number.
 * `decimal`: whole units of `10 ** -scale`. `duration`: ISO 8601. `json`: JSON text. `set`: not in a column, but in a table of pairs.
 */
export interface FieldColumn {
  readonly kind: 'TEXT' | 'INTEGER' | 'REAL' | 'none'
  readonly form: 'text' | 'boolean' | 'integer' | 'real' | 'decimal' | 'duration' | 'json' | 'set'
  readonly scale?: number
}

export interface FieldTypeDefinition<T extends FieldType = FieldType> extends FieldAbilities {
  /** The type that a value has in expressions. */
  valueType(type: T): Type
  column(type: T): FieldColumn
  /** JSON schema (2020-12) of a value that is there. */
  schema(type: T): JsonSchema
  /** Reads what came from outside; never called with empty input (`null`, `undefined`, and `""` for texts). */
  coerce(input: unknown, type: T): CoercionResult
  /** Order of two values that are there, both in JSON form. */
  compare(a: unknown, b: unknown, type: T): number
  /** Formats a value for people. The value is never empty. */
  print(value: unknown, type: T, printing: Printing): string
  /**
   * Formats a value for spreadsheets, which read numbers and dates. A type without it is copied as it is shown to
   * people.
   */
  copy?(value: unknown, type: T, printing: Printing): string
  /**
   * Reads what a person or a spreadsheet wrote, or `copy` or `print` gave: the value in its JSON form, or what is wrong, for
   * people. Never called with a text of blanks only; `readText` calls it for forms, cells, pastes, imports, filters and keys.
   */
  read(text: string, type: T, reading: Reading): CoercionResult
}

export function refuseValue(code: string, says: InLanguages, values?: HoleValues): CoercionResult {
  return { problem: { code, says, ...(values && { values }) } }
}

/** The JSON form, which programs and spreadsheets read in every language. */
export function copyPlainly(value: unknown): string {
  return String(value)
}

/** The number with a point. Three places get a fourth: "1.2340" can't be taken for thousands in any language. */
export function copyNumber(value: unknown): string {
  const text = String(value)
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Said by types that hold several. */
export const MORE_THAN: InLanguages = { en: 'has more than {most} entries', de: 'hat mehr als {most} Einträge' }

/** Order of texts by code units: the order that SQLite's BINARY has within the basic plane. */
export function compareText(a: unknown, b: unknown): number {
  const left = String(a)
  const right = String(b)
  return left < right ? -1 : left > right ? 1 : 0
}
