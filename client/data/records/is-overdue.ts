// Finds values that are past their due date while their record is still open.
import { dayIn } from '#shared/text/day-in.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { currentTime } from '../../clock.ts'
import type { RecordData } from './record-data.ts'

/** Matches the names that documents give to due dates: "Due", "due_at", "Payment due on", "Deadline", "Solve by". */
const DUE = /(^|_)(due|deadline)(_(at|on|by|date|day))?$|_by$/
/** Nothing is owed any more in these states, though something may still lead out of them. */
const DONE = /^(resolved|solved|done|completed?|fixed|delivered|returned|paid|closed|archived|cancell?ed|withdrawn)$/

/** Is it a field that says by when? Others are never overdue. */
export function isDue({ name, type }: Pick<Field, 'name' | 'type'>): boolean {
  return fieldType(type.kind).precision !== undefined && DUE.test(name.identifier)
}

/** Does a condition pick what is past its day: `due_at < now`, or what the document itself calls overdue? */
export function countsOverdue(condition: string | undefined): boolean {
  return (
    condition !== undefined &&
    /\boverdue\b|\b((\w+_)?(due|deadline)(_\w+)?|\w+_by)\s*<=?\s*(now|today)\b/.test(condition)
  )
}

/** Reports whether a field of a record is overdue; never where no state says that the record is still open. */
export function isOverdue(
  model: Model,
  entity: Entity,
  field: Field,
  record: RecordData,
  now = currentTime(),
): boolean {
  const value = record[field.name.identifier]
  if (typeof value !== 'string' || !isDue(field)) return false
  const said = model.overdueStates.get(`${entity.name.identifier}.${field.name.identifier}`)
  if (said === undefined ? !isOpen(entity, record) : !isIn(entity, record, said)) return false
  if (fieldType(field.type.kind).precision === 'day') return value < dayIn(now)
  return new Date(value).getTime() < now.getTime()
}

function isIn(entity: Entity, record: RecordData, states: readonly string[]): boolean {
  return [...entity.workflows.values()].some(({ field }) => states.includes(String(record[field])))
}

function isOpen(entity: Entity, record: RecordData): boolean {
  const states = [...entity.workflows.values()].flatMap((workflow) => {
    const word = record[workflow.field]
    return typeof word === 'string' ? [{ word, isEnd: workflow.ends.includes(word) }] : []
  })
  return states.length > 0 && states.every(({ word, isEnd }) => !isEnd && !DONE.test(word))
}
