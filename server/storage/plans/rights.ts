// Looks up what a plan needs to know of an entity: its table, its columns, and what a reader may see of them.
import type { EntityTable, FieldPlace } from '../schema/catalogue.ts'
import type { Planning } from './planning.ts'
import type { ReadField, ReadRights } from '../storage.ts'

export function tableOf(planning: Pick<Planning, 'places'>, entity: string): EntityTable {
  const table = planning.places.get(entity)
  if (!table) throw new Error(`there is no entity ${entity}`)
  return table
}

export function placeOf(planning: Pick<Planning, 'places'>, entity: string, field: string): FieldPlace | undefined {
  return tableOf(planning, entity).fields.get(field)
}

/** In which rows the field is seen; `id` and `version` come with every record that one may read. */
export function rightOn(rights: ReadRights | undefined, field: string): ReadField['when'] | false {
  if (!rights) return false
  if (field === 'id' || field === 'version') return true
  return rights.fields.find((one) => one.field === field)?.when ?? false
}
