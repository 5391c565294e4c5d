// Declares the abilities of a field type: what may be done with its fields, wherever fields are used.
import type { FieldKind, FieldType } from './field-type.ts'

/** Fields of a family are filtered, written as literals and shown alike; `other`: no list is filtered by them. */
export type FieldFamily =
  | 'word'
  | 'words'
  | 'flag'
  | 'record'
  | 'records'
  | 'text'
  | 'texts'
  | 'number'
  | 'day'
  | 'time'
  | 'duration'
  | 'upload'
  | 'uploads'
  | 'other'

/** An ability that is absent is not there. */
export interface FieldAbilities {
  readonly family: FieldFamily | ((type: FieldType) => FieldFamily)
  /** The kind whose values lie in a column in the same form; absent: its own. */
  readonly storedAs?: FieldKind

  /** Can be sorted by, be part of a unique key and have an index. */
  readonly ordered?: true
  /** Takes the limit `searchable`. */
  readonly searchable?: true
  /** Is searched though the document does not say so. */
  searchedAlways?(type: FieldType): boolean
  /** Takes the limit `pattern`. */
  readonly patterned?: true
  /** Kind of quantity that `min` and `max` limit. They limit nothing in a relation to one record. */
  readonly bounds?: 'value' | 'characters' | 'items'
  /** Holds a list; a relation says so by its own type. */
  readonly many?: true
  readonly holdsFiles?: true
  /** True for a type whose files can only be pictures. */
  readonly holdsImages?: true

  /** A sequence: people never write it. */
  readonly givenBySystem?: true
  /** Unique though the document does not say so; `per`: only among records that agree in these fields. */
  unique?(type: FieldType): { readonly per: readonly string[] }
  /** The field from whose text the server fills it where it is left empty. */
  madeFrom?(type: FieldType): string | undefined
  /** A slug can be made from it: it is written when a record is created, and reads as words. */
  readonly makesSlug?: true

  /** The `max` of a field that names none, in characters. */
  readonly defaultMax?: number
  /** The characters of a value, or of one item, that has no `max`; absent: few. */
  readonly longest?: number
  /** A value may take kilobytes in a list of records, whatever its limits. */
  readonly bulky?: true | 'when many'
  /** Most bytes of a value, or of one item, as JSON, where that is more than of a word or an id. */
  readonly itemBytes?: number

  /** Takes one or several of what can be offered: words, yes and no, records. */
  readonly chosen?: true
  /** The list of a screen can be ordered by it. */
  readonly sortable?: true
  /** Stands in a table whose columns the document does not name. */
  readonly inTables?: true
  /** Can be edited within a cell of a table. */
  readonly inCells?: true
  /** So many records share a value that a list can be grouped by it. */
  readonly groupable?: true
  /** Several lines that read as a paragraph. */
  readonly paragraph?: true
  /** Part of an address, which the page of a record shows already. */
  readonly inAddress?: true
  /**
   * How it names a record: as its name or its number; a `short` or `long` text stands in for them; a `marked` text does so
   * only where a record has no other.
   */
  readonly naming?: 'name' | 'number' | 'short' | 'long' | 'marked'

  /** Aggregate of the values that the foot of a column and a tile show. */
  readonly total?: 'sum' | 'average'
  readonly unit?: 'currency' | 'percent' | 'time'
  /** A value is a colour, in which the record is shown. */
  readonly paints?: true
  /** Precision of a date or a moment. */
  readonly precision?: 'day' | 'moment'
  /** Screens can be laid out by it. */
  readonly layouts?: readonly ScreenLayout[]
}

export type ScreenLayout = 'board' | 'calendar' | 'timeline' | 'gallery' | 'map'
