// Declares the types of expressions.

export type Type =
  | {
      readonly kind: 'boolean' | 'integer' | 'number' | 'date' | 'time' | 'timestamp' | 'duration' | 'calendar'
    }
  /** `isFile`: what a field of files holds; no other value becomes one. */
  | { readonly kind: 'json'; readonly isFile?: true }
  /** `isCode`: given by the system in ASCII (an id, a number, a slug), and sorted by its characters as it stands. */
  | { readonly kind: 'text'; readonly isCode?: true }
  /**
   * Exact, with a fixed number of places. `unit`: of a field, an input or a constant; what is worked out has none of its own.
   * `isShare`: written as a per cent in point 9, and its hundredth in JSON too; people see the per cent.
   */
  | {
      readonly kind: 'decimal'
      readonly scale: number
      readonly unit?: 'currency' | 'percent'
      readonly isShare?: true
    }
  /** One of the words of an enumeration, in their order; compares by that order (`<`), equals text. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  /** The literal `null`, and whatever is always empty. */
  | { readonly kind: 'null' }
  /** A record of an entity, by identity. */
  | { readonly kind: 'record'; readonly entity: string }
  /** Records in storage, or values mapped from them: may be printed as a query. */
  | { readonly kind: 'set'; readonly of: Type }
  /** A list that stands in one value: a literal list, a field of several words. */
  | { readonly kind: 'list'; readonly of: Type }
  /** Values by name: `input`, a map literal, a shape. */
  | { readonly kind: 'object'; readonly fields: { readonly [name: string]: Type } }
