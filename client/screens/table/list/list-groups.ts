// Puts the records of a list into groups, by the value that they share.
import type { RecordData } from '../../../data/records/record-data.ts'
import { relatedId } from '../../../data/records/record-data.ts'

export interface ListGroup {
  /** The value in JSON form; empty: there is none. */
  readonly key: string
  readonly label: string
  /** Number of all records of the group that the filter finds. */
  readonly count: number
  readonly has: (record: RecordData) => boolean
}

export type ListLine =
  | { readonly kind: 'group'; readonly group: ListGroup }
  | { readonly kind: 'record'; readonly record: RecordData; readonly index: number }

/** The records are ordered by groups already: a line stands before the first of each. */
export function listLines(
  records: readonly RecordData[],
  groups: readonly ListGroup[] | undefined,
): readonly ListLine[] {
  let current: ListGroup | undefined
  return records.flatMap((record, index): ListLine[] => {
    const line: ListLine = { kind: 'record', record, index }
    const group = current?.has(record) === true ? current : groups?.find((each) => each.has(record))
    if (group === undefined || group === current) return [line]
    current = group
    return [{ kind: 'group', group }, line]
  })
}

/** A value as the key of its group: a relation by its id. */
export function groupKey(value: unknown): string {
  if (value === null || value === undefined) return ''
  return relatedId(value) ?? String(value)
}
