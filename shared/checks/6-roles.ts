// Point 6: is anything granted at all?
import * as say from '../diagnostics/checks.ts'
import { isShown } from '../points/declarations.ts'
import type { Check } from './run-checks.ts'

export const checkRoles: Check = (model, { entities, roles, unknowns }) => {
  const hasData = isShown(entities) && entities.entities.length > 0
  const isGranted = [...model.entities.values()].some((entity) => entity.grants.some((grant) => !grant.except))
  // What is not shown of the point is a listed unknown already.
  if (unknowns.some((unknown) => unknown.point === 6)) return []
  return hasData && isShown(roles) && !isGranted ? [say.nothingGranted(roles.grantsHeader, {})] : []
}
