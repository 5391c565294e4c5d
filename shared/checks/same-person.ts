// Notes grants that keep back who somebody is, and show it as who created or last changed the record.
import * as say from '../diagnostics/6-roles.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { someNode } from '../expressions/walk.ts'
import type { Effect, Entity, Field, Grantee } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import type { GrantDeclaration } from '../points/6-roles/declarations.ts'
import { conditionsOfGrant, givenRoles, isFieldReadable } from './granted-roles.ts'
import { rowsOfGrants } from './rows-of-grants.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkSamePerson: SpecificationCheck = (model, { roles }, { text }) => {
  if (!isShown(roles)) return []
  if (!roles.grants.some(isExcepting)) return []
  const rowOf = rowsOfGrants({ roles }, text)
  return [...model.entities.values()].flatMap((entity) =>
    entity.grants.flatMap((grant) => {
      const row = grant.may.includes('read') && !grant.except ? rowOf(grant) : undefined
      if (row === undefined || !isExcepting(row)) return []
      return [...entity.fields.values()].flatMap((field) => {
        const name = field.name.identifier
        if (grant.fields.includes(name) || !leadsToPerson(field)) return []
        // Grants add up: another row may show the field.
        const readers = grant.who.kind === 'role' ? [grant.who.role] : givenRoles(model)
        if (readers.every((role) => isFieldReadable(model, entity.name.identifier, name, role))) return []
        const shown = [
          ...(isCreator(field) ? ['created_by'] : []),
          ...(changes(entity, name) ? ['updated_by'] : []),
        ].filter((each) => grant.fields.includes(each))
        return shown.length === 0 ? [] : [say.samePerson(row.span, { field: field.name.label, shown })]
      })
    }),
  )
}

function isExcepting({ fields, except }: GrantDeclaration): boolean {
  return fields.kind === 'all except' && !except
}

function leadsToPerson({ type, standard }: Field): boolean {
  return !standard && type.kind === 'relation' && type.entity === 'Person'
}

function isCreator({ default: given }: Field): boolean {
  return given?.kind === 'expression' && given.expression.tree.kind === 'me'
}

/** May the person in the field change the record because they stand there, or do they come to stand there by a change? */
function changes({ grants, transitions }: Entity, field: string): boolean {
  const asksFor = ({ tree }: Pick<Expression, 'tree'>): boolean => someNode(tree, (node) => isPersonIn(node, field))
  const isAsked = (who: Grantee): boolean => who.kind === 'condition' && asksFor(who.condition)
  const rows = [...transitions.values()].flatMap((transition) => transition.rows)
  return (
    grants.some((grant) => grant.may.includes('update') && !grant.except && conditionsOfGrant(grant).some(asksFor)) ||
    rows.some(({ who, then }) => who.some(isAsked) || then.some((effect) => setsToMe(effect, field)))
  )
}

function isPersonIn(node: Node, field: string): boolean {
  if (node.kind !== 'binary' || node.operator !== '==') return false
  const sides = [node.left, node.right]
  const isField = (side: Node): boolean => side.kind === 'field' && side.field === field && side.record.kind === 'this'
  return sides.some(isField) && sides.some(({ kind }) => kind === 'me')
}

function setsToMe(effect: Effect, field: string): boolean {
  return effect.kind === 'set' && effect.field === field && effect.value.tree.kind === 'me'
}
