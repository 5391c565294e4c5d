// Random single values of every kind: written, of a record's field, worked out, or made of a set.
import { writeCondition } from './random-conditions.ts'
import type { Kind, Pick } from './random-model.ts'
import { fieldsOfKind } from './random-model.ts'
import { operationsOf } from './random-operations.ts'
import type { Form, Variables, Writer } from './writer.ts'
import { choose, oneOf } from './writer.ts'

const WRITTEN: { readonly [kind in Kind]: readonly string[] } = {
  boolean: ['true', 'false'],
  text: ['""', '"a"', '"Ä"', '"ß"', '"😀"', '"\uFFFD"', '"ab"', `"o'x"`, '"a b"', '"a\\\\b"', 'input.note'],
  level: ['coalesce(Item.first().level, "low")', 'coalesce(Item.first().level, "high")'],
  integer: ['0', '1', '2', '3', '-1', '7', '9007199254740991', 'limits.most', 'input.amount'],
  number: ['0.0e0', '5e-1', '25e-1', '1e10', '-1e0', '1e300', '1e-300', '1e21', '3.3e-7'],
  decimal: ['0.5', '1.25', '2.00', '-3.125', '1000000.1', 'limits.vat'],
  date: ['date("2026-01-31")', 'date("2024-02-29")', 'date("1969-12-31")', 'date("0000-03-01")'],
  time: ['time_of(moment("2026-01-01T09:30:00Z"))'],
  timestamp: ['moment("2026-03-29T02:30")', 'moment("2026-10-25T00:30:00Z")', 'moment("2026-01-31T23:30:00.5Z")'],
  duration: ['duration("PT8H")', 'days(1)', 'hours(-3)', 'minutes(90)', 'limits.grace'],
}

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

export function writeWritten({ pick }: Writer, kind: Kind): string {
  return oneOf(WRITTEN[kind], pick)
}

/** Fields of that kind of the elements at hand, or of the record: what an expression is mostly about. */
function ownFields({ model }: Writer, kind: Kind, variables: Variables): readonly Form[] {
  if (variables.length === 0) return fieldsOfKind(model, model.here, kind).map((field) => () => field)
  return variables.flatMap(({ name, entity }) =>
    fieldsOfKind(model, entity, kind).map(
      (field): Form =>
        () =>
          `${name}.${field}`,
    ),
  )
}

/** A field of that kind of some record; written out where no record has one. */
export function writeField(writer: Writer, kind: Kind, depth: number, variables: Variables): string {
  const entities = writer.entities.filter((entity) => fieldsOfKind(writer.model, entity, kind).length > 0)
  if (entities.length === 0) return writeWritten(writer, kind)
  const entity = oneOf(entities, writer.pick)
  const field = oneOf(fieldsOfKind(writer.model, entity, kind), writer.pick)
  return `${writer.record(entity, depth, variables)}.${field}`
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
