// Declares the shapes of reads, and the plans that the storage compiles from them.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Sort } from '#shared/model/model.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

/** Values that are known only when a plan is run: who asks, when, and what was given. */
export interface Bindings {
  /** The acting person's record (all fields, JSON form), or null. */
  readonly me: RecordValue | null
  readonly now: string
  /** Address that the read is requested from. Callers who are not signed in take turns by it. */
  readonly address?: string
  /** Input of a transition or literals of a filter, by name. */
  readonly input?: { readonly [name: string]: Value }
  /** The record as it was before the change, for facts that speak of `old`. */
  readonly old?: RecordValue | null
}

/** A field is shown where `when` is true for the row (`true`: in all rows); otherwise it is absent from the answer. */
export interface ReadField {
  readonly field: string
  readonly when: Node | true
}

export interface ReadShape {
  readonly policy: ReadPolicy
  /** Rows and fields of the policy that an export may contain. Search, filter and order see all of the policy. */
  readonly exported?: ReadPolicy
  /** Fields to answer with, among those of the policy; `id` and `_version` always come. */
  readonly fields: readonly string[]
  /** The reader named the fields: lists leave no long text of them out. */
  readonly named?: boolean
  /** Relations whose records are put in place of their ids, as far as the reader may see them (else the id stays). */
  readonly expand: readonly { readonly field: string; readonly shape: ReadShape }[]
  /** Lines that stand in the record, under their name: those that the reader may see, by `by`, their relation to it. */
  readonly lines?: readonly { readonly name: string; readonly by: string; readonly shape: ReadShape }[]
  /** The reader's own condition: sees only what the reader may read (masked fields are empty, hidden records do not exist). */
  readonly filter?: Node
  /** Policy on the entities that `filter` or `sort` walk to, by identifier; what is missing can't be read at all. */
  readonly otherPolicies?: ReadonlyMap<string, ReadPolicy>
  /** Does a search text come with each run? */
  readonly search?: boolean
  readonly sort: readonly Sort[]
  /** Only records in the trash, in place of those that are not. */
  readonly trash?: boolean
}

export interface ReadPlan {
  /** About how much memory it takes once all of it was asked for. */
  readonly bytes: number
  /** `items`: JSON text of each record, of 2 MB together. `next`: the keyset cursor's values for the following page, null at the end. */
  list(
    bindings: Bindings,
    page: PageRequest,
  ): Promise<{ readonly items: readonly string[]; readonly next: readonly unknown[] | null }>
  count(bindings: Bindings, search?: string, near?: boolean): Promise<number>
  explain(bindings: Bindings): Promise<RowSource>
}

/** Describes how the rows of a list's first page are found. */
export interface RowSource {
  /**
   * `in order`: an index has them as they are shown. `sorted`: indexes lead to the list's own rows, which are sorted.
   * `by entries`:
   * the index itself says which of its entries are shown. `walked`: rows are looked at that the list does not show.
   */
  readonly way: 'in order' | 'sorted' | 'by entries' | 'walked'
  /** The columns of the indexes that are used, named by their fields. */
  readonly indexes: readonly string[]
  /** How many indexes the table has: each of them is written with a new record. */
  readonly kept: number
}

export interface PageRequest {
  readonly limit: number
  /** Cursor that `list` returned before: the sort keys and the id of the last record. */
  readonly after?: readonly unknown[]
  readonly search?: string
  /** Words that are one letter away are searched for, too. */
  readonly near?: boolean
}

export interface SummaryGroup {
  readonly field: string
  readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year'
}

export interface SummaryShape {
  readonly policy: ReadPolicy
  readonly filter?: Node
  readonly otherPolicies?: ReadonlyMap<string, ReadPolicy>
  /** Groups of the summary, two at most. The second divides the groups of the first. */
  readonly by?: readonly SummaryGroup[]
  readonly measures: readonly { readonly kind: 'count' | 'sum' | 'average' | 'min' | 'max'; readonly field?: string }[]
}

export interface SummaryPlan {
  /** About how much memory it takes. */
  readonly bytes: number
  /** The first 1,000 groups by their keys; `isCut`: there are more. */
  run(bindings: Bindings): Promise<{ readonly groups: readonly Group[]; readonly isCut: boolean }>
}

/** A group's keys (null: empty) and its measures, each in the order of the shape, in JSON form. */
export interface Group {
  readonly keys: readonly (string | number | boolean | null)[]
  readonly measures: readonly (string | number | null)[]
}

/** An opaque compiled plan of facts. */
export interface FactsPlan {
  readonly entity: string
  readonly names: readonly string[]
  /** Lists the indexes that lead to the records of an entity which facts of a record look at, by their fields. */
  indexesOf(entity: string): readonly string[]
}
