// Who may do something, linked: roles, everyone, anyone, conditions; a role that follows from a relation is a condition.
import * as say from '../diagnostics/model.ts'
import type { Node } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { Who as WhoDeclaration } from '../points/declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import type { Linking } from './linking.ts'
import { findRole, reportUnknown, transitionMeant, transitionNames } from './linking.ts'
import type { Who } from './model.ts'
import type { EntityOutline } from './outline.ts'

/** Several where roles that follow from relations stand behind one name; none for `nobody`, and for what can't be read. */
export function linkWho(
  linking: Linking,
  who: WhoDeclaration,
  entity: EntityOutline | undefined,
  environment: Environment,
): readonly Who[] {
  switch (who.kind) {
    case 'word':
      return who.word === 'nobody' ? [] : [{ kind: who.word }]
    case 'condition': {
      const condition = linking.expression(who.condition, environment, BOOLEAN)
      return condition ? [{ kind: 'condition', condition }] : []
    }
    case 'notTheOneWhoDid':
      return linkFourEyes(linking, who, entity, environment)
    case 'role': {
      const role = findRole(linking, who.role, ['everyone', 'anyone', 'nobody'])
      return role === undefined ? [] : linkRole(linking, role, who.role, entity)
    }
  }
}

/** A condition: one of these, and another person than the field that keeps the latest doing names. */
function linkFourEyes(
  linking: Linking,
  { who, transition }: WhoDeclaration & { readonly kind: 'notTheOneWhoDid' },
  entity: EntityOutline | undefined,
  environment: Environment,
): readonly Who[] {
  const kept = entity?.doneBy.get(transitionMeant(entity, transition) ?? '')
  if (!entity || kept === undefined) {
    const names = entity ? transitionNames(entity) : []
    reportUnknown(linking, 'transition', transition, entity?.name.label ?? 'Nothing', names)
    return []
  }
  const span = spanOf(transition)
  const { identifier } = entity.name
  const record: Node = { kind: 'this', type: { kind: 'record', entity: identifier }, span }
  const person: Node = { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
  const last: Node = { kind: 'field', record, entity: identifier, field: kept, type: person.type, span }
  const isAnother: Node = { kind: 'binary', operator: '!=', left: person, right: last, type: BOOLEAN, span }
  return linkWho(linking, who, entity, environment).map((each) => {
    const text = `${textOf(linking, each)} and not the one who did ${transition.value}`
    const first = conditionOf(each, person)
    const tree: Node = first ? { ...isAnother, operator: 'and', left: first, right: isAnother } : isAnother
    return { kind: 'condition', condition: { tree, text, span } }
  })
}

/** Undefined for everyone. */
function conditionOf(who: Who, person: Node): Node | undefined {
  if (who.kind === 'condition') return who.condition.tree
  if (who.kind !== 'role') return undefined
  return { kind: 'is', person, roles: who.roles, type: BOOLEAN, span: person.span }
}

function textOf(linking: Linking, who: Who): string {
  if (who.kind === 'condition') return who.condition.text
  return who.kind === 'role' ? (linking.outline.roles.get(who.role)?.name.label ?? who.role) : who.kind
}

function linkRole(
  linking: Linking,
  role: string,
  reference: Fragment,
  entity: EntityOutline | undefined,
): readonly Who[] {
  const roles = [...linking.outline.roles.values()].filter((each) => each.includes.includes(role))
  // A relation to the record may stand behind this role, or behind one that includes it.
  const conditions = roles.flatMap((each) => {
    if (!entity) return []
    const own = linking.roleConditions(each.name.identifier, entity.name.identifier)
    return own.flatMap((condition) => (condition ? [{ kind: 'condition', condition } as const] : []))
  })
  const given = roles.filter((each) => !each.ofRecords).map((each) => each.name.identifier)
  const outline = linking.outline.roles.get(role)
  if (given.length === 0 && conditions.length === 0) {
    const names = { role: outline?.name.label ?? role, entity: entity?.name.label }
    linking.report(say.relationalElsewhere(spanOf(reference), names))
  }
  return given.length === 0 ? conditions : [{ kind: 'role', role, roles: given }, ...conditions]
}
