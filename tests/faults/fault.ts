// A small change to product code that a careless edit could make, and the tests that have to notice it.

export interface Fault {
  /** A sentence that says what the product would do with this change. */
  readonly name: string
  /** Attacks of the catalogue in ../catalogue.md that it would open. */
  readonly class: string
  /** Path of the file from the project's root. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Files of tests, as few and as quick as are sufficient. */
  readonly tests: readonly string[]
}
