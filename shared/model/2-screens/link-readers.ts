// Links the roles that may open a screen or a view: roles, everyone or anyone.
import * as sayScreens from '../../diagnostics/2-screens.ts'
import type { GranteeDeclaration } from '../../points/6-roles/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import type { LinkContext } from '../link-context.ts'
import { findName, resolveRole } from '../link-context.ts'

/** Links the readers of a screen or a view. Where the document names nobody, everyone may open it. */
export function linkReaders(context: LinkContext, people: readonly GranteeDeclaration[]): readonly string[] {
  return people.length === 0 ? ['everyone'] : people.flatMap((who) => linkReader(context, who))
}

function linkReader(context: LinkContext, who: GranteeDeclaration): readonly string[] {
  if (who.kind === 'word') return who.word === 'nobody' ? [] : [who.word]
  if (who.kind === 'role') {
    const role = resolveRole(context, who.role, ['everyone', 'anyone'])
    return asList(role)
  }
  const found = who.kind === 'notTheOneWhoDid' ? who.transition : who.condition
  const named = [...context.outline.roles.values()].map(({ name }) => name)
  const parameters = { found: `\`${found.value}\``, nearest: findName(found, named, 'entity') }
  context.report(sayScreens.readerExpected(spanOf(found), parameters))
  return []
}

function asList(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value]
}
