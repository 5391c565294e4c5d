// Renders the answer of a call: its JSON or calendar, with what the caller may read.
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import type { JsonTemplateNode } from '#shared/model/7-calls/types.ts'
import { eventsIn } from './calendar-events.ts'
import { renderCalendar } from './render-calendar.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import type { ResolvedCall } from './resolve-call.ts'
import { refused } from '../policy/refused.ts'

export interface CallAnswer {
  readonly status: number
  /** Absent: no body. */
  readonly body?: string
  /** JSON, if it says nothing. */
  readonly type?: string
}

/** Characters of one answer. */
export const LARGEST_ANSWER = 4_000_000

export async function renderAnswer(
  reading: CallReadContext,
  resolved: ResolvedCall,
  names: CallNames,
): Promise<CallAnswer> {
  const { call, body } = resolved
  const { answer } = call
  if (answer === undefined) return { status: 204 }
  if (body === undefined) return { status: answer.status }
  const isCalendar = answer.as === 'calendar'
  const values = await readJsonValues(reading, resolved, names)
  const text = isCalendar
    ? calendarOf(reading, body, values)
    : fillJson(body, (node) => String(values.get(node) ?? null))
  if (text.length <= LARGEST_ANSWER)
    return { status: answer.status, body: text, ...(isCalendar ? { type: CALENDAR_TYPE } : {}) }
  throw refused('answer_too_large', { most: LARGEST_ANSWER }, { cites: call.cite })
}

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

function calendarOf({ running, actorContext }: CallReadContext, body: JsonTemplateNode, values: JsonValues): string {
  const valueOf = (node: Node): unknown => writeValue(values.get(node) ?? null, node.type)
  return renderCalendar(running.model.name, eventsIn(body, valueOf), actorContext.now)
}

type JsonValues = ReadonlyMap<Node, Value>

/** All its expressions are read in one look. */
async function readJsonValues(reading: CallReadContext, resolved: ResolvedCall, names: CallNames): Promise<JsonValues> {
  const { answered } = resolved
  const values = await readCallValues(reading, 'caller', { of: resolved, part: 'answer' }, answered, names)
  return new Map(answered.map((node, at) => [node, values[at]]))
}

/** JSON text of the template; `textOf` gives that of an expression. */
export function fillJson(json: JsonTemplateNode, textOf: (node: Node) => string): string {
  switch (json.kind) {
    case 'object':
      return `{${json.members.map(({ name, value }) => `${JSON.stringify(name)}:${fillJson(value, textOf)}`).join(',')}}`
    case 'list':
      return `[${json.items.map((item) => fillJson(item, textOf)).join(',')}]`
    case 'literal':
      return JSON.stringify(json.value)
    case 'expression':
      return textOf(json.expression.tree)
  }
}
