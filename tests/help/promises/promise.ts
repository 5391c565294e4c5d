// Declares a promise of the reference: what a section says that runs, and the test that proves it.

/** A sentence in our own words, a test file below `tests/`, and the whole title of a test or a group of tests in it. */
export type Promised = readonly [says: string, file: string, title: string]

/** Promises by the heading of their section in shared/help/reference.md. */
export interface Promises {
  readonly [heading: string]: readonly Promised[]
}
