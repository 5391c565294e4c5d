// Finds the records that the path of a call names.
import * as say from '../../diagnostics/7-calls.ts'
import type { CallDeclaration } from '../../points/7-calls/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { isUnique } from '../2-screens/link.ts'
import type { PathRecord } from './types.ts'
import type { EntitiesByPath } from './standard-calls.ts'
import type { LinkContext } from '../link-context.ts'
import type { EntityOutline } from '../outline.ts'

interface FoundRecord {
  readonly record: PathRecord
  readonly entity: string
  /** Is it the record at hand, that "of" names? */
  readonly isOwn: boolean
}

/**
 * Finds the records that a path names, in the order of the path. A parameter after the plural of an entity names one
 * of its records, if it is a unique field of it; with `of Article`, the last parameter that is a unique field of
 * Article and of no such entity names the article.
 */
export function findPathRecords(
  context: LinkContext,
  entities: EntitiesByPath,
  { path, of }: CallDeclaration,
  own: EntityOutline | undefined,
): readonly FoundRecord[] {
  const segments = path.value.split('/').filter((segment) => segment !== '')
  const found = segments.flatMap((segment, at) => {
    if (!segment.startsWith(':')) return []
    const parameter = segment.slice(1)
    const entity = entities.get(segments[at - 1] ?? '')
    return [{ parameter, entity: entity && isUnique(entity, parameter) ? entity : undefined }]
  })
  const mayBeOwn = ({ parameter, entity }: (typeof found)[number]): boolean =>
    own !== undefined && (entity ? entity === own : isUnique(own, parameter))
  const ownAt = found.findLastIndex((each) => each.entity === own && own !== undefined)
  const at = ownAt >= 0 ? ownAt : found.findLastIndex(mayBeOwn)
  if (own && of && at < 0) {
    const unique = [...own.fields.keys()].filter((field) => isUnique(own, field))
    const parameters = { path: path.value, entity: own.name.label, fields: unique.join(', ') }
    context.report(say.findsNoRecord(spanOf(path), parameters))
  }
  const records: FoundRecord[] = []
  for (const [index, { parameter, entity: named }] of found.entries()) {
    const entity = index === at ? own : named
    if (!entity) continue
    const { identifier } = entity.name
    const name = identifierOf(identifier, 'field')
    const within = placeIn(entity, records)
    const record = { parameter, entity: identifier, field: parameter, name, ...(within ? { within } : {}) }
    records.push({ record, entity: identifier, isOwn: index === at })
  }
  return records
}

/** `/api/articles/:slug/comments/:id` is a comment of that article; where it could be so in several ways, nothing is guessed. */
function placeIn(entity: EntityOutline, before: readonly FoundRecord[]): PathRecord['within'] {
  for (const { record } of before.toReversed()) {
    const fields = [...entity.fields].filter(
      ([, { type, standard }]) => !standard && type.kind === 'relation' && !type.many && type.entity === record.entity,
    )
    const [only, ...others] = fields
    if (only && others.length === 0) return { record: record.name, field: only[0] }
  }
  return undefined
}
