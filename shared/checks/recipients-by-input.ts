// Finds what is known of the people that inputs name: who may be chosen, and where they are kept.
import type { Node } from '../expressions/node.ts'
import type { Type } from '../expressions/type.ts'
import { conjunctsOf, disjunctsOf, mapNode, someNode } from '../expressions/walk.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import type { Effect, Entity, Model, TransitionRow } from '../model/model.ts'

type FieldNode = Extract<Node, { readonly kind: 'field' }>

/** People that an input names, as far as the document says who they are. */
export interface ChosenPeople {
  /** The field in which the same effects keep them. */
  readonly kept?: FieldNode
  /** The roles of which each has one, where something asks for that. */
  readonly roles?: readonly string[]
  /** Conditions that each of them meets, on a reader in their place. */
  readonly met: readonly Node[]
}

export type ChosenByInput = ReadonlyMap<string, ChosenPeople>

/** Finds what is known of those that a row asks for: by "choose from", its condition, and the rules of its transition. */
export function peopleAskedBy(model: Model, entity: Entity, transition: string, row: TransitionRow): ChosenByInput {
  const ruled = entity.rules.flatMap(({ must, warns, transition: of }) =>
    must.kind === 'hold' && !warns && of === transition ? [must.condition.tree] : [],
  )
  const always = [...(row.when ? [row.when.tree] : []), ...ruled]
  return new Map(
    row.asks.flatMap(({ name: { identifier }, valueType, chooseFrom }) => {
      const conditions = chooseFrom ? [chooseFrom.tree, ...always] : always
      return isOfPersons(valueType) ? [[identifier, peopleIn(model, identifier, conditions, row.then, entity)]] : []
    }),
  )
}

/** Finds what is known of those that a call takes. */
export function peopleTakenBy(model: Model, { takes, rules, steps }: DocumentCall): ChosenByInput {
  const conditions = rules.flatMap(({ condition, warns }) => (warns ? [] : [condition.tree]))
  return new Map(
    takes.flatMap(({ name, valueType }) =>
      isOfPersons(valueType) ? [[name, peopleIn(model, name, conditions, steps)]] : [],
    ),
  )
}

function isOfPersons(type: Type): boolean {
  const of = type.kind === 'set' || type.kind === 'list' ? type.of : type
  return of.kind === 'record' && of.entity === 'Person'
}

function peopleIn(
  model: Model,
  name: string,
  conditions: readonly Node[],
  effects: readonly Effect[],
  atHand?: Entity,
): ChosenPeople {
  const met = conditions.flatMap((tree) => metByReader(tree, name))
  const [first, ...others] = met.flatMap((part) => (part.kind === 'is' ? [part.roles] : []))
  const kept = keptIn(model, name, effects, atHand)
  return {
    met,
    ...(kept ? { kept } : {}),
    ...(first ? { roles: first.filter((role) => others.every((roles) => roles.includes(role))) } : {}),
  }
}

/** Lists what a condition asks of those that the input names, with a reader in their place. What reads who acts is left out. */
function metByReader(condition: Node, name: string): readonly Node[] {
  const isInput = (node: Node): boolean => node.kind === 'input' && node.name === name
  return conjunctsOf(condition).flatMap((part): readonly Node[] => {
    if (!someNode(part, isInput) || someNode(part, ({ kind }) => kind === 'me')) return []
    if (part.kind === 'each' && part.operation === 'all' && isInput(part.set)) {
      const { variable } = part
      return conjunctsOf(
        mapNode(askedOfAll(part), (node) => asReader(node, node.kind === 'variable' && node.name === variable)),
      )
    }
    // An input that is left out names nobody.
    const ways = disjunctsOf(part).filter((way) => !isEmptiness(way, isInput))
    const [way] = ways
    if (way === undefined || ways.length > 1) return []
    return conjunctsOf(mapNode(way, (node) => asReader(node, isInput(node))))
  })
}

/** Returns what `all` asks of each of a set: the choice of a field or an input for several takes an unknown answer for no. */
export function askedOfAll({ body }: Node & { readonly kind: 'each' }): Node {
  return body.kind === 'call' && body.name === 'coalesce' ? (body.arguments[0] ?? body) : body
}

function isEmptiness(node: Node, isInput: (node: Node) => boolean): boolean {
  if (node.kind !== 'binary' || node.operator !== '==') return false
  const sides = [node.left, node.right]
  return sides.some(isInput) && sides.some((side) => side.kind === 'literal' && side.value === null)
}

function asReader(node: Node, isReader: boolean): Node {
  return isReader ? { kind: 'me', type: { kind: 'record', entity: 'Person' }, span: node.span } : node
}

/** The field into which an effect writes what the input gives: of the record at hand, or of one that is made or changed. */
function keptIn(model: Model, name: string, effects: readonly Effect[], atHand?: Entity): FieldNode | undefined {
  const isInput = (node: Node): boolean => node.kind === 'input' && node.name === name
  const fieldOf = (owner: string, field: string, record: Node): FieldNode | undefined => {
    const type = model.entities.get(owner)?.fields.get(field)?.valueType
    return type && { kind: 'field', record, entity: owner, field, type, span: record.span }
  }
  for (const effect of effects) {
    const kept = ((): FieldNode | undefined => {
      switch (effect.kind) {
        case 'set':
          return atHand && isInput(effect.value.tree)
            ? fieldOf(...fieldAtHand(atHand, effect.field, effect.value.tree))
            : undefined
        case 'add':
          return atHand && !effect.of && isInput(effect.items.tree)
            ? fieldOf(...fieldAtHand(atHand, effect.field, effect.items.tree))
            : undefined
        case 'create':
        case 'update': {
          const set = effect.fields.find(({ value }) => isInput(value.tree))
          if (!set) return undefined
          const { entity, kind } = effect
          const { span } = set.value.tree
          const one: Node = { kind: 'variable', name: entity, type: { kind: 'record', entity }, span }
          const written = kind === 'update' && effect.records.tree.type.kind === 'record' ? effect.records.tree : one
          return fieldOf(entity, set.field, written)
        }
        case 'for each':
          return keptIn(model, name, effect.effects, atHand)
        case 'try':
          return keptIn(model, name, [effect.effect, effect.otherwise], atHand)
        default:
          return undefined
      }
    })()
    if (kept) return kept
  }
  return undefined
}

function fieldAtHand({ name: { identifier } }: Entity, field: string, { span }: Node): [string, string, Node] {
  return [identifier, field, { kind: 'this', type: { kind: 'record', entity: identifier }, span }]
}
