// Declares the pictures of a document: states, entities and what roles may, each part with its line.
import type { Verb } from '../model/model.ts'

export interface Pictures {
  /** Workflows in the order of the document. */
  readonly workflows: readonly WorkflowPicture[]
  readonly entities: readonly EntityPicture[]
  readonly relations: readonly RelationPicture[]
  readonly roles: RolesPicture
}

export interface WorkflowPicture {
  /** "Ticket.status" */
  readonly key: string
  /** Labels of the entity and of the field, as the document writes them. */
  readonly entity: string
  readonly field: string
  readonly line: number
  readonly states: readonly StatePicture[]
  readonly steps: readonly StepPicture[]
}

export interface StatePicture {
  readonly word: string
  readonly label: string
  readonly meaning: string
  readonly starts: boolean
  readonly ends: boolean
  readonly line: number
}

/** One row of a table of transitions. */
export interface StepPicture {
  readonly key: string
  readonly transition: string
  readonly from: 'any' | 'new record' | readonly string[]
  readonly to: 'stay' | readonly string[]
  /** Empty: nobody. */
  readonly who: readonly DoerPicture[]
  readonly when?: string
  readonly after?: { readonly kind: 'duration' | 'at' | 'every'; readonly text: string }
  /** Labels of what is asked for. */
  readonly asks: readonly string[]
  readonly line: number
}

/** `names`: the role, then those that include it; a condition is as the document writes it. */
export type DoerPicture =
  | { readonly kind: 'everyone' | 'anyone' }
  | { readonly kind: 'role'; readonly names: readonly string[] }
  | { readonly kind: 'condition'; readonly text: string }

export interface EntityPicture {
  readonly name: string
  readonly label: string
  readonly line: number
  /** The fields that the document writes, in its order. */
  readonly fields: readonly FieldPicture[]
}

export interface FieldPicture {
  readonly name: string
  readonly label: string
  /** The type as documents write it, without its choices: "several Tag", "computed decimal". */
  readonly type: string
  readonly line: number
}

/** Least and most records; no `most`: any number. */
export interface Cardinality {
  readonly least: number
  readonly most?: number
}

export interface RelationPicture {
  readonly key: string
  /** Entities by identifier: the one that has the field, and the one that it leads to. */
  readonly from: string
  readonly to: string
  readonly field: string
  /** Its name from the other side. */
  readonly reverse: string
  /** How many records of `to` one of `from` has. */
  readonly has: Cardinality
  /** How many records of `from` one of `to` may have. */
  readonly isHadBy: Cardinality
  readonly isPart: boolean
  readonly isComputed: boolean
  readonly line: number
}

export interface RolesPicture {
  readonly columns: readonly RoleColumn[]
  readonly rows: readonly RoleRow[]
  /** Grants of all entities in the order of the document. */
  readonly grants: readonly GrantPicture[]
}

export interface RoleColumn {
  readonly key: string
  readonly kind: 'role' | 'everyone' | 'anyone' | 'condition'
  /** The label of a role; empty for all others. */
  readonly label: string
  /** Labels of the roles that it includes. */
  readonly includes: readonly string[]
  readonly line?: number
}

export interface RoleRow {
  readonly entity: string
  readonly label: string
  readonly line: number
  /** Permissions by the key of their column. */
  readonly cells: ReadonlyMap<string, readonly PermissionPicture[]>
}

/** A verb or a transition that the people of a column may. */
export interface PermissionPicture {
  readonly may: { readonly verb: Verb } | { readonly transition: string }
  /** Under a condition, or for some fields only. */
  readonly isPartial: boolean
  /** True where the role itself has it; else one that it includes has it. */
  readonly isOwn: boolean
  /** Conditions, as the document writes them; those who have one of them may. */
  readonly conditions: readonly string[]
  readonly line: number
}

export interface GrantPicture {
  readonly key: string
  readonly entity: string
  readonly who: DoerPicture
  /** True where it takes away. */
  readonly except: boolean
  readonly may: readonly Verb[]
  /** Labels of transitions by which it lets a record be created. */
  readonly createBy: readonly string[]
  readonly where?: string
  /** Labels of the fields, or of those that are left out, whichever are fewer. */
  readonly fields: 'all' | { readonly kind: 'only' | 'all except'; readonly names: readonly string[] }
  readonly line: number
}
