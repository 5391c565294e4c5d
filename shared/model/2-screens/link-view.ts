// Links a named view of a list.
import type { ScreenViewDeclaration } from '../../points/2-screens/declarations.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { LinkContext } from '../link-context.ts'
import type { EntityOutline } from '../outline.ts'
import { linkSort } from './check-fields.ts'
import { linkReaders } from './link-readers.ts'
import { readWhere } from './link-tile.ts'
import type { ScreenView } from './types.ts'

export function linkView(
  context: LinkContext,
  entity: EntityOutline,
  { name, for: people, where, sort, span }: ScreenViewDeclaration,
): ScreenView | undefined {
  const condition = where && readWhere(context, entity, where)
  const order = sort && linkSort(context, entity, sort)
  const readers = linkReaders(context, people)
  // A condition that can't be read must not become "all".
  if (where && !condition) return undefined
  return {
    name: name.value,
    key: identifierOf(name.value, 'field').replaceAll('_', '-'),
    for: readers,
    ...(condition ? { where: condition } : {}),
    ...(order ? { sort: order } : {}),
    cite: context.cite(2, span),
  }
}
