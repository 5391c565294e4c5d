// Counts sequences in their own table, per field and group.
import { dateOf } from '#shared/expressions/calendar.ts'
import { formatSequence, hasYear, readSequence, sequenceGroup, sequencePeriodOf } from '#shared/fields/sequence.ts'
import type { Executor } from '../executor.ts'
import type { FieldPlace } from '../schema/catalogue.ts'

/** The number that was given last; 0: none was. */
export async function readLastNumber(executor: Executor, field: number, per: string): Promise<number> {
  return Number((await executor.get('SELECT last FROM sequence WHERE field = ? AND per = ?', [field, per]))?.[0] ?? 0)
}

export async function writeLastNumber(executor: Executor, field: number, per: string, last: number): Promise<void> {
  if ((await executor.run('UPDATE sequence SET last = ? WHERE field = ? AND per = ?', [last, field, per])) === 0)
    await executor.run('INSERT INTO sequence (field, per, last) VALUES (?, ?, ?)', [field, per, last])
}

async function nextNumber(executor: Executor, field: number, per: string): Promise<number> {
  const next = (await readLastNumber(executor, field, per)) + 1
  await writeLastNumber(executor, field, per, next)
  return next
}

/** The key under which a sequence counts: what it counts within, and the year or month in which it began anew. */
export function sequenceKey(pattern: string | undefined, per: string, date: string): string {
  const period = pattern === undefined ? '' : sequencePeriodOf(pattern, date)
  return period === '' ? per : `${per} ${period}`
}

interface NumberedField {
  readonly place: FieldPlace
  readonly type: { readonly pattern?: string }
  /** The columns that a group is known by. */
  readonly per: readonly string[]
  /** The column with the moment at which a row was made. */
  readonly createdAt: string | undefined
  readonly timeZone: string
}

/**
 * Gives the rows without a number theirs, in the order in which they were made. What was counted otherwise before (without
 * groups, or by hand) is gone on from: no number comes twice.
 */
export async function numberRows(
  executor: Executor,
  table: string,
  { place, type, per, createdAt = "''", timeZone }: NumberedField,
): Promise<void> {
  const { pattern } = type
  const highest = new Map<string, number>()
  for (const [value, ...group] of await executor.all(
    `SELECT ${[place.name, ...per].join(', ')} FROM ${table} WHERE ${place.name} IS NOT NULL`,
    [],
  )) {
    const read = pattern === undefined ? { count: Number(value), period: '' } : readSequence(pattern, String(value))
    const key = `${sequenceGroup(group)}${read?.period ? ` ${read.period}` : ''}`
    if (read !== undefined) highest.set(key, Math.max(read.count, highest.get(key) ?? 0))
  }
  const raise =
    'INSERT INTO sequence (field, per, last) VALUES (?, ?, ?) ON CONFLICT (field, per) DO UPDATE SET last = excluded.last WHERE sequence.last < excluded.last'
  for (const [group, last] of highest) await executor.run(raise, [place.number, group, last])
  const rows = await executor.all(
    `SELECT ${['row', createdAt, ...per].join(', ')} FROM ${table} WHERE ${place.name} IS NULL ORDER BY row`,
    [],
  )
  const update = `UPDATE ${table} SET ${place.name} = ? WHERE row = ?`
  for (const [row, madeAt, ...group] of rows) {
    const date = pattern !== undefined && hasYear(pattern) ? (dateOf(String(madeAt), timeZone) ?? '') : ''
    const last = await nextNumber(executor, place.number, sequenceKey(pattern, sequenceGroup(group), date))
    await executor.run(update, [pattern === undefined ? last : formatSequence(pattern, last, date), Number(row)])
  }
}
