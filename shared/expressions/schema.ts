// Declares the schema against which expressions are checked.
import type { Lookup } from './lookup.ts'
import type { Type } from './type.ts'

export interface Schema {
  /** Names of the entities, for "did you mean". */
  readonly entities: readonly string[]
  /** The entity of which there is only one record, by that record's name: `conference` for Conference. */
  single?(name: string): string | undefined
  /** The type of a member of a record (field, computed field, standard field), or how it points back; undefined when there is none. */
  member(entity: string, name: string): SchemaMember | undefined
  /** All names that a record has. */
  members(entity: string): readonly string[]
  /** Types of `limits.name`. */
  limit(name: string): Type | undefined
  readonly limits: readonly string[]
  /** The values of `limits.name` in JSON form, with the days from which they are in force, in their order. */
  limitValues?(name: string): readonly DatedValue[]
  /** Lookups that `lookup.name` refers to, or undefined where the expression comes from a reader. */
  readonly lookups?: ReadonlyMap<string, Lookup>
  /** WorkingHours of `calendar.name`, as JSON. */
  readonly calendars?: ReadonlyMap<string, string>
  /** Relations to itself, which `ancestors` and `descendants` follow. */
  selfRelationsOf?(entity: string): readonly string[]
  /** Between which two fields a record lasts, if that is plain: what `overlaps` compares. */
  periodFieldsOf?(entity: string): { readonly from: string; readonly to: string } | undefined
  /** The role of that written name and all that include it, as far as they are given to people: as stored in `Person.roles`; undefined when there is no such role. */
  rolesOf(name: string): readonly string[] | undefined
  readonly roles: readonly string[]
  /** The entities on whose records one may have the role, or one that includes it. */
  entitiesOfRole?(name: string): readonly string[]
  /** Names of the timers that a record has. */
  timersOf?(entity: string): readonly string[]
  /** Describes the result of applying a shape of point 7 to a record. Returns undefined if no shape has that name. */
  shape?(name: string): SchemaShape | undefined
  readonly shapes?: readonly string[]
  /** Are texts with braces templates? They are in the document, and nowhere else. */
  readonly templates?: true
}

export interface SchemaShape {
  readonly entity: string
  /** Absent where the shape itself can't be read: that has been reported. */
  readonly type?: Type
}

export type SchemaMember =
  /** `optional`: a field that may be empty; two of them compared are warned of. */
  | { readonly kind: 'field'; readonly type: Type; readonly optional?: boolean }
  | { readonly kind: 'reverse'; readonly entity: string; readonly field: string }

/** The names an expression may use where it stands. */
export interface DatedValue {
  readonly from?: string
  readonly value: unknown
}

export interface Environment {
  /** Entity of the record at hand; undefined where there is none (a call without a record). */
  readonly record?: string
  /** Is there a record as it was before (`old`)? */
  readonly old?: boolean
  /** Members of `input` (of a nested body by its path, `article.title`), and names of parameters and `let`s that stand bare. */
  readonly input?: { readonly [name: string]: Type }
  readonly bare?: { readonly [name: string]: Type }
  /** The inputs of which it is known whether they were sent, as those of calls are. */
  readonly sent?: ReadonlySet<string>
  /** Names whose value could not be read, which was said: nothing is said of what needs them. */
  readonly lost?: ReadonlySet<string>
  /** The entity of what may be chosen: bare names, and a bare `is`, are those of its records. */
  readonly candidate?: string
  /** Does it stand in something that as a whole is not run yet? What needs the session or a shape is kept there. */
  readonly later?: boolean
  /** Is it evaluated under the policy of its reader? Computed fields stay fields there: their values are the document's own. */
  readonly forReader?: boolean
  /** Is its value written as JSON, in an answer, a payload or a shape? Values of several types may stand in one place there. */
  readonly asJson?: boolean
  /** Does it stand in the braces of a text? */
  readonly inText?: boolean
}
