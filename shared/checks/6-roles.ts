// Checks that point 6 grants something, and that each role by relation can be held.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Grantee, Model } from '../model/model.ts'
import type { Document } from '../document/document.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { lineIndex, positionAt } from '../text/position.ts'
import { grantsOfRole } from './granted-roles.ts'
import { findName } from '../model/link-context.ts'
import { canHold } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import type { RolesPoint } from '../points/6-roles/declarations.ts'

export const checkRoles: SpecificationCheck = (model, { entities, roles, unknowns }, document) => {
  if (!isShown(roles)) return []
  const hasData = isShown(entities) && entities.entities.length > 0
  const isGranted = [...model.entities.values()].some((entity) => entity.grants.some((grant) => !grant.except))
  // What is not shown of the point is a listed unknown already.
  const isOpen = isGranted || unknowns.some((unknown) => unknown.point === 6)
  return [
    ...(hasData && !isOpen ? [say.nothingGranted(roles.grantsHeader, {})] : []),
    ...checkHolders(model, roles),
    ...checkGivers(model, roles),
    ...checkWaysToCreate(model, roles, document),
  ]
}

/** Reports who may give roles, and may change no person's roles. */
function checkGivers(model: Model, { mayGive }: RolesPoint): readonly Diagnostic[] {
  const names = [...model.roles.values()].map(({ name }) => name)
  return mayGive.flatMap(({ role: written, span }) => {
    const role = findName(written, names, 'entity')
    if (role === undefined) return []
    const grants = grantsOfRole(model, 'Person', 'update', role)
    return grants.some(({ fields }) => fields.includes('roles'))
      ? []
      : [say.givesToNobody(span, { role: written.value })]
  })
}

/** Notes the lines that leave people the plain way beside a transition from "new record". */
function checkWaysToCreate(model: Model, { grants }: RolesPoint, { text }: Document): readonly Diagnostic[] {
  const lines = lineIndex(text)
  const entities = [...model.entities.values()].filter(({ transitions }) =>
    [...transitions.values()].some(({ rows }) => rows.some(({ from }) => from === 'new record')),
  )
  if (entities.length === 0) return []
  return grants.flatMap(({ may: said, span }) => {
    // One who may do everything is meant to have each way.
    if (!said.includes('create')) return []
    const { line } = positionAt(lines, span.start)
    for (const { name, transitions, grants: linked } of entities) {
      const plain = linked.filter(({ may, except, cite }) => cite.line === line && !except && may.includes('create'))
      const step = [...transitions.values()].find(({ rows }) =>
        rows.some(
          ({ from, who }) =>
            from === 'new record' && who.some((each) => plain.some((grant) => mayBeOne(model, each, grant.who))),
        ),
      )
      if (step) return [say.twoWaysToCreate(span, { entity: name.label, step: step.name.label })]
    }
    return []
  })
}

/** May one person be both? */
function mayBeOne({ roles }: Model, one: Grantee, other: Grantee): boolean {
  if (one.kind !== 'role' || other.kind !== 'role') return true
  return [...roles.values()].some(({ includes }) => includes.includes(one.role) && includes.includes(other.role))
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
