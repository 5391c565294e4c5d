// Resolves the expressions of a call once: shapes become objects, records and the session names.
import type { Node } from '#shared/expressions/node.ts'
import { TEXT } from '#shared/expressions/type-rules.ts'
import { mapNode, someNode } from '#shared/expressions/walk.ts'
import { mapEffect } from '#shared/model/4-states/map-effect.ts'
import { expressionsOfTemplate } from '#shared/model/7-calls/template-expressions.ts'
import { expandShapes } from '#shared/model/7-calls/expand-shapes.ts'
import type { DocumentCall, JsonTemplateNode } from '#shared/model/7-calls/types.ts'
import type { Citation, Effect, Model } from '#shared/model/model.ts'
import { substituteThis } from '#shared/model/substitute-this.ts'
import { eventNode } from './calendar-events.ts'
import type { AccessStep } from './call-frame.ts'
import { recordAtHand } from './record-at-hand.ts'

/** The caller's token, among the names of a call; no input can be called so. */
export const SESSION_TOKEN = 'session token'

export interface ResolvedCall {
  readonly call: DocumentCall
  readonly who: readonly (Node | undefined)[]
  readonly rules: readonly Node[]
  readonly steps: readonly Effect[]
  /** Its expressions give JSON text, or the events of a calendar. */
  readonly body: JsonTemplateNode | undefined
  /** All expressions of the body. */
  readonly answered: readonly Node[]
  /** Does any step write, or sign in or out? */
  readonly writes: boolean
  /** Steps that sign up, in or out, or change the password. */
  readonly access: readonly AccessStep[]
  /** The first step that this version does not run. */
  readonly notRun: Citation | undefined
}

export function resolveCall(model: Model, call: DocumentCall): ResolvedCall {
  const own = recordAtHand(call)
  const resolve = (node: Node): Node => {
    const shaped = nameSession(expandShapes(model, node))
    const at: Node | undefined = own && {
      kind: 'input',
      name: own.name,
      type: { kind: 'record', entity: own.entity },
      span: node.span,
    }
    return at ? substituteThis(shaped, at) : shaped
  }
  const steps = call.steps.map((step) => mapEffect(step, resolve))
  const inlined = new Map<string, Node>()
  const kept: Effect[] = []
  for (const [index, step] of steps.entries()) {
    const after = steps.slice(index + 1)
    const put = mapEffect(step, (node) => putIn(node, inlined))
    // A set that nothing can change any more, and that is only answered with, is read where it is used, in the same query.
    const isInlined =
      put.kind === 'let' &&
      put.if === undefined &&
      put.value.tree.type.kind === 'set' &&
      after.every((each) => isReading(each) && (each.kind === 'let' || !names(each, put.name)))
    if (isInlined) inlined.set(put.name, put.value.tree)
    else kept.push(put)
  }
  const isCalendar = call.answer?.as === 'calendar'
  const body =
    call.answer?.body &&
    mapJson(call.answer.body, (node) => {
      const put = putIn(resolve(node), inlined)
      return isCalendar ? eventNode(model, put) : { kind: 'json', value: put, type: TEXT, span: put.span }
    })
  return {
    call,
    who: call.who.map((who) => (who.kind === 'condition' ? resolve(who.condition.tree) : undefined)),
    rules: call.rules.map(({ condition }) => resolve(condition.tree)),
    steps: kept,
    body,
    answered: body === undefined ? [] : expressionsOfTemplate(body).map(({ tree }) => tree),
    writes: !call.steps.every(isReading),
    access: kept.filter(isAccess),
    notRun: call.steps.find((step) => !isRun(step, true))?.cite,
  }
}

/** Reports whether callers may say which version of the record at hand they saw: it may change then. */
export function takesVersion({ call, writes }: Pick<ResolvedCall, 'call' | 'writes'>): boolean {
  return writes && recordAtHand(call) !== undefined
}

function nameSession(node: Node): Node {
  return mapNode(node, (each) =>
    each.kind === 'call' && each.name === 'session'
      ? { kind: 'input', name: SESSION_TOKEN, type: TEXT, span: each.span }
      : each,
  )
}

function isAccess(step: Effect): step is AccessStep {
  return ACCESS.has(step.kind)
}

const ACCESS: ReadonlySet<string> = new Set(['sign up', 'sign in', 'sign out', 'change password'])

function isRun(step: Effect, isOutermost: boolean): boolean {
  if (isAccess(step)) return isOutermost
  if (step.kind === 'for each') return step.effects.every((each) => isRun(each, false))
  return step.kind !== 'try' || (isRun(step.effect, false) && isRun(step.otherwise, false))
}

function isReading({ kind }: Effect): boolean {
  return kind === 'let' || kind === 'refuse'
}

function names(effect: Effect, name: string): boolean {
  let found = false
  mapEffect(effect, (node) => {
    found ||= someNode(node, (each) => each.kind === 'input' && each.name === name)
    return node
  })
  return found
}

function putIn(node: Node, inlined: ReadonlyMap<string, Node>): Node {
  if (inlined.size === 0) return node
  return mapNode(node, (each) => (each.kind === 'input' ? (inlined.get(each.name) ?? each) : each))
}

function mapJson(json: JsonTemplateNode, map: (node: Node) => Node): JsonTemplateNode {
  switch (json.kind) {
    case 'object':
      return { ...json, members: json.members.map(({ name, value }) => ({ name, value: mapJson(value, map) })) }
    case 'list':
      return { ...json, items: json.items.map((item) => mapJson(item, map)) }
    case 'literal':
      return json
    case 'expression':
      return { ...json, expression: { ...json.expression, tree: map(json.expression.tree) } }
  }
}
