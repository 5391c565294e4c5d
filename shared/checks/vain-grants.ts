// Warns of grants to create by which nobody who has them can ever create a record.
import * as say from '../diagnostics/6-roles.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Node } from '../expressions/node.ts'
import { isWrittenByPeople } from '../model/3-entities/written-by-people.ts'
import { isCreatable } from './3-entities.ts'
import type { Entity, Grant, Model } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import { joinNames } from '../text/language.ts'
import { givenRoles, grantsOfRole, mayCreate } from './granted-roles.ts'
import { fieldsAskedInVain, mayBeMetByNew, neverFilled } from '../model/6-roles/new-record.ts'
import type { NewRecord } from '../model/6-roles/new-record.ts'
import { isHeldByNobody } from './reachable-conditions.ts'
import { rowsOfGrants } from './rows-of-grants.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkVainGrants: SpecificationCheck = (model, { roles, unknowns }, { text }) => {
  // A grant of which something is not shown may be the one that gives the field.
  if (!isShown(roles) || unknowns.some(({ point }) => point === 6)) return []
  const rowOf = rowsOfGrants({ roles }, text)
  return [...model.entities.values()].flatMap((entity) =>
    entity.grants.flatMap((grant): readonly Diagnostic[] => {
      const why = mayCreate(grant) && !grant.except ? whyInVain(model, entity, grant) : undefined
      if (!why) return []
      const row = rowOf(grant)
      return row ? [say.createsNever(row.span, { entity: entity.name.label, ...why })] : []
    }),
  )
}

/** Fields that nobody fills in, by their labels: the one that is required, or those that the condition asks. */
interface Reason {
  readonly fields: string
  readonly isRequired: boolean
  /** Can a grant let people fill them in? */
  readonly isWritten: boolean
}

/** Finds why nobody who has the right can use it; undefined where somebody may. */
function whyInVain(model: Model, entity: Entity, grant: Grant): Reason | undefined {
  const conditions = conditionsOf(grant)
  if (grant.who.kind === 'anyone' || conditions.some(({ kind }) => kind === 'literal')) return undefined
  if (isHeldByNobody(grant.who, model)) return undefined
  const roles = givenRoles(model).filter((role) =>
    grantsOfRole(model, entity.name.identifier, 'create', role).includes(grant),
  )
  const ways = (roles.length > 0 ? roles : ['everyone']).flatMap((role) => waysBy(model, entity, grant, role))
  const reasons = ways.map((created) => whyNot(entity, conditions, created))
  // A field that no row gives is reported where it stands.
  const isSaid = (reason: Reason | undefined): boolean =>
    reason?.isRequired === true &&
    [...entity.fields.values()].some((field) => field.name.label === reason.fields && !isCreatable(entity, field))
  return reasons.includes(undefined) ? undefined : reasons.find((reason) => !isSaid(reason))
}

function conditionsOf({ who, where }: Grant): readonly Node[] {
  return [who.kind === 'condition' ? who.condition : undefined, where].flatMap((each) => (each ? [each.tree] : []))
}

/** Lists the ways that a grant opens to people who have that role, and no other. */
function waysBy(model: Model, entity: Entity, { may, createBy }: Grant, role: string): readonly NewRecord[] {
  const grants = grantsOfRole(model, entity.name.identifier, 'create', role)
  const given = new Set(grants.flatMap(({ fields }) => fields))
  const included = model.roles.get(role)?.includes ?? []
  const steps = [...entity.transitions.values()].flatMap(({ name: { identifier: step }, rows }) =>
    (createBy?.includes(step) ?? true) &&
    rows.some(
      ({ from, who }) =>
        from === 'new record' && who.some((each) => each.kind !== 'role' || included.includes(each.role)),
    )
      ? [{ given, step }]
      : [],
  )
  return may.includes('create') ? [{ given }, ...steps] : steps
}

function whyNot(entity: Entity, conditions: readonly Node[], created: NewRecord): Reason | undefined {
  const [missing] = neverFilled(entity, created)
  if (missing) return { fields: missing.name.label, isRequired: true, isWritten: true }
  const vain = conditions.find((condition) => !mayBeMetByNew(entity, condition, created))
  if (!vain) return undefined
  const asked = fieldsAskedInVain(entity, vain, created)
  const fields = joinNames(
    asked.map(({ name }) => name.label),
    'and',
    'en',
  )
  return { fields, isRequired: false, isWritten: asked.every(isWrittenByPeople) }
}

/** Can a person who has only this role create a record in some way? */
export function canEverCreate(model: Model, entity: Entity, role: string): boolean {
  return grantsOfRole(model, entity.name.identifier, 'create', role).some((grant) =>
    waysBy(model, entity, grant, role).some((created) => whyNot(entity, conditionsOf(grant), created) === undefined),
  )
}
