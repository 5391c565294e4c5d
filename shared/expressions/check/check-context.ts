// Declares the context of the checker: schema, variables and diagnostics.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Node } from '../node.ts'
import type { Environment, Schema } from '../schema.ts'
import type { Syntax } from '../syntax/syntax.ts'
import type { Type } from '../type.ts'

export interface Variable {
  readonly name: string
  readonly type: Type
}

export interface CheckContext {
  readonly schema: Schema
  readonly environment: Environment
  /** Bound by set operations, inner ones last. */
  readonly variables: readonly Variable[]
  report(diagnostic: Diagnostic): void
  /** Finds the candidate that the word may have been meant to be. */
  nearest(word: string, candidates: Iterable<string>): string | undefined
  /**
   * The typed node, or undefined after something was reported.
   * `expected` is what would suit: it decides what a written text or number is, and is not enforced here.
   */
  check(syntax: Syntax, expected?: Type): Node | undefined
  /** Returns the same context with one more variable. */
  bind(variable: Variable): CheckContext
}

/**
 * Reports whether a word of the language, such as `session`, names something else here: a variable, a bare word, or a field
 * of that name. Inner names hide outer ones.
 */
export function isHidden(name: string, { variables, environment, schema }: CheckContext): boolean {
  const { candidate, record, bare = {} } = environment
  // A field called `session` hides the word. Person has none, and only a person is read with the session of the caller.
  const isField =
    name === 'session' && [candidate, record].some((each) => each !== undefined && schema.member(each, name))
  return isField || variables.some((variable) => variable.name === name) || Object.hasOwn(bare, name)
}
