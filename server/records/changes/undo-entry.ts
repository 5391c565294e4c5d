// Undoes one entry of a change set: takes back a creation, a deletion, a change or a transition.
import { isDeepStrictEqual } from 'node:util'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { entityNamed } from '../../policy/policy.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { CommandOptions } from '../write/command-context.ts'
import { dependsOnRecord } from '../access/row-policy-then.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { deleteRecord } from '../write/delete-record.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { readableFieldsOfChange } from '../read/readable-change.ts'
import { restoreRecord } from '../write/restore-record.ts'
import { transitionRecord } from '../write/transition-record.ts'
import { updateRecord } from '../write/update-record.ts'
import { walkHistory } from '../read/walk-history.ts'
import { statusOf } from '#shared/decisions/refusals.ts'
import type { RefusalName } from '#shared/refusals/catalogue.ts'

export interface UndoContext {
  /** Their storage lies in the transaction. */
  readonly dependencies: RecordsDependencies
  readonly transaction: Transaction
  readonly actorContext: ActorContext
  readonly options: Pick<CommandOptions, 'confirmed'>
  /** Records as they were before they were given their unique values of before, by their ids. */
  readonly exchanged: Map<string, RecordValue>
}

/** Undoes an entry of the change set. Returns false where the record is already as it was before, or the actor may not see it. */
export async function undoEntry(context: UndoContext, changeSet: string, entry: HistoryEntry): Promise<boolean> {
  const { dependencies, transaction, actorContext, options } = context
  const { running } = dependencies.current
  const { entity: name, record: id } = entry
  if (!running.model.entities.has(name)) return false
  const live = context.exchanged.get(id) ?? (await transaction.record(name, id))
  const stored = live ?? (await transaction.record(name, id, { trash: true }))
  if (stored === undefined) return entry.event === 'created' ? false : refuse('undo_gone')
  const readable = await readableFieldsOf(policyContextOf(context), actorContext.actor, name, stored)
  if (readable === undefined) return false
  const isInTrash = live === undefined
  switch (entry.event) {
    case 'deleted':
      if (isInTrash) await restoreRecord(dependencies, actorContext, name, id, options)
      return isInTrash
    case 'restored':
      if (!isInTrash) await deleteRecord(dependencies, actorContext, name, id, options)
      return !isInTrash
    case 'created':
      if (isInTrash) return false
      await requireUnchanged(context, changeSet, entry)
      await deleteRecord(dependencies, actorContext, name, id, options)
      return true
    case 'changed':
    case 'transition':
      return isInTrash ? refuse('undo_gone') : undoChange(context, entry, stored, readable)
  }
}

/** A record on which others have gone on is not taken away from them. */
async function requireUnchanged(
  context: UndoContext,
  changeSet: string,
  { entity, record }: HistoryEntry,
): Promise<void> {
  const ours = new Set([changeSet, context.dependencies.changeSet])
  const [newest] = await context.transaction.history(entity, record, { limit: 1 })
  if (newest !== undefined && !ours.has(newest.changeSet ?? undefined)) refuse('undo_changed')
}

async function undoChange(
  context: UndoContext,
  entry: HistoryEntry,
  stored: RecordValue,
  readable: ReadonlySet<string>,
): Promise<boolean> {
  const { dependencies, transaction, actorContext, options } = context
  const { entity: name, record: id } = entry
  const entity = entityNamed(dependencies.current.running.model, name)
  const changes = Object.entries(entry.changes).filter(([field]) => readable.has(field) && isGiven(entity, field))
  const shown = await shownByHistory(context, entry, stored, readable)
  // Before any comparison: that two values are the same tells as much.
  if (changes.some(([field]) => !shown.has(field))) refuse('undo_hidden')
  const open = changes.filter(([field, [before]]) => !isSameStored(stored[field], before))
  if (open.length === 0) return false
  if (open.some(([field, [, after]]) => !isSameStored(stored[field], after))) refuse('undo_changed')
  for (const [field, [before]] of open)
    if (entity.workflows.has(field)) await leadBack(context, entity, id, field, String(before))
  // The way back may have done some of it.
  const before = context.exchanged.get(id)
  const now = before ?? (await transaction.record(name, id)) ?? stored
  const left = open.filter(([field, [before]]) => !entity.workflows.has(field) && !isSameStored(now[field], before))
  const values = Object.fromEntries(left.map(([field, [former]]) => [field, former ?? null]))
  if (left.length > 0) await updateRecord(dependencies, actorContext, name, id, values, { ...options, before })
  context.exchanged.delete(id)
  return true
}

/**
 * Returns the fields of the entry that a history of the record would show to the actor, since an undo reveals the
 * values from before it.
 */
async function shownByHistory(
  context: UndoContext,
  { id, entity }: HistoryEntry,
  stored: RecordValue,
  readable: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const policyContext = policyContextOf(context)
  const { actor } = context.actorContext
  if (!dependsOnRecord(policyContext, actor, entity)) return readable
  for await (const step of walkHistory(context.transaction, entity, stored)) {
    if (step.entry.id !== id) continue
    return (await readableFieldsOfChange(policyContext, actor, entity, step, readable)) ?? NOTHING
  }
  return NOTHING
}

const NOTHING: ReadonlySet<string> = new Set()

/** Reports whether people enter the field or transitions set it; all other fields are computed. */
export function isGiven(entity: Entity, field: string): boolean {
  const found = entity.fields.get(field)
  return found !== undefined && !found.standard && found.computed === undefined
}

export function isSameStored(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null)
}

/**
 * Returns the record to the state by the first permitted transition of the document that leads there and needs no
 * input.
 */
async function leadBack(context: UndoContext, entity: Entity, id: string, field: string, state: string): Promise<void> {
  const { dependencies, transaction, actorContext, options } = context
  const current = String((await transaction.record(entity.name.identifier, id))?.[field] ?? '')
  const ways = [...entity.transitions.values()].filter(
    (transition) =>
      transition.field === field &&
      transition.rows.some(
        ({ from, to }) =>
          (from === 'any' || (from !== 'new record' && from.includes(current))) && to !== 'stay' && to.includes(state),
      ),
  )
  let closed: Refused | undefined
  const noted = dependencies.linesAndHeads?.length
  for (const { name, rows } of ways) {
    const isChoice = rows.some(({ to }) => to !== 'stay' && to.length > 1)
    const body = isChoice ? { to: state } : {}
    const isBack = await transaction
      .savepoint(async () => {
        await transitionRecord(dependencies, actorContext, entity.name.identifier, id, name.identifier, body, options)
        const result = (await transaction.record(entity.name.identifier, id))?.[field]
        if (result !== state) throw refused('undo_no_way_back')
        return true
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        if (noted !== undefined) dependencies.linesAndHeads?.splice(noted)
        // That a permitted way is not open now says more than that another is not permitted.
        if (closed === undefined || statusOf(dependencies.current.running.model, closed.refusal) === 403) closed = error
        return false
      })
    if (isBack) return
  }
  if (closed !== undefined) throw closed
  throw refused('undo_no_way_back')
}

function policyContextOf({ dependencies, transaction, actorContext }: UndoContext) {
  const { storage, current } = dependencies
  return { database: transaction, storage, running: current.running, now: actorContext.now }
}

function refuse(name: RefusalName): never {
  throw refused<string>(name)
}
