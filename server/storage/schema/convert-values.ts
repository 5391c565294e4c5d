// Converts a field's values when they move into a column of another type.
import { sayPhrase } from '#shared/text/phrase.ts'
import { migrateValue } from '#shared/fields/migrate-value.ts'
import { toColumn } from '#shared/fields/stored-value.ts'
import type { Field } from '#shared/model/model.ts'
import type { Executor } from '../executor.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import { columnName, pairsName, tableName } from './catalogue.ts'
import type { FieldEntry, FieldForm } from './catalogue.ts'
import { valuesOf } from './migration-conflicts.ts'

export interface Conversion {
  readonly from: FieldEntry
  readonly to: FieldEntry
  readonly field: Field
  /** Whether values without a form under the new declaration are deleted. */
  readonly deletesUnfit: boolean
}

export function isSameForm(a: FieldForm, b: FieldForm): boolean {
  return (
    a.column.form === b.column.form &&
    a.column.kind === b.column.kind &&
    a.column.scale === b.column.scale &&
    a.family === b.family &&
    a.target === b.target
  )
}

/**
 * Decides whether values can move to a column of another form. Each value is checked for a new form later; between
 * relations, only a single one can become one of several.
 */
export function canConvert(from: FieldForm, to: FieldForm): boolean {
  const isRelation = (form: FieldForm): boolean => form.family === 'relation'
  if (!isRelation(from) && !isRelation(to)) return true
  return isRelation(from) && isRelation(to) && from.target === to.target && to.column.form === 'set'
}

/** Converts values, of which each was checked before: it fits, or may be deleted. */
export async function convertValues(
  executor: Executor,
  dialect: StorageDialect,
  { from, to, field, deletesUnfit }: Conversion,
): Promise<void> {
  const table = tableName(to.entity)
  if (to.shape.column.form === 'set') {
    await executor.execute(
      `INSERT INTO ${pairsName(to.number)} (source, target, position) SELECT id, ${columnName(from.number)}, 0 FROM ${table} WHERE ${columnName(from.number)} IS NOT NULL`,
    )
    return
  }
  const update = `UPDATE ${table} SET ${columnName(to.number)} = ? WHERE row = ?`
  for await (const { row, value } of valuesOf(executor, dialect, from)) {
    const fit = migrateValue(value, field)
    if ('problem' in fit && deletesUnfit) continue
    if ('problem' in fit) throw new Error(`${field.name.identifier} ${sayPhrase(fit.problem, 'en')}`)
    await executor.run(update, [toColumn(fit.value, to.shape.column), row])
  }
}
