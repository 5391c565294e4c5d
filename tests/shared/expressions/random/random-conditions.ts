// Random conditions.
import { writeLabels, writeListOf } from './random-lists.ts'
import type { Kind } from './random-model.ts'
import { KINDS, ORDERED } from './random-model.ts'
import { randomPattern } from './random-pattern.ts'
import { writeField } from './random-fields.ts'
import type { Form, Variables, Writer } from './writer.ts'
import { oneOf } from './writer.ts'

export function writeCondition(writer: Writer, depth: number, variables: Variables): string {
  const { pick, model } = writer
  const of = (kind: Kind): string => writer.value(kind, depth, variables)
  const ordered = oneOf(ORDERED, pick)
  const any = oneOf(KINDS, pick)
  const entity = oneOf(writer.entities, pick)
  const compare = (): string => oneOf(['<', '<=', '>', '>='], pick)
  const same = (): string => oneOf(['==', '!='], pick)
  const record = (): string => writer.record(entity, depth, variables)
  const withSpan = Object.keys(model.spans)
  const withData = writer.entities.filter((each) => model.fields[each]?.['data'])
  const forms: Form[] = [
    () => `(${of('boolean')} and ${of('boolean')})`,
    () => `(${of('boolean')} or ${of('boolean')})`,
    () => `(not ${of('boolean')})`,
    () => `(${of(ordered)} ${compare()} ${of(ordered)})`,
    () => `(${of(any)} ${same()} ${of(any)})`,
    () => `(${of(any)} ${same()} null)`,
    () => `(${of('integer')} ${compare()} ${of('decimal')})`,
    () => `(${of('number')} ${same()} ${of('decimal')})`,
    () => `(${record()} ${same()} ${record()})`,
    () => `(${record()} ${same()} null)`,
    () => `(${record()} in ${writer.set(entity, depth, variables)})`,
    () => `(${of(any)} ${oneOf(['in', 'not in'], pick)} [${of(any)}, ${of(any)}])`,
    () => `(${of('level')} in ["low", null, "high"])`,
    () => `(${of('integer')} in [1, null, 2])`,
    () => `(${writeField(writer, 'level', depth, variables)} ${compare()} lookup.urgency[${of('level')}].low)`,
    () => `(${of('text')} ${oneOf(['in', 'not in'], pick)} ${writeLabels(writer)})`,
    () => `(${writeLabels(writer)} ${same()} null)`,
    () => `(${writeLabels(writer)} ${same()} ["a", ${of('text')}])`,
    () => {
      const { list, value } = writeListOf(writer, depth, variables)
      return pick(2) ? `(${value} in ${list})` : `(${list} ${same()} ${list})`
    },
    () => `${writeLabels(writer)}.${oneOf(['exists', 'all'], pick)}(w, w ${compare()} ${of('text')})`,
    () => quantified(writer, depth, variables),
    () => quantified(writer, depth, variables),
    () => `${writer.record('Person', depth, variables)}.is("${oneOf(['Agent', 'Manager', 'Customer'], pick)}")`,
    () => `${of('text')}.${oneOf(['startsWith', 'endsWith', 'contains'], pick)}(${of('text')})`,
    () => `${of('text')}.matches(r"${randomPattern(pick)}")`,
    () => `${of('text')}.matches(input.note)`,
    () => `(weekday(${of(oneOf(['date', 'timestamp'], pick))}) in ["saturday", "sunday"])`,
    () => `has(${writer.record(entity, depth, variables)}.id)`,
  ]
  if (withSpan.length > 0) {
    const lasting = oneOf(withSpan, pick)
    const spanned = (): string => writer.record(lasting, depth, variables)
    forms.push(() => `overlaps(${spanned()}, ${spanned()})`)
  }
  if (withData.length > 0) {
    const data = (): string => `${writer.record(oneOf(withData, pick), depth, variables)}.data`
    forms.push(
      () => `(${data()}${oneOf(['', '.a', '["a"]', '[1]', '.b.c'], pick)} ${same()} null)`,
      () => `(${data()}.a ${same()} ${data()}.a)`,
    )
  }
  return oneOf(forms, pick)()
}

function quantified(writer: Writer, depth: number, variables: Variables): string {
  const { pick } = writer
  const entity = oneOf(writer.entities, pick)
  return writer.bind(
    entity,
    variables,
    (name, inner) =>
      `${writer.set(entity, depth, variables)}.${oneOf(['exists', 'all', 'exists', 'all', 'exists_one'], pick)}(${name}, ${writer.value('boolean', depth, inner)})`,
  )
}
