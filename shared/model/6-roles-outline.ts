// Names of point 6: the roles, and which include which.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/model.ts'
import type { Declarations, RoleDeclaration } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { findName, suggest } from './linking.ts'
import type { RoleOutline } from './outline.ts'

export function outlineRoles(
  declarations: Declarations,
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<string, RoleOutline> {
  const declared = isShown(declarations.roles) ? declarations.roles.roles : []
  const byName = new Map<string, RoleDeclaration>()
  for (const role of declared) {
    if (byName.has(role.name.identifier) || role.name.identifier === 'Administrator') {
      report(say.doubledName(role.name.span, { what: 'roles', name: role.name.label }))
    } else byName.set(role.name.identifier, role)
  }
  const names = [...byName.values()].map((role) => role.name)
  const direct = new Map<string, readonly string[]>()
  for (const [identifier, role] of byName) {
    const included = role.includes.flatMap((reference) => {
      const found = findName(reference, names, 'entity')
      if (found === undefined)
        report(
          say.unknownName(spanOf(reference), {
            what: 'role',
            name: reference.value,
            ...suggest(reference.value, names),
          }),
        )
      return found ?? []
    })
    direct.set(identifier, included)
  }
  const roles = new Map<string, RoleOutline>()
  for (const [identifier, role] of byName) {
    const includes = reach(identifier, direct)
    const others = includes.filter((other) => other !== identifier)
    if (others.some((other) => direct.get(other)?.includes(identifier)))
      report(say.roleCircle(role.name.span, { role: role.name.label }))
    roles.set(identifier, {
      name: role.name,
      is: role.is,
      includes,
      ...(role.of || role.who ? { declaration: role } : {}),
    })
  }
  return roles
}

/** The role first, then all that it includes, directly or not. */
function reach(role: string, direct: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set([role])
  for (const each of reached) for (const other of direct.get(each) ?? []) reached.add(other)
  return [...reached]
}
