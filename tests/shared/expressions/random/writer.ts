// What the parts that write random expressions share.
import type { TestModel } from '../sample-schema.ts'
import type { Kind, Pick } from './random-model.ts'

/** The variables at hand, each for a record of an entity. */
export type Variables = readonly { readonly name: string; readonly entity: string }[]

/** Each gives the text of an expression that is well-typed in the model; `depth` bounds how much is put inside of it. */
export interface Writer {
  readonly pick: Pick
  readonly model: TestModel
  readonly entities: readonly string[]
  value(kind: Kind, depth: number, variables: Variables): string
  record(entity: string, depth: number, variables: Variables): string
  set(entity: string, depth: number, variables: Variables): string
  list(depth: number, variables: Variables): string
  /** With a new variable for records of the entity. */
  bind(entity: string, variables: Variables, form: (name: string, inner: Variables) => string): string
}

export type Form = () => string

export function oneOf<T>(items: readonly T[], pick: Pick): T {
  return items[pick(items.length)] as T
}

/** One of these; only the leaves when the depth is used up. */
export function choose(pick: Pick, depth: number, leaves: readonly Form[], branches: readonly Form[]): string {
  return oneOf(depth <= 0 ? leaves : [...leaves, ...branches, ...branches], pick)()
}
