// Random records and sets of records: walks along relations and back, lines, filters, sorts and bounds.
import type { Kind } from './random-model.ts'
import { fieldsOfKind, ORDERED } from './random-model.ts'
import { linesOf } from '../sample-schema.ts'
import type { Form, Variables, Writer } from './writer.ts'
import { choose, oneOf } from './writer.ts'

export function writeRecord(writer: Writer, entity: string, depth: number, variables: Variables): string {
  const { pick, model } = writer
  const next = depth - 1
  const bound = variables
    .filter((variable) => variable.entity === entity)
    .map(
      (variable): Form =>
        () =>
          variable.name,
    )
  const here = model.fields[model.here] ?? {}
  const related = Object.entries(here).flatMap(([name, type]): Form[] => {
    if (type.kind === 'record' && type.entity === entity) return [() => name]
    return type.kind === 'set' && type.of.kind === 'record' && type.of.entity === entity
      ? [() => `${name}.first()`]
      : []
  })
  const leaves = [...bound, ...bound, ...related, () => `${entity}.first()`]
  if (entity === model.here)
    leaves.push(
      () => 'this',
      () => 'this',
      () => 'old',
    )
  if (entity === 'Person') leaves.push(() => 'me')
  const walks = Object.entries(model.fields).flatMap(([from, fields]) =>
    Object.entries(fields).flatMap(([name, type]): Form[] =>
      type.kind === 'record' && type.entity === entity ? [() => `${writer.record(from, next, variables)}.${name}`] : [],
    ),
  )
  return choose(pick, depth, leaves, [() => `${writer.set(entity, next, variables)}.first()`, ...walks])
}

export function writeSet(writer: Writer, entity: string, depth: number, variables: Variables): string {
  const { pick, model } = writer
  const next = depth - 1
  const leaves: Form[] = [
    () => entity,
    ...setsOf(writer, model.here, entity).map(
      (name): Form =>
        () =>
          name,
    ),
  ]
  const walks = writer.entities.flatMap((from) =>
    setsOf(writer, from, entity).map(
      (name): Form =>
        () =>
          `${writer.record(from, next, variables)}.${name}`,
    ),
  )
  const lines = linesOf(model, entity)
  if (lines.length === 1)
    walks.push(() => `${writer.record(entity, next, variables)}.${oneOf(['ancestors', 'descendants'], pick)}`)
  const chain = (form: (set: string, name: string, inner: Variables) => string): Form => {
    return () => writer.bind(entity, variables, (name, inner) => form(writer.set(entity, next, variables), name, inner))
  }
  const maps = Object.entries(model.fields).flatMap(([from, fields]) =>
    Object.entries(fields).flatMap(([field, type]): Form[] =>
      type.kind === 'record' && type.entity === entity
        ? [
            () =>
              writer.bind(
                from,
                variables,
                (name) => `${writer.set(from, next, variables)}.map(${name}, ${name}.${field})`,
              ),
          ]
        : [],
    ),
  )
  const several = writer.entities.flatMap((from) =>
    setsOf(writer, from, entity).map(
      (field): Form =>
        () =>
          writer.bind(from, variables, (name) => `${writer.set(from, next, variables)}.map(${name}, ${name}.${field})`),
    ),
  )
  return choose(pick, depth, leaves, [
    ...walks,
    ...maps,
    ...several,
    chain((set, name, inner) => `${set}.filter(${name}, ${writer.value('boolean', next, inner)})`),
    chain((set, name, inner) => `${set}.sort(${name}, ${sortKey(writer, entity, name, next, inner)})`),
    chain((set, name, inner) => `${set}.sort_down(${name}, ${sortKey(writer, entity, name, next, inner)})`),
    chain((set) => `${set}.first(${writer.value('integer', next, variables)})`),
    chain((set) => `${set}.page(${pick(3)}, ${pick(3)})`),
    chain((set) => `${set}.distinct()`),
    () =>
      `(${writer.value('boolean', next, variables)} ? ${writer.set(entity, next, variables)} : ${writer.set(entity, next, variables)})`,
  ])
}

/** How a record of one entity leads to sets of another: relations to many, and back. */
function setsOf({ model }: Writer, from: string, to: string): readonly string[] {
  const fields = Object.entries(model.fields[from] ?? {}).flatMap(([name, type]) =>
    type.kind === 'set' && type.of.kind === 'record' && type.of.entity === to ? [name] : [],
  )
  const back = Object.entries(model.reverses[from] ?? {}).flatMap(([name, reverse]) =>
    reverse.entity === to ? [name] : [],
  )
  return [...fields, ...back]
}

/** Writes the key that a set is sorted by. */
function sortKey(writer: Writer, entity: string, name: string, depth: number, variables: Variables): string {
  const { pick, model } = writer
  const own = ORDERED.flatMap((kind: Kind) => fieldsOfKind(model, entity, kind))
  return pick(3) > 0 ? `${name}.${oneOf(own, pick)}` : writer.value(oneOf(ORDERED, pick), depth, variables)
}
