// Lists what is known of a record and its writer where a rule refuses a write.
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { BOOLEAN, TEXT } from '../expressions/type-rules.ts'
import { type ValueDomain, keepEmpty, wholeDomain } from '../expressions/value-domain.ts'
import { readsLines, watchedBy } from '../model/5-rules/fields-watched.ts'
import type { Effect, Entity, Grant, Model, Rule } from '../model/model.ts'
import { substituteThis } from '../model/substitute-this.ts'
import type { MetCondition } from './field-access.ts'
import { conditionsOfGrant, grantsOfRole } from './granted-roles.ts'
import { canHold } from './reachable-conditions.ts'

/** The role of the writer, and the grant by which they write. */
export interface GrantOfWriter {
  readonly model: Model
  readonly role: string
  readonly grant: Grant
  readonly verb: 'create' | 'update'
}

/** A rule, and the fields whose changes bring it up. */
export interface RefusingRule {
  readonly rule: Rule
  readonly isAskedAt: (field: string) => boolean
}

/**
 * Lists case by case the conditions that are met where this rule refuses what the grant allows: those of the grant, of
 * choices, which are asked before, the default `me` of fields that are not given, that the rule does not hold, and a
 * grant by which the writer reads each record that they chose.
 */
export function casesWhereRefused(
  entity: Entity,
  writing: GrantOfWriter,
  refused?: RefusingRule,
): readonly (readonly MetCondition[])[] {
  const { model, grant, verb } = writing
  const own: readonly MetCondition[] = conditionsOfGrant(grant)
  const made = verb === 'create' ? fieldsOfCreator(entity, grant).map((field) => ({ tree: isMe(entity, field) })) : []
  // At no rule a choice is refused, and may be of what the writer may not read.
  if (refused === undefined) return [[...own, ...made]]
  const { rule, isAskedAt } = refused
  const asked = grant.fields.filter(isAskedAt)
  const chosen = [...entity.fields].flatMap(([name, { chooseFrom }]) => {
    // What is checked as it was sent comes before the choices.
    if (chooseFrom === undefined || rule.checked === 'before effects') return []
    const watched = fieldsOfChoice(entity, name, chooseFrom)
    return verb === 'create' || asked.every((field) => watched.includes(field)) ? [chooseFrom] : []
  })
  const broken = rule.must.kind === 'hold' ? [{ tree: negated(rule.must.condition.tree) }] : []
  const met = [...own, ...made, ...chosen, ...broken]
  // What is not given is empty: such a rule may not be broken by what they write.
  if (verb === 'create' && !canHold(met, emptyWhenCreated(entity, grant.fields), model)) return []
  return waysToRead(entity, writing, asked).map((read) => [...met, ...read])
}

/** Says which fields of a new record are empty where these are given: those that neither a default nor an effect fills. */
export function emptyWhenCreated(
  { fields, transitions, events }: Entity,
  given: Iterable<string>,
): ReadonlyMap<string, ValueDomain> {
  const rows = [...transitions.values()].flatMap((step) => step.rows.filter(({ from }) => from === 'new record'))
  const filled = new Set([...given, ...[...rows, ...events].flatMap(({ then }) => fieldsSetBy(then))])
  return new Map(
    [...fields].flatMap(([name, { valueType, default: value, computed, workflow, standard }]) => {
      const isFilled = value !== undefined || computed !== undefined || workflow || standard || filled.has(name)
      // Several are none, which a condition can tell from nothing.
      if (isFilled || valueType.kind === 'set' || valueType.kind === 'list') return []
      return [[`this.${name}`, keepEmpty(wholeDomain(valueType, true), true)] as const]
    }),
  )
}

/** Lists the fields that effects may set in the record at hand, or in one that they find. */
function fieldsSetBy(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect): readonly string[] => {
    if (effect.kind === 'set') return [effect.field]
    if (effect.kind === 'update') return effect.fields.map(({ field }) => field)
    if (effect.kind === 'for each') return fieldsSetBy(effect.effects)
    return effect.kind === 'try' ? fieldsSetBy([effect.effect, effect.otherwise]) : []
  })
}

/** More ways than these to read what is chosen are not followed. */
const MOST_WAYS = 16

/** Lists the ways in which a writer comes to read all that they choose: what they may not read is not there for them. */
function waysToRead(
  entity: Entity,
  { model, role, grant, verb }: GrantOfWriter,
  asked: readonly string[],
): readonly (readonly MetCondition[])[] {
  let ways: readonly (readonly MetCondition[])[] = [[]]
  for (const [name, { type, valueType, default: given }] of entity.fields) {
    const isChosen =
      type.kind === 'relation' &&
      valueType.kind === 'record' &&
      given === undefined &&
      grant.fields.includes(name) &&
      (verb === 'create' || asked.every((field) => field === name))
    if (!isChosen) continue
    const chosen = fieldOf(entity, name)
    const read = grantsOfRole(model, type.entity, 'read', role).map((each) =>
      conditionsOfGrant(each).map(({ tree }) => ({ tree: substituteThis(tree, chosen) })),
    )
    if (read.length === 0 || read.length * ways.length > MOST_WAYS) continue
    ways = ways.flatMap((way) => read.map((conditions) => [...way, ...conditions]))
  }
  return ways
}

/** Finds whether the rule is evaluated when a field changes. One that reads lines may be with any: they are sent with their head. */
export function fieldsAsking(entity: Entity, rule: Rule): (field: string) => boolean {
  const { must } = rule
  const tree = must.kind === 'hold' ? must.condition.tree : 'where' in must ? must.where?.tree : undefined
  const watched = watchedBy(entity, rule)
  const isAtAny = watched.length === 0 || (tree !== undefined && readsLines(entity, tree))
  return (field) => isAtAny || watched.includes(field)
}

/** Lists the fields whose change makes a choice: its own, and those with which its condition compares. */
function fieldsOfChoice({ fields }: Entity, name: string, { tree }: MetCondition): readonly string[] {
  return [name, ...readsOf(tree).own.filter((each) => fields.get(each)?.workflow !== true)]
}

/** Lists the fields in which the creator stands, whatever they send. */
function fieldsOfCreator({ fields }: Entity, grant: Grant): readonly string[] {
  return [...fields].flatMap(([name, { default: given }]) => {
    const isDefault =
      given?.kind === 'expression' && given.expression.tree.kind === 'me' && !grant.fields.includes(name)
    return name === 'created_by' || isDefault ? [name] : []
  })
}

function fieldOf({ name, fields, title: { span } }: Entity, field: string): Node {
  const entity = name.identifier
  const record: Node = { kind: 'this', type: { kind: 'record', entity }, span }
  return { kind: 'field', record, entity, field, type: fields.get(field)?.valueType ?? TEXT, span }
}

function isMe(entity: Entity, field: string): Node {
  const { span } = entity.title
  const person = { kind: 'record', entity: 'Person' } as const
  const left = fieldOf(entity, field)
  return { kind: 'binary', operator: '==', left, right: { kind: 'me', type: person, span }, type: BOOLEAN, span }
}

/** Makes the condition that another is not met. */
export function negated(operand: Node): Node {
  return { kind: 'not', operand, type: BOOLEAN, span: operand.span }
}
