// Lists the standard calls of points 3 and 4, with which a document's call may collide.
import * as say from '../../diagnostics/7-calls.ts'
import type { CallDeclaration } from '../../points/7-calls/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { RESERVED_PATHS } from '../3-entities/outline.ts'
import { isUnique } from '../2-screens/link.ts'
import { isShown } from '../../points/declarations.ts'
import { callShape } from './find-call.ts'
import type { LinkContext } from '../link-context.ts'
import { transitionRows } from '../link-context.ts'
import type { EntityOutline } from '../outline.ts'

/** Entities by the segment of their paths. */
export type EntitiesByPath = ReadonlyMap<string, EntityOutline>

export function outlineEntitiesByPath({ outline }: LinkContext): EntitiesByPath {
  return new Map([...outline.entities.values()].map((entity) => [entity.path, entity]))
}

/**
 * Paths of the system are its own. In place of a standard call one's own may stand, and it is said that it does; where the
 * document has no screens, nothing of the application asks the standard one.
 */
export function reportOccupiedPath(
  context: LinkContext,
  entities: EntitiesByPath,
  { method, path }: Pick<CallDeclaration, 'method' | 'path'>,
): void {
  const [, root, first = ''] = path.value.split('/')
  if (root !== 'api') return
  if (RESERVED_PATHS.includes(first)) {
    context.report(say.systemPath(spanOf(path), { path: `/api/${first}` }))
    return
  }
  const { screens } = context.declarations
  if (isShown(screens) && screens.screens.length === 0) return
  const does = standardCall(entities, `${method} ${path.value}`)
  if (does !== undefined) context.report(say.hidesStandard(spanOf(path), { call: `${method} ${path.value}`, does }))
}

/**
 * Describes the standard call that has this method and path ("lists Ticket"), whatever its parameters are called.
 * Undefined if there is none.
 */
export function standardCall(entities: EntitiesByPath, title: string): string | undefined {
  const shape = callShape(title)
  const entity = entities.get(shape.split('/')[2] ?? '')
  for (const [call, does] of entity ? standardCallsOf(entity) : [])
    if (call === shape) return `${does} ${entity?.name.label ?? ''}`
  return undefined
}

/** Each by its method and path, with a colon for each parameter. */
function* standardCallsOf(entity: EntityOutline): Generator<readonly [call: string, does: string]> {
  const all = `/api/${entity.path}`
  const one = `${all}/:`
  yield [`GET ${all}`, 'lists']
  yield [`POST ${all}`, 'creates']
  yield [`GET ${one}`, 'reads']
  yield [`PATCH ${one}`, 'updates']
  yield [`DELETE ${one}`, 'deletes']
  yield [`POST ${one}/restore`, 'restores']
  yield [`GET ${one}/history`, 'tells the history of']
  yield [`GET ${all}/summary`, 'summarises']
  yield [`GET ${all}/export`, 'exports']
  yield [`POST ${all}/import`, 'imports']
  for (const field of entity.fields.keys())
    if (field !== 'id' && isUnique(entity, field)) yield [`GET ${all}/${field}/:`, `reads by its ${field}`]
  for (const { name, from } of transitionRows(entity)) {
    const segment = name.identifier.replaceAll('_', '-')
    yield from === 'new record'
      ? [`POST ${all}/${segment}`, `does "${name.label}" for a new`]
      : [`POST ${one}/${segment}`, `does "${name.label}" on`]
  }
}
