// Declares the outline: all names and types, known before any expression is read.
import type { DatedValue } from '../expressions/schema.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { EntityDeclaration, FieldDeclaration } from '../points/3-entities/declarations.ts'
import type { TransitionDeclaration, WorkflowDeclaration } from '../points/4-states/declarations.ts'
import type { Lookup } from '../expressions/lookup.ts'
import type { Type } from '../expressions/type.ts'
import type { WorkingHours } from '../expressions/functions/working-time.ts'
import type { Fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import type { Name } from './model.ts'
import type { RulesPoint } from '../points/5-rules/declarations.ts'

export interface Outline {
  /** Entities by identifier. Person is always there. */
  readonly entities: ReadonlyMap<string, EntityOutline>
  readonly entitiesShown: boolean
  readonly roles: ReadonlyMap<string, RoleOutline>
  readonly limits: ReadonlyMap<string, Type>
  readonly limitValues: ReadonlyMap<string, readonly DatedValue[]>
  /** Undefined for one that is not shown. */
  readonly lookups: ReadonlyMap<string, Lookup | undefined>
  readonly calendars: ReadonlyMap<string, WorkingHours | undefined>
}

export interface EntityOutline {
  readonly name: Name
  readonly plural: string
  readonly path: string
  /** Own fields in the order of the document, then the standard ones. */
  readonly fields: Map<string, FieldOutline>
  readonly reverses: Map<string, { readonly entity: string; readonly field: string }>
  /** Absent for a Person that the document does not mention. */
  readonly declaration?: EntityDeclaration
  /** Workflows in the order of the document. A name of a transition or of a timer occurs in only one of them. */
  readonly workflows: WorkflowOutline[]
  /** Rows of each transition of all workflows, by the transition's identifier. */
  readonly transitions: Map<string, readonly TransitionDeclaration[]>
  /**
   * Fields that keep the last person who performed a transition, by transition. A transition has one only where the
   * document demands a different person than that one for something else.
   */
  readonly doneBy: Map<string, string>
  /** Conditions that point 5 names. */
  readonly words: Map<string, RulesPoint['words'][number]>
  readonly span: Span
}

export interface FieldOutline {
  readonly name: Name
  readonly type: FieldType
  readonly valueType: Type
  readonly computed: boolean
  readonly standard: boolean
  readonly workflow: boolean
  /** Never leaves the server, whatever is granted. */
  readonly hidden?: boolean
  readonly span: Span
  /** Absent for fields that are built in, and for a state field made from its states. */
  readonly declaration?: FieldDeclaration
  readonly builtIn?: {
    readonly required: boolean
    readonly unique?: boolean
    readonly searchable?: boolean
    readonly default?: unknown
  }
}

export interface WorkflowOutline {
  readonly field: string
  readonly states: readonly {
    readonly word: string
    readonly label: string
    readonly meaning: string
    readonly span: Span
  }[]
  readonly declaration: WorkflowDeclaration
}

export interface RoleOutline {
  readonly name: Name
  readonly is: string
  /** All that it includes, itself among them. */
  readonly includes: readonly string[]
  /** Does it follow from a relation to records? Otherwise it is given to people. */
  readonly ofRecords: boolean
  /** Its rows with the columns `of` and `who`. */
  readonly relations: readonly RoleRelation[]
}

export interface RoleRelation {
  /** The entity whose records `who` is a condition on, and the entities from which a path leads there. */
  readonly places: readonly { readonly entity: Fragment; readonly path?: Fragment }[]
  readonly who: Fragment
}
