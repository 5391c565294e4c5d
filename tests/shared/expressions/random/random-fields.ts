// Values that are written out, and fields of records: where random expressions end.
import type { Kind } from './random-model.ts'
import { fieldsOfKind } from './random-model.ts'
import type { Form, Variables, Writer } from './writer.ts'
import { oneOf } from './writer.ts'

const WRITTEN: { readonly [kind in Kind]: readonly string[] } = {
  boolean: ['true', 'false'],
  text: ['""', '"a"', '"Ä"', '"ß"', '"😀"', '"\uFFFD"', '"ab"', `"o'x"`, '"a b"', '"a\\\\b"', 'input.note'],
  level: ['coalesce(Item.first().level, "low")', 'coalesce(Item.first().level, "high")'],
  integer: ['0', '1', '2', '3', '-1', '7', '9007199254740991', 'limits.most', 'input.amount'],
  number: ['0.0e0', '5e-1', '25e-1', '1e10', '-1e0', '1e300', '1e-300', '1e21', '3.3e-7'],
  decimal: ['0.5', '1.25', '2.00', '-3.125', '1000000.1', '90071992547409.91', 'limits.vat'],
  date: ['date("2026-01-31")', 'date("2024-02-29")', 'date("1969-12-31")', 'date("0000-03-01")'],
  time: ['time_of(moment("2026-01-01T09:30:00Z"))'],
  timestamp: ['moment("2026-03-29T02:30")', 'moment("2026-10-25T00:30:00Z")', 'moment("2026-01-31T23:30:00.5Z")'],
  duration: ['duration("PT8H")', 'days(1)', 'hours(24)', 'hours(-3)', 'minutes(90)', 'limits.grace'],
}

export function writeWritten({ pick }: Writer, kind: Kind): string {
  return oneOf(WRITTEN[kind], pick)
}

/** Fields of that kind of the elements at hand, or of the record: what an expression is mostly about. */
export function ownFields({ model }: Writer, kind: Kind, variables: Variables): readonly Form[] {
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
