// Derives checks of who may give which role (point 6), among those who may change the roles of people at all.
import type { Check, Derivation } from './check.ts'
import type { Reader } from './expected-permissions.ts'
import { outcomeOfWrite, rolesOf } from './expected-permissions.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { worldWith } from './world.ts'

export function deriveRoles(plan: Plan): Derivation {
  const line = [...plan.model.accountPolicy.cites.mayGive.values()][0] ?? plan.model.accountPolicy.grantsCite
  if (line.line === 0) return { checks: [], notTestable: [] }
  return joinDerived(plan.kinds.map((reader) => deriveFor(line, () => checksOf(plan, reader))))
}

function checksOf(plan: Plan, reader: Reader): readonly Check[] {
  const { model, maker } = plan
  const entity = model.entities.get('Person')
  const target = plan.readers.find(
    ({ person }) => Array.isArray(person?.['roles']) && person['roles'].length === 0,
  )?.person
  if (reader.person === null || reader.isAdministrator || entity === undefined || target == null) return []
  const giver = rolesOf(model, reader)
  const given = new Set(giver.flatMap((role) => model.accountPolicy.mayGive.get(role) ?? []))
  return [...model.roles.values()]
    .filter(({ onRecords }) => onRecords.length === 0)
    .flatMap(({ name: { identifier: role, label } }): Check[] => {
      // Who gives roles that give roles has to sign in anew: verify does not.
      if (givesRoles(plan, role)) return []
      const after = { ...target, roles: [role] }
      const world = worldWith(maker.world, [{ entity: 'Person', record: after }])
      const situations = [
        situationOf(plan, reader, target, maker.world),
        { ...situationOf(plan, reader, after, world), old: target },
      ]
      if (outcomeOfWrite(situations, reader, entity, 'update', ['roles']) !== 'done') return []
      const [giverOf = ''] = giver.filter((each) => model.accountPolicy.mayGive.has(each))
      const line = model.accountPolicy.cites.mayGive.get(giverOf) ?? model.accountPolicy.grantsCite
      return [
        {
          line,
          says: { says: given.has(role) ? GIVING_DONE : GIVING_REFUSED, values: { role: label, reader: reader.said } },
          given: [],
          as: reader.person?.id ?? null,
          request: { method: 'PATCH', path: apiPath(entity, target.id), body: { roles: [role] } },
          expects: given.has(role) ? { kind: 'done' } : { kind: 'refused', statuses: [403] },
        },
      ]
    })
}

function givesRoles({ model }: Plan, role: string): boolean {
  return (model.roles.get(role)?.includes ?? [role]).some((each) => model.accountPolicy.mayGive.has(each))
}

const GIVING_DONE = {
  en: 'giving the role {role} as {reader}: done',
  de: 'die Rolle {role} vergeben als {reader}: getan',
}
const GIVING_REFUSED = {
  en: 'giving the role {role} as {reader}: refused',
  de: 'die Rolle {role} vergeben als {reader}: abgelehnt',
}
