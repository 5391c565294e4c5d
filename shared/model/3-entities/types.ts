// Declares entities and fields of the model.
import type { Name } from '../../points/declarations.ts'
import type { FieldType } from '../../fields/field-type.ts'
import type { Type } from '../../expressions/type.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import type { Citation, RefusalWords, Rule, Grant } from '../model.ts'
import type { Prose } from '../../document/document.ts'
import type { Sort } from '../2-screens/types.ts'
import type { Workflow, Transition, FieldBinding, Timer, RecordEvent } from '../4-states/types.ts'

export interface Field {
  readonly name: Name
  readonly type: FieldType
  /** The type that it has in expressions. */
  readonly valueType: Type
  readonly required: boolean | Expression
  /** The cells of point 4 that require it, each under its condition; only the server cites them. */
  readonly requiredBy?: readonly FieldRequirement[]
  readonly default?:
    | { readonly kind: 'literal'; readonly value: unknown }
    | { readonly kind: 'expression'; readonly expression: Expression }
  /**
   * Computed: never written. `stored` is true where it depends on the record's own stored fields and on point 9 only, and is
   * kept in a column; `values`: what of point 9 stands in it.
   */
  readonly computed?: {
    readonly expression: Expression
    readonly stored: boolean
    readonly values?: string
    /** A text in the application's language: neither filtered nor sorted. */
    readonly localised?: true
  }
  /** The state field of a workflow: changed only by transitions. */
  readonly workflow: boolean
  /** id, _version, created_at … : kept by the system, never written. */
  readonly standard: boolean
  readonly limits: {
    readonly unique?: { readonly per: readonly string[]; readonly cite: Citation }
    /** Limits in the JSON form of the field. `min` and `max` are numbers of characters for texts. */
    readonly min?: number | string
    readonly max?: number | string
    readonly pattern?: string
    readonly atLeast?: number
    readonly atMost?: number
    readonly eachSize?: number
    readonly types?: readonly string[]
    readonly indexed: boolean
    readonly searchable: boolean
    readonly writeOnce: boolean
    readonly hidden: boolean
  }
  /** A rule keeps its day from lying in the future. */
  readonly isPast?: true
  readonly meaning: string
  readonly was?: string
  readonly chooseFrom?: ChoiceExpression
  /** Message for a choice that is not allowed. Without it the message says what may be chosen. */
  readonly otherwise?: RefusalWords
  readonly cite: Citation
}

export interface FieldRequirement {
  readonly when: Expression
  readonly cite: Citation
}

/** Lines of a head: whose records they are, by which relation, and how many there may be. */
export interface EntityPart {
  /** Label of all lines together, for people: "Lines". */
  readonly label: string
  readonly entity: string
  readonly field: string
  readonly atLeast?: { readonly count: number; readonly cite: Citation }
  readonly atMost?: { readonly count: number; readonly cite: Citation }
}

export interface Entity {
  readonly name: Name
  /** "Tickets", and the segment of its path: "tickets". */
  readonly plural: string
  readonly path: string
  readonly help: readonly Prose[]
  /**
   * Fields by identifier: own fields in the order of the document, then the standard ones (id, created_at,
   * created_by, updated_at, updated_by, _version).
   */
  readonly fields: ReadonlyMap<string, Field>
  /** Relations of other entities that point to this one, by reverse name. */
  readonly reverses: ReadonlyMap<string, { readonly entity: string; readonly field: string }>
  /** Entities whose records are lines of this one, by reverse name. */
  readonly parts: ReadonlyMap<string, EntityPart>
  /** The relation to the head whose line a record is. */
  readonly partOf?: string
  /** Conditions that point 5 names, as they are written. */
  readonly words: ReadonlyMap<string, string>
  /** Names a record to people; a text expression. */
  readonly title: Expression
  readonly order: readonly Sort[]
  readonly icon?: string
  readonly was?: string
  readonly historyKept: boolean
  readonly onlyOne: boolean
  readonly deleted: { readonly kind: 'trash'; readonly days: number } | { readonly kind: 'for good' }
  readonly uniqueTogether: readonly { readonly fields: readonly string[]; readonly cite: Citation }[]
  /** Workflows by the field that holds the state, in the order of the document. */
  readonly workflows: ReadonlyMap<string, Workflow>
  /** Transitions of all workflows by identifier, in the order of the document. */
  readonly transitions: ReadonlyMap<string, Transition>
  /** Fields that are hidden or read only in some states; what is required there stands with the field. */
  readonly bindings: readonly FieldBinding[]
  /** Timers of all workflows by identifier, in the order of the document. A later version runs them. */
  readonly timers: ReadonlyMap<string, Timer>
  /** Effects of creating, changing or deleting a record, in the order of the document. */
  readonly events: readonly RecordEvent[]
  /** Own rules, in the order of the document. */
  readonly rules: readonly Rule[]
  /** Grants that speak of this entity, in the order of the document. */
  readonly grants: readonly Grant[]
  readonly cite: Citation
}

/** A condition on the records that may be chosen. `words`: as a refusal says it, with computed fields as fields. */
export interface ChoiceExpression extends Expression {
  readonly words?: Node
}
