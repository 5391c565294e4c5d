// Makes the events of a calendar answer from records with a span and from shapes.
import { laterDate } from '#shared/expressions/calendar.ts'
import type { Node } from '#shared/expressions/node.ts'
import { titleToRead } from '#shared/decisions/record-title.ts'
import { TEXT } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import { includesEnd, periodFieldsOf } from '#shared/model/3-entities/period-fields.ts'
import type { JsonTemplateNode } from '#shared/model/7-calls/types.ts'
import type { Model } from '#shared/model/model.ts'
import { substituteThis } from '#shared/model/substitute-this.ts'
import type { CalendarEvent } from './render-calendar.ts'

/** Records become objects of what an event needs; what is no record of a span stays as it is. */
export function eventNode(model: Model, node: Node): Node {
  const { type } = node
  const of = type.kind === 'set' || type.kind === 'list' ? type.of : type
  if (of.kind !== 'record') return node
  const entity = model.entities.get(of.entity)
  const period = periodFieldsOf(entity?.fields)
  if (!entity || !period) return node
  const { span } = node
  const one = (record: Node): Node => {
    const field = (name: string): Node => {
      const valueType = entity.fields.get(name)?.valueType ?? TEXT
      return { kind: 'field', record, entity: of.entity, field: name, type: valueType, span }
    }
    const title = substituteThis(titleToRead(entity), record)
    const entries = [
      { name: 'id', value: { ...field('id'), type: TEXT } },
      { name: 'start', value: field(period.from) },
      { name: 'end', value: field(period.to) },
      { name: 'summary', value: title },
    ]
    const fields = Object.fromEntries(entries.map(({ name, value }) => [name, value.type]))
    return { kind: 'object', entries, type: { kind: 'object', fields }, span }
  }
  if (of === type) return one(node)
  const variable = 'event of a calendar'
  const body = one({ kind: 'variable', name: variable, type: of, span })
  return { kind: 'each', operation: 'map', set: node, variable, body, type: { kind: 'set', of: body.type }, span }
}

/** iCalendar ends a span of days on the day after its last, which is a part of it; after the last day of all there is none. */
export function endOfEvent(end: unknown, type: Type | undefined): string | null {
  if (typeof end !== 'string') return null
  return type !== undefined && includesEnd(type) ? (laterDate(end, 1, 'day') ?? end) : end
}

/** All events that an answer holds, in their order; what has no beginning is none. */
export function eventsIn(json: JsonTemplateNode, valueOf: (node: Node) => unknown): readonly CalendarEvent[] {
  switch (json.kind) {
    case 'object':
      return json.members.flatMap(({ value }) => eventsIn(value, valueOf))
    case 'list':
      return json.items.flatMap((item) => eventsIn(item, valueOf))
    case 'literal':
      return []
    case 'expression': {
      const { tree } = json.expression
      const { type } = tree
      const of = type.kind === 'set' || type.kind === 'list' ? type.of : type
      return [valueOf(tree)].flat().flatMap((value) => eventOf(value, of))
    }
  }
}

function eventOf(value: unknown, type: Type): readonly CalendarEvent[] {
  if (typeof value !== 'object' || value === null || type.kind !== 'object') return []
  const members = value as { readonly [name: string]: unknown }
  const text = (...names: readonly string[]): string | undefined =>
    names.map((name) => members[name]).find((found): found is string => typeof found === 'string')
  const [from, to] = Object.entries(type.fields).filter(([, { kind }]) => kind === 'timestamp' || kind === 'date')
  const start = from && members[from[0]]
  if (typeof start !== 'string') return []
  const [, firstText] =
    Object.entries(members).find(
      ([name, found]) => name !== 'id' && type.fields[name]?.kind === 'text' && typeof found === 'string',
    ) ?? []
  const id = text('id', 'uid')
  const description = text('description')
  const location = text('location', 'place', 'room')
  const summary = text('summary', 'title', 'name') ?? (typeof firstText === 'string' ? firstText : '')
  return [
    {
      ...(id === undefined ? {} : { id }),
      start,
      end: to === undefined ? null : endOfEvent(members[to[0]], to[1]),
      summary,
      ...(description === undefined ? {} : { description }),
      ...(location === undefined ? {} : { location }),
    },
  ]
}
