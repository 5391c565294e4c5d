// Says in plain form who gets a notification: names of "for each" and "let" give way to what they stand for.
import type { Node } from '../expressions/node.ts'
import { conjunctsOf, disjunctsOf, mapNode, someNode } from '../expressions/walk.ts'
import { HOLDER } from '../model/4-states/link-notify.ts'
import { fieldsOfInput } from '../model/4-states/fields-of-input.ts'
import { askedOfEach, askedOfInput, askedOfNamed } from '../model/4-states/named-values.ts'
import type { Effect, Entity, Model } from '../model/model.ts'

type EachNode = Extract<Node, { readonly kind: 'each' }>

/** The meaning of a name: one of a set at a time, or a value. */
export interface NamedValue {
  /** `handed on`: an input, as effects hand it on; people may give another value. */
  readonly kind: 'element' | 'value' | 'input' | 'handed on'
  readonly tree: Node
  /** The expression as the readers of a text with the name are asked for it; absent where all may know it. */
  readonly asked?: Node | undefined
  /** Names that are known in it. */
  readonly before: NamedValues
}

export type NamedValues = ReadonlyMap<string, NamedValue>

/** Decides whether the name stands for each of a set, one at a time. */
export function isOneOfSet({ kind }: NamedValue): boolean {
  return kind === 'element'
}

/** Adds the name that effects after this one, or within it, have besides. */
export function withNameOf(names: NamedValues, effect: Effect): NamedValues {
  const add = (name: string, value: Omit<NamedValue, 'before'>): NamedValues =>
    new Map([...names, [name, { ...value, before: names }]])
  if (effect.kind === 'let')
    return add(effect.name, { kind: 'value', tree: effect.value.tree, asked: askedOfNamed(effect.value) })
  if (effect.kind !== 'for each') return names
  return add(effect.variable, { kind: 'element', tree: effect.items.tree, asked: askedOfEach(effect.items) })
}

/** The inputs of a step or a call that go into fields of the record at hand, which decide who is shown them. */
export function namesOfInputs(
  model: Model,
  entity: Entity,
  done: { readonly transition: string } | { readonly call: string },
  inputs: readonly string[],
): NamedValues {
  const before: NamedValues = new Map()
  return new Map(
    inputs.flatMap((name) => {
      const own = fieldsOfInput(model, entity, done, name)?.own ?? new Set()
      const asked = askedOfInput(entity, own, entity.name.span)
      return asked === undefined ? [] : [[name, { kind: 'input', tree: asked, asked, before }] as const]
    }),
  )
}

/**
 * The recipients, one after the other: people of a role as `Person.filter(p, p.is("Cook"))`, those of a field as
 * `kitchen.contacts`, where a variable stands for any record of a set, and others as they are.
 */
export function recipientsOf(who: Node, names: NamedValues): Node {
  const items = itemsOf(who, names)
  const [first] = items
  return items.length === 1 && first ? first : { kind: 'list', items, type: who.type, span: who.span }
}

function itemsOf(who: Node, names: NamedValues): readonly Node[] {
  if (who.kind === 'list') return who.items.flatMap((item) => itemsOf(item, names))
  const named = valueOf(who, names)
  // A name is given once, and stands for nothing that is named after it.
  if (named) return itemsOf(named.tree, names)
  const set = baseOf(who)
  if (set !== who) return itemsOf(set, names)
  const plain = names.size === 0 ? who : mapNode(who, (node) => plainOf(node, names))
  return isSetOfPersons(plain) ? personsIn(plain, plain.body) : [plain]
}

/** The set of which it is an order, or some. */
function baseOf(who: Node): Node {
  if (who.kind === 'each' && ['sort', 'sort_down'].includes(who.operation)) return who.set
  return who.kind === 'call' && ['first', 'distinct', 'page'].includes(who.name) ? (who.arguments[0] ?? who) : who
}

/** Gives what an expression asks its readers for, with the meanings of its names in their place. */
export function meantBy(asked: Node, names: NamedValues): Node {
  if (names.size === 0) return asked
  return mapNode(asked, (node) => {
    const named = node.kind === 'input' ? names.get(node.name) : undefined
    return named?.asked === undefined ? node : meantBy(named.asked, named.before)
  })
}

function plainOf(node: Node, names: NamedValues): Node {
  const named = valueOf(node, names)
  if (node.kind !== 'input' || named === undefined) return node
  if (named.kind === 'value') return mapNode(named.tree, (each) => plainOf(each, names))
  return { kind: 'variable', name: node.name, type: node.type, span: node.span }
}

/** Finds what a name stands for; people that inputs name are known elsewhere. */
function valueOf(node: Node, names: NamedValues): NamedValue | undefined {
  const named = node.kind === 'input' ? names.get(node.name) : undefined
  return named?.kind === 'input' || named?.kind === 'handed on' ? undefined : named
}

function isSetOfPersons(node: Node): node is EachNode {
  if (node.kind !== 'each' || node.operation !== 'filter' || node.variable === HOLDER) return false
  return node.set.kind === 'records' && node.set.entity === 'Person'
}

/** Takes each way to meet the condition by itself: a role that it asks for, else a field in which they stand. */
function personsIn(set: EachNode, condition: Node): readonly Node[] {
  return disjunctsOf(condition).flatMap((way): readonly Node[] => {
    const parts = conjunctsOf(way)
    const role = parts.find((part) => part.kind === 'is' && isPerson(part.person, set.variable))
    if (role) return [{ ...set, body: role }]
    const fields = parts.flatMap((part) => fieldsIn(part, set.variable))
    return fields.length > 0 ? fields : [{ ...set, body: way }]
  })
}

/** `one in k.contacts` or `one == k.lead`, also where a set is looked through for it. */
function fieldsIn(part: Node, person: string): readonly Node[] {
  if (part.kind === 'each' && part.operation === 'exists')
    return conjunctsOf(part.body).flatMap((each) => fieldsIn(each, person))
  if (part.kind !== 'binary' || !['==', 'in'].includes(part.operator)) return []
  const sides = [part.left, part.right]
  if (!sides.some((side) => isPerson(side, person))) return []
  return sides.flatMap((side) => {
    const of = side.kind === 'field' && side.field === 'id' ? side.record : side
    return of.kind === 'field' && !someNode(of, (node) => isPerson(node, person)) ? [of] : []
  })
}

function isPerson(node: Node, name: string): boolean {
  const of = node.kind === 'field' && node.field === 'id' ? node.record : node
  return of.kind === 'variable' && of.name === name
}
