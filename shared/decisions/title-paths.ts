// Names the relations that must come along so that titles of records can be said.
import type { Node } from '../expressions/node.ts'
import { childrenOf } from '../expressions/walk.ts'
import type { Entity, Model } from '../model/model.ts'
import { titleToRead } from './record-title.ts'

/** The fields of an entity that the reader may see in some records. */
export type ReadableOf = (entity: string) => ReadonlySet<string>

/** The relations that must come along so that the title is knowable: `candidate`, `application.candidate`. */
export function titlePaths(model: Model, readableOf: ReadableOf, entity: Entity): readonly string[] {
  const paths = new Set(pathsIn(titleToRead(entity)))
  return [...paths].filter((path) => isReadable(model, readableOf, entity, path.split('.')))
}

/** To ask for more than one may read is refused. */
function isReadable(model: Model, readableOf: ReadableOf, entity: Entity, path: readonly string[]): boolean {
  const [first = '', ...rest] = path
  const type = entity.fields.get(first)?.type
  const target = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
  if (!target || !readableOf(entity.name.identifier).has(first)) return false
  return rest.length === 0 || isReadable(model, readableOf, target, rest)
}

/**
 * Lists the paths of relations that are shown themselves: the relations, and the paths that the titles of their
 * records follow.
 */
export function relationPaths(
  model: Model,
  readableOf: ReadableOf,
  entity: Entity,
  relations: readonly string[],
): readonly string[] {
  const paths = relations.flatMap((name) => {
    const type = entity.fields.get(name)?.type
    const target = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
    return target ? [name, ...titlePaths(model, readableOf, target).map((path) => `${name}.${path}`)] : []
  })
  return [...new Set([...paths, ...titlePaths(model, readableOf, entity)])].filter(
    (path) => path.split('.').length <= DEEPEST,
  )
}

/** Maximum number of relations in a path, the same as in the API. */
const DEEPEST = 3

/** The relations on the way to each field: of `application.candidate.name`, `application.candidate`. */
function pathsIn(node: Node): readonly string[] {
  if (node.kind === 'field' && node.record.kind === 'field') {
    const path = pathOf(node.record)
    if (path !== undefined) return [path]
  }
  return childrenOf(node).flatMap((child) => pathsIn(child))
}

function pathOf(node: Node): string | undefined {
  if (node.kind !== 'field') return undefined
  if (node.record.kind === 'this') return node.field
  const before = pathOf(node.record)
  return before === undefined ? undefined : `${before}.${node.field}`
}
