// Remembers what stands behind the names of effects, for whose sake a text masks them.
import { fieldsOfInput } from '#shared/model/4-states/fields-of-input.ts'
import { askedOfEach, askedOfInput, askedOfNamed } from '#shared/model/4-states/named-values.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { inputDefaultNodes } from '#shared/decisions/4-states.ts'
import type { Effect, Entity, TransitionInput } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { FieldBehind } from '../../storage/history-entry.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import type { ReadableFields } from './read-requirements.ts'
import { recordsIn, requirementsOf } from '#shared/policy/read-requirements.ts'
import { mayKnow } from './read-requirements.ts'

/** The expression of which a name has its value, with the records of its fields as they were at that moment. */
export interface ValueSource {
  readonly asked: Node
  readonly see: (record: Node) => Value | undefined
}

export type ValueSources = ReadonlyMap<string, ValueSource & { readonly before: ValueSources }>

export const NO_SOURCES: ValueSources = new Map()

/** Gives a name its source. Without one its value may be known to all: it no longer has that of a value before it. */
export function withSource(sources: ValueSources, name: string, source: ValueSource | undefined): ValueSources {
  if (source === undefined && !sources.has(name)) return sources
  const kept = new Map(sources)
  if (source === undefined) kept.delete(name)
  else kept.set(name, { ...source, before: sources })
  return kept
}

/** The expression behind the name that an effect gives. */
export function askedOfEffect(effect: Effect): Node | undefined {
  if (effect.kind === 'let') return askedOfNamed(effect.value)
  return effect.kind === 'for each' ? askedOfEach(effect.items) : undefined
}

/** Lists the records that an effect must find for the source of its name, or of the inputs that it hands on. */
export function recordsBehind(effect: Effect): readonly Node[] {
  const asked = effect.kind === 'do' ? effect.input.map(({ value }) => askedOfNamed(value)) : [askedOfEffect(effect)]
  return asked.flatMap((node) => (node === undefined ? [] : recordsIn(node)))
}

/** Finds the source of the name that an effect gives; `read` works out records as they are now. */
export async function findSource(effect: Effect, read: ReadRecords): Promise<ValueSource | undefined> {
  const asked = askedOfEffect(effect)
  return asked === undefined ? undefined : { asked, see: await readAll([asked], read) }
}

type ReadRecords = (nodes: readonly Node[]) => Promise<readonly Value[]>

/** Finds the sources of the inputs that an effect hands on to a step. `before`: those of the names that it uses. */
export async function sourcesHandedOn(
  { input }: Effect & { readonly kind: 'do' },
  before: ValueSources,
  read: ReadRecords,
): Promise<ValueSources> {
  const handedOn = input.flatMap(({ name, value }) => {
    const asked = askedOfNamed(value)
    return asked === undefined ? [] : [{ name, asked }]
  })
  const see = await readAll(
    handedOn.map(({ asked }) => asked),
    read,
  )
  return new Map(handedOn.map(({ name, asked }) => [name, { asked, see, before }]))
}

/** Reads the records of several values at once: what is read of one effect is prepared together. */
async function readAll(asked: readonly Node[], read: ReadRecords): Promise<ValueSource['see']> {
  const records = asked.flatMap(recordsIn)
  const values = records.length === 0 ? [] : await read(records)
  const found = new Map(records.map((node, at) => [node, values[at]]))
  return (node) => found.get(node)
}

/** Lists what is worked out for the inputs that are not given, and the records behind it. */
export function nodesOfDefaults(asks: readonly TransitionInput[]): readonly Node[] {
  const behind = asks.flatMap((ask) => {
    const asked = askedOfDefault(ask)
    return asked === undefined ? [] : recordsIn(asked)
  })
  return [...inputDefaultNodes(asks), ...behind]
}

/** Sources of the inputs that were not given, and have their values from the record at hand. */
export function sourcesOfDefaults(
  asks: readonly TransitionInput[],
  given: { readonly [name: string]: unknown },
  see: ValueSource['see'],
): ValueSources {
  return new Map(
    asks.flatMap((ask) => {
      const asked = askedOfDefault(ask)
      const name = ask.name.identifier
      return asked === undefined || Object.hasOwn(given, name)
        ? []
        : [[name, { asked, see, before: NO_SOURCES }] as const]
    }),
  )
}

function askedOfDefault({ default: own }: TransitionInput): Node | undefined {
  return own?.kind === 'expression' ? askedOfNamed(own.expression) : undefined
}

/** The fields of records that a reader must be able to read to know values by their names. */
export function fieldsBehind(names: readonly string[], sources: ValueSources): readonly FieldBehind[] {
  const found = names.flatMap((name): readonly FieldBehind[] => {
    const source = sources.get(name)
    if (source === undefined) return []
    const { asked, see, before } = source
    const own = requirementsOf(asked).flatMap(({ entity, field, record }): FieldBehind | readonly FieldBehind[] => {
      if (record === undefined) return { entity, field }
      const id = see(record)
      return typeof id === 'string' ? { entity, field, record: id } : []
    })
    const further = namesReadIn(asked, () => false)
    return [...own, ...fieldsBehind(further, before)]
  })
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()]
}

/** Sources of the inputs that go into fields of the record at hand, as in its history. */
export function sourcesOfInputs(
  running: RunningDocument,
  entity: Entity,
  done: { readonly transition: string } | { readonly call: string },
  inputs: readonly string[],
  id: string,
): ValueSources {
  const asked = running.keptOn(entity, 'sources of inputs', JSON.stringify(done), () =>
    inputs.flatMap((name) => {
      const own = fieldsOfInput(running.model, entity, done, name)?.own ?? new Set()
      const node = askedOfInput(entity, own, entity.name.span)
      return node === undefined ? [] : [[name, node] as const]
    }),
  )
  return new Map(asked.map(([name, node]) => [name, { asked: node, see: () => id, before: NO_SOURCES }]))
}

/** Lists the names in an expression, but for those in what is disclosed. */
export function namesReadIn(node: Node, isDisclosed: (node: Node) => boolean): readonly string[] {
  if (isDisclosed(node)) return []
  const own = node.kind === 'input' ? [node.name] : []
  return [...own, ...childrenOf(node).flatMap((child) => namesReadIn(child, isDisclosed))]
}

/** May they know the values of these names, by what stands behind them? */
export async function mayKnowBehind(
  names: readonly string[],
  sources: ValueSources,
  isDisclosed: (node: Node) => boolean,
  policyContext: RowPolicyContext,
  to: Actor,
  fieldsOf: ReadableFields,
): Promise<boolean> {
  for (const name of names) {
    const source = sources.get(name)
    if (source === undefined) continue
    const { asked, see, before } = source
    const requirements = requirementsOf(asked, isDisclosed)
    if (!(await mayKnow(requirements, policyContext, to, (node) => see(node) ?? null, fieldsOf))) return false
    const further = namesReadIn(asked, isDisclosed)
    if (!(await mayKnowBehind(further, before, isDisclosed, policyContext, to, fieldsOf))) return false
  }
  return true
}
