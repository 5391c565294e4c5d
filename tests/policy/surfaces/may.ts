// What a reader may do with a record, as `may=yes` answers it.
import type { Row } from '../entities.ts'
import type { Asking } from './question.ts'

export interface MayItem extends Row {
  readonly _may?: {
    readonly update: { readonly [field: string]: unknown }
    readonly delete: { readonly allowed: unknown }
  }
}

export function mayOf({ oracle, entity, world }: Asking, seen: Row): object {
  const row = world.rows[entity.name]?.find(({ id }) => id === seen.id) ?? seen
  // States change by transitions, which are no plain changes.
  const plain = entity.fields.filter(({ name, binds }) => !isStandard(name) && binds === undefined)
  const own = plain.map(({ name }) => name).filter((name) => name in seen)
  return {
    update: Object.fromEntries(own.map((name) => [name, oracle.may('update', entity.name, row, name)])),
    delete: oracle.may('delete', entity.name, row),
  }
}

/** Refusals come with their reasons; here it is about yes or no. */
export function yesOrNo({ _may, ...row }: MayItem): object {
  if (_may === undefined) return row
  const update = Object.fromEntries(Object.entries(_may.update).map(([field, may]) => [field, may === true]))
  return { ...row, _may: { update, delete: _may.delete.allowed } }
}

function isStandard(name: string): boolean {
  return ['id', '_version', 'created_at', 'created_by', 'updated_at', 'updated_by'].includes(name)
}
