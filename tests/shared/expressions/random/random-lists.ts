// Random lists of values: written, mapped from sets, of dates, and fields of several words.
import { KINDS, ORDERED } from './random-model.ts'
import type { Variables, Writer } from './writer.ts'
import { choose, oneOf } from './writer.ts'

export function writeList(writer: Writer, depth: number, variables: Variables): string {
  const { pick } = writer
  const next = depth - 1
  const kind = oneOf(ORDERED, pick)
  const entity = oneOf(writer.entities, pick)
  const map = (end: string): string =>
    writer.bind(
      entity,
      variables,
      (name, inner) => `${writer.set(entity, next, variables)}.map(${name}, ${writer.value(kind, next, inner)})${end}`,
    )
  const every = (): string => {
    const written = ['', ', "day"', ', "month"', ', "week"', `, ${writer.value('integer', next, variables)}`][pick(5)]
    return `${written}${written !== '' && pick(2) ? ', ["monday", "sunday"]' : ''}`
  }
  const labels = writeLabels(writer)
  return choose(
    pick,
    depth,
    [() => labels, () => labels, () => '["a", null, "ab"]'],
    [
      () => `[${writer.value(kind, next, variables)}, ${writer.value(kind, next, variables)}]`,
      () => `[${writer.value('boolean', next, variables)}, ${oneOf(['true', 'null'], pick)}]`,
      () => map(''),
      () => map('.distinct()'),
      () => {
        // What would be too long ends the evaluation: an engine may look at more parts of an expression than another.
        const first = writer.value('date', next - 1, variables)
        return `dates(${first}, min(${writer.value('date', next - 1, variables)}, ${first} + 900)${every()})`
      },
      () => `${labels}.filter(w, w != ${writer.value('text', next, variables)}).sort(w, w)`,
      () => `${writer.list(next, variables)}.first(${pick(3)})`,
      () =>
        `(${writer.value('boolean', next, variables)} ? ${labels} : ["o'x", ${writer.value('text', next, variables)}])`,
      () => `coalesce(${labels}.filter(w, w == "a"), ${labels}, ["o'x", "ab"])`,
    ],
  )
}

/** A list of texts; a field of the record at hand, if it has one. */
export function writeLabels({ pick, model }: Writer): string {
  if (!model.fields[model.here]?.['labels']) return '["a", "b"]'
  return pick(2) ? 'labels' : 'this.labels'
}

/** Lists that hold one kind of value, for what is asked of whole lists. */
export function writeListOf(writer: Writer, depth: number, variables: Variables): { list: string; value: string } {
  const kind = oneOf(KINDS, writer.pick)
  const value = (): string => writer.value(kind, depth, variables)
  return { list: `[${value()}, ${value()}, ${value()}]`, value: value() }
}
