// Lists what is known of a record and its writer where a rule refuses a write.
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { BOOLEAN, TEXT } from '../expressions/type-rules.ts'
import { readsLines, watchedBy } from '../model/5-rules/fields-watched.ts'
import type { Entity, Grant, Rule } from '../model/model.ts'
import type { MetCondition } from './field-access.ts'
import { conditionsOfGrant } from './granted-roles.ts'

/** A rule, and the fields whose changes bring it up. */
export interface RefusingRule {
  readonly rule: Rule
  readonly isAskedAt: (field: string) => boolean
}

/**
 * Lists the conditions that are met where this rule refuses what the grant allows: those of the grant, of choices, which
 * are asked before, the default `me` of fields that are not given, and that the rule does not hold.
 */
export function metWhereRefused(
  entity: Entity,
  grant: Grant,
  verb: 'create' | 'update',
  refused: RefusingRule | undefined,
): readonly MetCondition[] {
  const own: readonly MetCondition[] = conditionsOfGrant(grant)
  const made = verb === 'create' ? fieldsOfCreator(entity, grant).map((field) => ({ tree: isMe(entity, field) })) : []
  if (refused === undefined) return [...own, ...made]
  const { rule, isAskedAt } = refused
  const asked = grant.fields.filter(isAskedAt)
  const chosen = [...entity.fields].flatMap(([name, { chooseFrom }]) => {
    // What is checked as it was sent comes before the choices.
    if (chooseFrom === undefined || rule.checked === 'before effects') return []
    const watched = fieldsOfChoice(entity, name, chooseFrom)
    return verb === 'create' || asked.every((field) => watched.includes(field)) ? [chooseFrom] : []
  })
  const broken = rule.must.kind === 'hold' ? [{ tree: negated(rule.must.condition.tree) }] : []
  return [...own, ...made, ...chosen, ...broken]
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

function isMe({ name, fields, title: { span } }: Entity, field: string): Node {
  const entity = name.identifier
  const record: Node = { kind: 'this', type: { kind: 'record', entity }, span }
  const person = { kind: 'record', entity: 'Person' } as const
  const left: Node = { kind: 'field', record, entity, field, type: fields.get(field)?.valueType ?? TEXT, span }
  return { kind: 'binary', operator: '==', left, right: { kind: 'me', type: person, span }, type: BOOLEAN, span }
}

function negated(operand: Node): Node {
  return { kind: 'not', operand, type: BOOLEAN, span: operand.span }
}
