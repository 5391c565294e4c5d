// Renders the answer of a call: its JSON or calendar, with what the caller may read.
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import type { JsonTemplateNode } from '#shared/model/7-calls/types.ts'
import { Refused } from '../policy/refused.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import type { ResolvedCall } from './resolve-call.ts'

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
  { call, body }: ResolvedCall,
  key: string,
  names: CallNames,
): Promise<CallAnswer> {
  const { answer } = call
  if (answer === undefined) return { status: 204 }
  if (body === undefined) return { status: answer.status }
  const value = await renderJson(reading, body, `${key} answer`, names)
  const text = JSON.stringify(value)
  if (text.length <= LARGEST_ANSWER) return { status: answer.status, body: text }
  const message = `This answer would be larger than ${LARGEST_ANSWER} characters. Ask for less of it.`
  throw new Refused({ code: 'too_costly', status: 400, message, errors: [], cites: call.cite })
}

/** All its expressions are read in one look. */
export async function renderJson(
  reading: CallReadContext,
  json: JsonTemplateNode,
  key: string,
  names: CallNames,
): Promise<unknown> {
  const nodes = expressionsIn(json)
  const values = await readCallValues(reading, 'caller', key, nodes, names)
  return fillJson(json, new Map(nodes.map((node, at) => [node, values[at]])))
}

export function expressionsIn(json: JsonTemplateNode): readonly Node[] {
  switch (json.kind) {
    case 'object':
      return json.members.flatMap(({ value }) => expressionsIn(value))
    case 'list':
      return json.items.flatMap(expressionsIn)
    case 'literal':
      return []
    case 'expression':
      return [json.expression.tree]
  }
}

export function fillJson(json: JsonTemplateNode, values: ReadonlyMap<Node, Value>): unknown {
  switch (json.kind) {
    case 'object':
      return Object.fromEntries(json.members.map(({ name, value }) => [name, fillJson(value, values)]))
    case 'list':
      return json.items.map((item) => fillJson(item, values))
    case 'literal':
      return json.value
    case 'expression':
      return writeValue(values.get(json.expression.tree) ?? null, json.expression.tree.type)
  }
}
