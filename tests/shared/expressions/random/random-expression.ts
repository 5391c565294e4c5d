// Makes the text of random expressions that are well-typed in a model.
import type { TestModel } from '../sample-schema.ts'
import { writeList } from './random-lists.ts'
import { writeRecord, writeSet } from './random-sets.ts'
import { writeValue } from './random-values.ts'
import type { Kind, Pick } from './random-model.ts'
import { KINDS } from './random-model.ts'
import type { Writer } from './writer.ts'
import { oneOf } from './writer.ts'

/** A random expression of any type. */
export function randomExpression(model: TestModel, pick: Pick): string {
  const writer = makeWriter(model, pick)
  const depth = 1 + pick(4)
  const entity = (): string => oneOf(writer.entities, pick)
  const form = pick(12)
  if (form === 0) return writer.list(depth, [])
  if (form === 1) return writer.record(entity(), depth, [])
  if (form === 2) return writer.set(entity(), depth, [])
  return writer.value(form < 8 ? 'boolean' : oneOf(KINDS, pick), depth, [])
}

/** A random expression of one kind of value. */
export function randomValueOf(kind: Kind, model: TestModel, depth: number, pick: Pick): string {
  return makeWriter(model, pick).value(kind, depth, [])
}

function makeWriter(model: TestModel, pick: Pick): Writer {
  let variables = 0
  const writer: Writer = {
    pick,
    model,
    entities: Object.keys(model.fields),
    value: (kind, depth, inside) => writeValue(writer, kind, depth, inside),
    record: (entity, depth, inside) => writeRecord(writer, entity, depth, inside),
    set: (entity, depth, inside) => writeSet(writer, entity, depth, inside),
    list: (depth, inside) => writeList(writer, depth, inside),
    bind: (entity, inside, form) => {
      const name = `v${variables++}`
      return form(name, [...inside, { name, entity }])
    },
  }
  return writer
}
