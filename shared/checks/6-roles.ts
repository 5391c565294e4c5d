// Checks that point 6 grants something, and that each role by relation can be held.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Model } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { canHold } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import type { RolesPoint } from '../points/6-roles/declarations.ts'

export const checkRoles: SpecificationCheck = (model, { entities, roles, unknowns }) => {
  if (!isShown(roles)) return []
  const hasData = isShown(entities) && entities.entities.length > 0
  const isGranted = [...model.entities.values()].some((entity) => entity.grants.some((grant) => !grant.except))
  // What is not shown of the point is a listed unknown already.
  const isOpen = isGranted || unknowns.some((unknown) => unknown.point === 6)
  return [...(hasData && !isOpen ? [say.nothingGranted(roles.grantsHeader, {})] : []), ...checkHolders(model, roles)]
}

/** A role that is given can always be given, by administrators at least; one that follows from records needs one that can be. */
function checkHolders(model: Model, { roles }: RolesPoint): readonly Diagnostic[] {
  const conditions = [...model.roles.values()].flatMap(({ onRecords }) => onRecords.map(({ where }) => where))
  return roles.flatMap(({ name, who }) => {
    if (!who) return []
    const row = spanOf(who)
    const own = conditions.filter(({ span }) => span.start >= row.start && span.end <= row.end)
    const [first] = own
    const isHeld = !first || own.some((where) => canHold([where], new Map(), model))
    return isHeld ? [] : [say.roleNeverHeld(first.span, { role: name.label })]
  })
}
