// Links grantees: roles, everyone, anyone, conditions, and four eyes.
import * as say from '../../diagnostics/linking.ts'
import type { Node } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN, NULL } from '../../expressions/type-rules.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import type { LinkContext } from '../link-context.ts'
import { resolveRole, reportUnknown, transitionMeant, transitionNames } from '../link-context.ts'
import { meantGrantee } from './meant-grantee.ts'
import type { Grantee } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import type { GranteeDeclaration } from '../../points/6-roles/declarations.ts'

/** Several where roles that follow from relations stand behind one name; none for `nobody`, and for what can't be read. */
export function linkGrantees(
  context: LinkContext,
  who: GranteeDeclaration,
  entity: EntityOutline | undefined,
  environment: Environment,
): readonly Grantee[] {
  switch (who.kind) {
    case 'word':
      return who.word === 'nobody' ? [] : [{ kind: who.word }]
    case 'condition': {
      const condition = context.expression(who.condition, environment, BOOLEAN)
      return condition ? [{ kind: 'condition', condition }] : []
    }
    case 'notTheOneWhoDid':
      return linkFourEyes(context, who, entity, environment)
    case 'provided':
      return linkProvided(context, who, entity, environment)
    case 'role': {
      const meant = meantGrantee(context, who.role, environment)
      if (meant) {
        const parameters = { what: 'role', name: who.role.value, nearest: undefined, known: [], meant }
        context.report(say.unknownName(spanOf(who.role), parameters))
        return []
      }
      const role = resolveRole(context, who.role, ['everyone', 'anyone', 'nobody'])
      return role === undefined ? [] : linkRole(context, role, who.role, entity, environment)
    }
  }
}

/** Links those that a cell names before it asks a condition: of ``Keeper and `deposit < 50` `` the keepers; none where it has no condition. */
export function linkMeant(
  context: LinkContext,
  who: GranteeDeclaration,
  entity: EntityOutline,
  environment: Environment,
): readonly Grantee[] {
  if (who.kind === 'condition') return [{ kind: 'everyone' }]
  if (who.kind !== 'provided' && who.kind !== 'notTheOneWhoDid') return []
  const inner = linkMeant(context, who.who, entity, environment)
  return inner.length > 0 ? inner : linkGrantees(context, who.who, entity, environment)
}

/** A condition: one of these, and another person than the one in the field of the last actor. */
function linkFourEyes(
  context: LinkContext,
  { who, transition }: GranteeDeclaration & { readonly kind: 'notTheOneWhoDid' },
  entity: EntityOutline | undefined,
  environment: Environment,
): readonly Grantee[] {
  const kept = entity?.doneBy.get(transitionMeant(entity, transition) ?? '')
  if (!entity || kept === undefined) {
    const names = entity ? transitionNames(entity) : []
    const more = `who created it is created_by: "${who.kind === 'role' ? who.role.value : 'Keeper'} and \`created_by != me\`"`
    reportUnknown(context, 'transition', transition, entity?.name.label ?? 'Nothing', names, more)
    return []
  }
  const span = spanOf(transition)
  const { identifier } = entity.name
  const record: Node = { kind: 'this', type: { kind: 'record', entity: identifier }, span }
  const person: Node = { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
  const last: Node = { kind: 'field', record, entity: identifier, field: kept, type: person.type, span }
  const isAnother: Node = { kind: 'binary', operator: '!=', left: person, right: last, type: BOOLEAN, span }
  return linkGrantees(context, who, entity, environment).map((each) => {
    const text = `${textOf(context, each)} and not the one who did ${transition.value}`
    return { kind: 'condition', condition: { tree: both(conditionOf(each, person), isAnother), text, span } }
  })
}

/** A condition: one of these, where the condition holds. */
function linkProvided(
  context: LinkContext,
  { who, condition: source }: GranteeDeclaration & { readonly kind: 'provided' },
  entity: EntityOutline | undefined,
  environment: Environment,
): readonly Grantee[] {
  const condition = context.expression(source, environment, BOOLEAN)
  const known = linkGrantees(context, who, entity, environment)
  if (!condition) return []
  const span = spanOf(source)
  const person: Node = { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
  return known.map((each) => {
    const text = `${textOf(context, each)} and ${source.value}`
    return { kind: 'condition', condition: { tree: both(conditionOf(each, person), condition.tree), text, span } }
  })
}

function both(left: Node | undefined, right: Node): Node {
  return left ? { kind: 'binary', operator: 'and', left, right, type: BOOLEAN, span: right.span } : right
}

/** Undefined for anyone. */
function conditionOf(who: Grantee, person: Node): Node | undefined {
  if (who.kind === 'condition') return who.condition.tree
  const { span } = person
  if (who.kind === 'everyone') {
    const nobody: Node = { kind: 'literal', value: null, type: NULL, span }
    return { kind: 'binary', operator: '!=', left: person, right: nobody, type: BOOLEAN, span }
  }
  if (who.kind !== 'role') return undefined
  return { kind: 'is', person, roles: who.roles, type: BOOLEAN, span: person.span }
}

function textOf(context: LinkContext, who: Grantee): string {
  if (who.kind === 'condition') return who.condition.text
  return who.kind === 'role' ? (context.outline.roles.get(who.role)?.name.label ?? who.role) : who.kind
}

function linkRole(
  context: LinkContext,
  role: string,
  reference: Fragment,
  entity: EntityOutline | undefined,
  environment: Environment,
): readonly Grantee[] {
  const roles = [...context.outline.roles.values()].filter((each) => each.includes.includes(role))
  // A relation to the record may stand behind this role, or behind one that includes it.
  const conditions = roles.flatMap((each) => {
    if (!entity) return []
    const own = context.roleConditions(each.name.identifier, entity.name.identifier)
    return own.flatMap((condition) => (condition ? [{ kind: 'condition', condition } as const] : []))
  })
  const given = roles.filter((each) => !each.ofRecords).map((each) => each.name.identifier)
  const outline = context.outline.roles.get(role)
  if (given.length === 0 && conditions.length === 0) {
    const inPath = Object.values(environment.bare ?? {}).flatMap((type) =>
      type.kind === 'record' ? (context.outline.entities.get(type.entity) ?? []) : [],
    )
    const found = inPath.find(({ name }) =>
      roles.some((each) => context.roleConditions(each.name.identifier, name.identifier).length > 0),
    )
    const names = { role: outline?.name.label ?? role, entity: entity?.name.label, found: found?.name.label }
    context.report(say.relationalElsewhere(spanOf(reference), names))
  }
  return given.length === 0 ? conditions : [{ kind: 'role', role, roles: given }, ...conditions]
}
