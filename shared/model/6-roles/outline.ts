// Outlines point 6: the roles and their inclusions.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { splitFragment } from '../../text/split.ts'
import { bare } from '../../text/written-values.ts'
import { findName, suggest } from '../link-context.ts'
import type { RoleOutline, RoleRelation } from '../outline.ts'
import type { RoleDeclaration } from '../../points/6-roles/declarations.ts'

export function outlineRoles(
  declarations: Declarations,
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<string, RoleOutline> {
  const declared = isShown(declarations.roles) ? declarations.roles.roles : []
  const byName = new Map<string, RoleDeclaration>()
  const relations = new Map<string, RoleRelation[]>()
  for (const role of declared) {
    const { identifier, label, span } = role.name
    const first = byName.get(identifier)
    // A role that follows from records has a row for each kind of them.
    const isNew = identifier !== 'Administrator' && (!first || (isOfRecords(first) && isOfRecords(role)))
    if (!isNew) report(say.doubledName(span, { what: 'roles', name: label }))
    else if (!first) byName.set(identifier, role)
    else byName.set(identifier, { ...first, includes: [...first.includes, ...role.includes] })
    if (!isNew || !isOfRecords(role)) continue
    const relation = readRelation(role)
    if (relation) relations.set(identifier, [...(relations.get(identifier) ?? []), relation])
    else report(say.roleWithoutCondition(role.span, { role: label, hasEntity: role.of !== undefined }))
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
    const includes = includedRoles(identifier, direct)
    if (includes.some((other) => direct.get(other)?.includes(identifier)))
      report(say.roleCircle(role.name.span, { role: role.name.label }))
    roles.set(identifier, {
      name: role.name,
      is: role.is,
      includes,
      // A row that says half of it is reported once, and not again wherever the role stands.
      ofRecords: relations.has(identifier),
      relations: relations.get(identifier) ?? [],
    })
  }
  return roles
}

function isOfRecords({ of, who }: RoleDeclaration): boolean {
  return of !== undefined || who !== undefined
}

/** `Project; Issue by project; Note by issue.project` */
function readRelation({ of, who }: RoleDeclaration): RoleRelation | undefined {
  if (!of || !who) return undefined
  const places = splitFragment(of, ';').map((part) => {
    const found = /^(.+?)\s+by\s+(.+)$/is.exec(part.value)
    if (!found) return { entity: bare(part) }
    const entity = trimFragment(sliceFragment(part, 0, found[1]?.length ?? 0))
    const path = trimFragment(sliceFragment(part, part.value.length - (found[2]?.length ?? 0)))
    return { entity: bare(entity), path: bare(path) }
  })
  return { places, who }
}

/** The role first, then all that it includes, directly or not. */
function includedRoles(role: string, direct: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set([role])
  for (const each of reached) for (const other of direct.get(each) ?? []) reached.add(other)
  return [...reached]
}
