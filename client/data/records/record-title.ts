// Evaluates the title of a record from its loaded fields.
import { evaluate } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { collapseRecord, recordsWithin } from './record-data.ts'
import type { RecordData } from './record-data.ts'
import { readableNames } from './permissions.ts'
import type { SessionBody } from '#shared/protocol/session.ts'

/** The title in one line; where it is not knowable, the first text that is, or the entity's name. */
export function titleOf(model: Model, entityName: string, record: RecordData): string {
  const entity = model.entities.get(entityName)
  if (!entity) return record.id
  const known = recordsWithin(record)
  const value = evaluate(entity.title.tree, {
    this: collapseRecord(record),
    me: null,
    now: '1970-01-01T00:00:00.000Z',
    timeZone: model.settings.timeZone,
    limits: {},
    ...(readsSets(entity.title.tree) ? {} : { records: { record: (_entity, id) => known.get(id), all: () => [] } }),
  })
  if (typeof value === 'string' && value !== '') return oneLine(value)
  for (const name of ['name', 'title', ...entity.fields.keys()]) {
    const field = entity.fields.get(name)
    const found = record[name]
    const naming = field && !field.standard ? fieldType(field.type.kind).naming : undefined
    if (naming !== undefined && naming !== 'marked' && typeof found === 'string' && found !== '') return oneLine(found)
  }
  return entity.name.label
}

/** The relations that must come along so that the title is knowable: `candidate`, `application.candidate`. */
export function titlePaths(model: Model, session: SessionBody, entity: Entity): readonly string[] {
  const paths = new Set(pathsIn(entity.title.tree))
  return [...paths].filter((path) => isReadable(model, session, entity, path.split('.')))
}

/** To ask for more than one may read is refused. */
function isReadable(model: Model, session: SessionBody, entity: Entity, path: readonly string[]): boolean {
  const [first = '', ...rest] = path
  const type = entity.fields.get(first)?.type
  const target = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
  if (!target || !readableNames(model, session, entity.name.identifier).has(first)) return false
  return rest.length === 0 || isReadable(model, session, target, rest)
}

/** The same for relations that are shown themselves: they, and what their records' titles walk to. */
export function relationPaths(
  model: Model,
  session: SessionBody,
  entity: Entity,
  relations: readonly string[],
): readonly string[] {
  const paths = relations.flatMap((name) => {
    const type = entity.fields.get(name)?.type
    const target = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
    return target ? [name, ...titlePaths(model, session, target).map((path) => `${name}.${path}`)] : []
  })
  return [...new Set([...paths, ...titlePaths(model, session, entity)])].filter(
    (path) => path.split('.').length <= DEEPEST,
  )
}

/** As deep as the API lets relations be walked. */
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

/** Sets are not at hand here: nothing is said of them rather than something wrong. */
function readsSets(node: Node): boolean {
  return ['records', 'reverse', 'line'].includes(node.kind) || childrenOf(node).some(readsSets)
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
