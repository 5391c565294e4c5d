// Random single values of every kind: written, of a record's field, worked out, or made of a set.
import { writeCondition } from './random-conditions.ts'
import { ownFields, writeField, writeWritten } from './random-fields.ts'
import type { Kind, Pick } from './random-model.ts'
import { operationsOf } from './random-operations.ts'
import type { Form, Variables, Writer } from './writer.ts'
import { choose, oneOf } from './writer.ts'

export function writeValue(writer: Writer, kind: Kind, depth: number, variables: Variables): string {
  const { pick } = writer
  const next = depth - 1
  const own = ownFields(writer, kind, variables)
  const leaves = [
    () => writeWritten(writer, kind),
    () => writeField(writer, kind, 0, variables),
    () => writeField(writer, kind, depth, variables),
    ...own,
    ...own,
  ]
  const value = (of: Kind): string => writer.value(of, next, variables)
  const operations: readonly Form[] =
    kind === 'boolean'
      ? Array.from({ length: 12 }, () => () => writeCondition(writer, next, variables))
      : operationsOf(writer, kind, next, variables)
  const branches = [
    () => `(${value('boolean')} ? ${value(kind)} : ${value(kind)})`,
    () => `coalesce(${writeField(writer, kind, next, variables)}, ${value(kind)})`,
    () => writeAggregate(writer, kind, next, variables),
    ...operations,
    ...operations,
  ]
  return choose(pick, depth, leaves, branches)
}

/** One value made of a set. */
function writeAggregate(writer: Writer, kind: Kind, depth: number, variables: Variables): string {
  const { pick } = writer
  const entity = oneOf(writer.entities, pick)
  const set = (): string => writer.set(entity, depth, variables)
  return writer.bind(entity, variables, (name, inner) => {
    if (kind === 'integer' && pick(2)) return `${set()}.${oneOf(['count', 'size'], pick)}()`
    return `${set()}.${oneOf(aggregatesOf(kind, pick), pick)}(${name}, ${writer.value(kind, depth, inner)})`
  })
}

function aggregatesOf(kind: Kind, pick: Pick): readonly string[] {
  if (kind === 'boolean') return [oneOf(['exists', 'all', 'exists_one'], pick)]
  const sums = kind === 'integer' || kind === 'number' || kind === 'decimal' || kind === 'duration'
  if (!sums) return ['min', 'max']
  return kind === 'integer' ? ['sum', 'min', 'max'] : ['sum', 'min', 'max', 'avg']
}
