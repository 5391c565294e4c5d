// Decides what is shown below the column of a field: its sum, its average, or nothing.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { memoByModel } from '#shared/model/memo-by-model.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { RecordData } from './record-data.ts'

type Total = 'sum' | 'average'

/**
 * Returns the total that a tile or an expression of the document makes of a field. Otherwise money and durations are
 * added up, and shares and computed durations averaged; other numbers (years, scores) have no total.
 */
export function totalOf(model: Model, entity: Entity, field: Field): Total | undefined {
  const { total, unit } = fieldType(field.type.kind)
  if (total === undefined) return undefined
  const said = totalsOf(model).get(`${entity.name.identifier}.${field.name.identifier}`)
  if (said !== undefined || unit === undefined) return said
  return unit === 'time' && field.computed ? 'average' : total
}

const totalsOf = memoByModel(findTotals)

/** Finds the totals that the document makes of fields. A field with both a sum and an average gets the sum. */
function findTotals(model: Model): ReadonlyMap<string, Total> {
  const found = new Map<string, Total>()
  const note = (entity: string, field: string, total: Total) => {
    const key = `${entity}.${field}`
    if (total === 'sum' || !found.has(key)) found.set(key, total)
  }
  const walk = (node: Node) => {
    if (node.kind === 'each' && node.body.kind === 'field') {
      if (node.operation === 'sum') note(node.body.entity, node.body.field, 'sum')
      if (node.operation === 'avg') note(node.body.entity, node.body.field, 'average')
    }
    childrenOf(node).forEach(walk)
  }
  for (const { tiles = [] } of isShown(model.screens) ? model.screens.screens : [])
    for (const { shows } of tiles)
      if (shows.kind === 'measure' && shows.field !== undefined && isTotal(shows.measure))
        note(shows.entity, shows.field, shows.measure)
  for (const { fields, rules } of model.entities.values()) {
    for (const { computed } of fields.values()) if (computed) walk(computed.expression.tree)
    for (const { must } of rules) if (must.kind === 'hold') walk(must.condition.tree)
  }
  return found
}

function isTotal(measure: string): measure is Total {
  return measure === 'sum' || measure === 'average'
}

/** Reports whether a sum is 0 only because the reader may know none of the values of `records`. */
export function isSumOfNothing(sum: string | number, name: string, records: readonly RecordData[]): boolean {
  return Number(sum) === 0 && records.every((record) => (record[name] ?? null) === null)
}
