// Declares the typed tree of a checked expression, as plain JSON data.
import type { Span } from '../text/span.ts'
import type { ShownForm } from './functions/shown-value.ts'
import type { Type } from './type.ts'

interface Base {
  readonly type: Type
  readonly span: Span
}

export type BinaryOperator = 'and' | 'or' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in'

/** Functions over a set or list with a variable: `tickets.exists(t, t.status == "new")`. */
export type SetOperation = 'exists' | 'all' | 'filter' | 'map' | 'sum' | 'avg' | 'min' | 'max' | 'sort' | 'sort_down'

export type Node =
  /** `value` is in JSON form (a decimal as text, a duration as `P30DT8H`). */
  | (Base & { readonly kind: 'literal'; readonly value: unknown })
  /** The record at hand as it will be (or as it is); as it was before the change; the person acting. */
  | (Base & { readonly kind: 'this' | 'old' | 'me' | 'now' | 'today' })
  /** A field of a record: of `this` where a bare name was written. A relation gives a record, a relation to many a set. */
  | (Base & { readonly kind: 'field'; readonly record: Node; readonly entity: string; readonly field: string })
  /** The records of `entity` whose relation `field` points to the record; `name` is the reverse name. */
  | (Base & {
      readonly kind: 'reverse'
      readonly record: Node
      readonly name: string
      readonly entity: string
      readonly field: string
    })
  /** Along a relation of an entity to itself, `field`: all that it leads to forwards, or backwards. */
  | (Base & {
      readonly kind: 'line'
      readonly direction: 'ancestors' | 'descendants'
      readonly record: Node
      readonly entity: string
      readonly field: string
    })
  /** All records of an entity. */
  | (Base & { readonly kind: 'records'; readonly entity: string })
  /** A constant of point 9. */
  | (Base & { readonly kind: 'limit'; readonly name: string })
  /** Something a transition or call was given: a member of `input`, or a parameter or `let` of a call. */
  | (Base & {
      readonly kind: 'input'
      readonly name: string
      /** True for an input that stands for a literal and is never empty. */ readonly written?: true
    })
  /** A variable bound by a set operation. */
  | (Base & { readonly kind: 'variable'; readonly name: string })
  /** A member of an object value, by name. */
  | (Base & { readonly kind: 'member'; readonly object: Node; readonly name: string })
  | (Base & { readonly kind: 'index'; readonly object: Node; readonly index: Node })
  /** A calendar of point 9; `hours` are its WorkingHours as JSON, and its value. */
  | (Base & { readonly kind: 'calendar'; readonly name: string; readonly hours: string })
  /** A value of point 9 by two keys; what is no key, or has no value, is empty. `cells` hold values in JSON form. */
  | (Base & {
      readonly kind: 'lookup'
      readonly name: string
      readonly row: Node
      readonly column: Node
      readonly cells: readonly { readonly row: string; readonly column: string; readonly value: unknown }[]
    })
  | (Base & { readonly kind: 'not' | 'negate'; readonly operand: Node })
  | (Base & { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node })
  | (Base & { readonly kind: 'conditional'; readonly test: Node; readonly then: Node; readonly otherwise: Node })
  | (Base & { readonly kind: 'list'; readonly items: readonly Node[] })
  | (Base & { readonly kind: 'object'; readonly entries: readonly { readonly name: string; readonly value: Node }[] })
  /** A set operation with its bound variable. */
  | (Base & {
      readonly kind: 'each'
      readonly operation: SetOperation
      readonly set: Node
      readonly variable: string
      readonly body: Node
    })
  /** A function of the catalogue in `overloads.ts`; a method's target is the first argument. Also count, first, page, distinct. */
  | (Base & { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Node[] })
  /** `me.is("Agent")`: does a person have one of these roles (the named one and all that include it; Administrator is none of them). */
  | (Base & { readonly kind: 'is'; readonly person: Node; readonly roles: readonly string[] })
  /** A value as people see it, in a text of the document. Without a form it reads as only its type says. */
  | (Base & { readonly kind: 'shown'; readonly value: Node; readonly as?: ShownForm; readonly pattern?: string })
  /** A value as the API writes it: its JSON text, or by its type JSON among other JSON. */
  | (Base & { readonly kind: 'json'; readonly value: Node })
  /** A fact: what the server fetched for this decision; put in place of a part of the tree by `facts.ts`. */
  | (Base & { readonly kind: 'fact'; readonly name: string })

/** A checked expression of the document. */
export interface Expression {
  readonly tree: Node
  /** Source text of the expression, for citations and for people. */
  readonly text: string
  readonly span: Span
  /** The expression as its reader's grants are asked for it: computed fields stand in it as fields. */
  readonly asked?: Node
}
