// Finds what effects hand on as the inputs of steps that they do ("do warn { why: secret }").
import type { Node } from '../expressions/node.ts'
import { mapNode } from '../expressions/walk.ts'
import { askedOfNamed } from '../model/4-states/named-values.ts'
import { memoByModel } from '../model/memo-by-model.ts'
import type { Effect, Entity, Model, TransitionInput } from '../model/model.ts'
import { type NamedValue, type NamedValues, meantBy, namesOfInputs, withNameOf } from './named-recipients.ts'

/** Lists what effects hand on to a step, by the names of its inputs: readers of its texts are asked for that. */
export function inputsHandedOn(model: Model, entity: Entity, transition: string): NamedValues {
  return handedOnByStep(model).get(keyOf(entity.name.identifier, transition)) ?? new Map()
}

const handedOnByStep = memoByModel((model): ReadonlyMap<string, NamedValues> => {
  const found = new Map<string, Map<string, NamedValue>>()
  const follow = (effects: readonly Effect[], given: NamedValues): void => {
    let names = given
    for (const effect of effects) {
      if (effect.kind === 'do') note(found, effect, names)
      else if (effect.kind === 'for each') follow(effect.effects, withNameOf(names, effect))
      else if (effect.kind === 'try') follow([effect.effect, effect.otherwise], names)
      names = withNameOf(names, effect)
    }
  }
  for (const entity of model.entities.values()) {
    for (const [transition, { asks, rows }] of entity.transitions) {
      const inputs = asks.map(({ name }) => name.identifier)
      const names = namesOfInputs(model, entity, { transition }, inputs)
      for (const ask of asks) noteDefault(found, keyOf(entity.name.identifier, transition), ask)
      for (const { then } of rows) follow(then, names)
    }
    for (const { then } of [...entity.timers.values(), ...entity.events]) follow(then, new Map())
  }
  for (const { steps } of model.calls) follow(steps, new Map())
  for (const { then } of model.schedules.values()) follow(then, new Map())
  return found
})

function note(
  found: Map<string, Map<string, NamedValue>>,
  { entity, transition, input }: Effect & { readonly kind: 'do' },
  names: NamedValues,
): void {
  for (const { name, value } of input) {
    const asked = askedOfNamed(value)
    if (asked !== undefined) put(found, keyOf(entity, transition), name, mapNode(meantBy(asked, names), fromElsewhere))
  }
}

/** An input that is not given has its value from the record at hand, as if that were handed on. */
function noteDefault(found: Map<string, Map<string, NamedValue>>, step: string, ask: TransitionInput): void {
  if (ask.default?.kind !== 'expression') return
  const asked = askedOfNamed(ask.default.expression)
  if (asked !== undefined) put(found, step, ask.name.identifier, asked)
}

function put(found: Map<string, Map<string, NamedValue>>, step: string, name: string, node: Node): void {
  const inputs = found.get(step) ?? new Map<string, NamedValue>()
  found.set(step, inputs)
  const before = inputs.get(name)?.asked
  const items = before?.kind === 'list' ? [...before.items, node] : [node]
  const list: Node = { kind: 'list', items, type: { kind: 'list', of: node.type }, span: node.span }
  inputs.set(name, { kind: 'handed on', tree: list, asked: list, before: new Map() })
}

function keyOf(entity: string, transition: string): string {
  return `${entity} ${transition}`
}

/** The record there is another one than that of the step, and nothing is known of it. */
function fromElsewhere(node: Node): Node {
  return node.kind === 'this' ? { kind: 'input', name: 'this', type: node.type, span: node.span } : node
}
