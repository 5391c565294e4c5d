// When a field's values can move into a column of another kind, and how: only where each of them has exactly one new form.
import { columnName, pairsName } from './catalogue.ts'
import type { FieldEntry, FieldForm } from './catalogue.ts'

export function isSameForm(a: FieldForm, b: FieldForm): boolean {
  return (
    a.column.form === b.column.form &&
    a.column.scale === b.column.scale &&
    a.family === b.family &&
    a.target === b.target
  )
}

/** Condition on rows that have a value in the field. */
export function hasValue(field: FieldEntry): string {
  if (field.shape.column.form === 'set')
    return `EXISTS (SELECT 1 FROM ${pairsName(field.number)} AS p WHERE p.source = id)`
  return `${columnName(field.number)} IS NOT NULL`
}

export interface Conversion {
  readonly statement: (table: string, field: number) => string
  /** Condition on rows whose value has no new form. */
  readonly lost?: string
}

export function conversionOf(known: FieldEntry, shape: FieldForm): Conversion | undefined {
  const from = known.shape.column
  const to = shape.column
  const old = columnName(known.number)
  const set = (value: string) => (table: string, field: number) => `UPDATE ${table} SET ${columnName(field)} = ${value}`
  if (from.form === 'decimal' && to.form === 'decimal') {
    const step = (to.scale ?? 0) - (from.scale ?? 0)
    return step > 0
      ? { statement: set(`${old} * ${10 ** step}`) }
      : { statement: set(`${old} / ${10 ** -step}`), lost: `${old} % ${10 ** -step} <> 0` }
  }
  if (from.form === 'integer' && to.form === 'decimal') return { statement: set(`${old} * ${10 ** (to.scale ?? 0)}`) }
  if (from.form === 'integer' && to.form === 'real') return { statement: set(old) }
  if (from.form === 'integer' && to.form === 'text') return { statement: set(`CAST(${old} AS TEXT)`) }
  // Every text-like value is a text, every JSON value a json; the other way round it would have to be checked.
  if (
    from.form === to.form &&
    (shape.family === 'text' || shape.family === 'json') &&
    known.shape.target === undefined &&
    !shape.words
  )
    return { statement: set(old) }
  if (known.shape.family === 'file' && shape.family === 'files')
    return { statement: set(`CASE WHEN ${old} IS NOT NULL THEN json_array(json(${old})) END`) }
  if (
    from.form === 'text' &&
    to.form === 'set' &&
    known.shape.target !== undefined &&
    known.shape.target === shape.target
  ) {
    return {
      statement: (table, field) =>
        `INSERT INTO ${pairsName(field)} (source, target, position) SELECT id, ${old}, 0 FROM ${table} WHERE ${old} IS NOT NULL`,
    }
  }
  return undefined
}
