// Lists the fields that a list requests from the server.
import { childrenOf } from '#shared/expressions/walk.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { FieldKind } from '#shared/fields/field-type.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { ListColumn } from './list-columns.ts'
import { colorField } from './record-color.ts'
import { allScreens } from '../visible-screens.ts'

/** Only what is readable: to ask for more is refused. */
export function listedFields(
  model: Model,
  entity: Entity,
  columns: readonly ListColumn[],
  readable: ReadonlySet<string>,
  more: readonly string[] = [],
): readonly string[] {
  const wanted = new Set([
    ...columns.map(({ path }) => path[0] ?? ''),
    ...more,
    ...titleFields(entity, readable),
    ...entity.workflows.keys(),
    ...keyFields(model, entity),
    ...colorFields(model, entity),
  ])
  return [...entity.fields.keys()].filter((name) => wanted.has(name) && readable.has(name))
}

/** What the title is made of; where that can't all be known here, also the short texts that may stand in for it. */
function titleFields(entity: Entity, readable: ReadonlySet<string>): readonly string[] {
  const own = [...ownFields(entity.title.tree)]
  const isPlain = own.every((name) => readable.has(name) && entity.fields.get(name)?.type.kind !== 'relation')
  if (isPlain && own.length > 0) return own
  const texts = [...entity.fields.values()].filter(({ type }) => isShortName(type.kind))
  return [...own, ...texts.map((field) => field.name.identifier)]
}

function isShortName(kind: FieldKind): boolean {
  const { naming, paragraph } = fieldType(kind)
  return naming !== undefined && naming !== 'marked' && !paragraph
}

function ownFields(node: Node): ReadonlySet<string> {
  if (node.kind === 'field' && node.record.kind === 'this') return new Set([node.field])
  return new Set(childrenOf(node).flatMap((child) => [...ownFields(child)]))
}

/** A record is shown in its colour. */
function colorFields(model: Model, entity: Entity): readonly string[] {
  const field = colorField(model, entity.name.identifier)
  return field ? [field.name.identifier] : []
}

/** The fields by which the addresses of the entity's records are made. */
function keyFields(model: Model, entity: Entity): readonly string[] {
  return allScreens(model).flatMap(({ shows }) =>
    shows.kind === 'record' && shows.entity === entity.name.identifier ? [shows.by] : [],
  )
}
