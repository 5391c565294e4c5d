// Runs a bulk change: reads the records, sends batches, and can take back what it did.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { undoChangeSet } from '../../../data/administration/changes.ts'
import { RequestRefusal, sendRequest } from '../../../data/api.ts'
import { listedFields } from '../../../data/records/listed-fields.ts'
import { readableBy, usePermissions } from '../../../data/records/permissions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import { refreshRecords } from '../../../data/submission/refresh-records.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { titlePaths } from '#shared/decisions/title-paths.ts'
import type {
  BatchAnswer,
  BatchedWrite,
  BatchOutcome,
  BatchPart,
  BatchRefusal,
} from '../../../data/records/run-batch.ts'
import { addToParts, openPart, runBatch } from '../../../data/records/run-batch.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { undoParts } from './undo-parts.ts'
import type { Targets } from './fetch-targets.ts'
import { leadsBack } from './leads-back.ts'
import { onlyChanged } from './only-changed.ts'
import { fetchTargets } from './fetch-targets.ts'

export type BulkWork =
  | { readonly kind: 'change'; readonly field: string; readonly value: unknown }
  | { readonly kind: 'transition'; readonly path: string; readonly values: { readonly [name: string]: unknown } }
  | { readonly kind: 'delete' }

export interface BulkRun {
  readonly isRunning: boolean
  readonly settled: number
  readonly total: number
  /** Records that the run changed, and those that were refused. */
  readonly outcome: BatchOutcome | undefined
  /** How many records had the value already. */
  readonly same: number
  readonly error: unknown
  readonly canUndo: boolean
  readonly isUndone: boolean
  /** Ids of the records that stay selected after the run: those that were refused or not reached. */
  readonly leftIds: readonly string[]
  nameOf(index: number): string
  start(work: BulkWork): void
  undo(): void
}

interface State {
  readonly isRunning: boolean
  readonly settled: number
  readonly records: readonly RecordData[]
  readonly outcome?: BatchOutcome
  readonly same?: number
  readonly work?: BulkWork
  /** Each is undone as a whole. */
  readonly parts?: readonly BatchPart[]
  readonly error?: unknown
  readonly isUndone?: boolean
}

export function useBulkRun(entity: Entity, targets: Targets): BulkRun {
  const model = useModel()
  const session = useKnownSession()
  const client = useQueryClient()
  const { readable, restore } = usePermissions(entity)
  const [state, setState] = useState<State>({ isRunning: false, settled: 0, records: [] })
  const { records, outcome, work, parts = [] } = state
  // A second press of the button can come before the state says so.
  const isSent = useRef(false)
  const run = async (begin: () => Promise<Partial<State>>) => {
    if (isSent.current) return
    isSent.current = true
    setState((before) => ({ ...before, isRunning: true, settled: 0, error: undefined }))
    try {
      const next = await begin()
      setState((before) => ({ ...before, ...next, isRunning: false }))
    } catch (error) {
      setState((before) => ({ ...before, isRunning: false, error }))
    }
    isSent.current = false
    await refreshRecords(client)
  }
  const send = async (calls: readonly BatchedWrite[]) => {
    const sent: BatchPart[] = []
    const outcome = await runBatch(calls, {
      send: (batch) => sendBatch(batch, sent),
      onProgress: (settled) => setState((before) => ({ ...before, settled })),
    })
    return { outcome, parts: sent }
  }
  const done = new Set(outcome?.done.map(({ index }) => index))
  return {
    ...state,
    outcome,
    same: state.same ?? 0,
    error: state.error,
    total: records.length,
    isUndone: state.isUndone === true,
    canUndo:
      work?.kind === 'change' ||
      (work?.kind === 'transition' && canLeadBack(entity, work.path)) ||
      (work?.kind === 'delete' && restore && entity.deleted.kind !== 'for good'),
    leftIds: records.flatMap(({ id }, index) => (done.has(index) && work?.kind === 'delete' ? [] : [id])),
    nameOf: (index) => {
      const record = records[index]
      return record ? titleOf(model, entity.name.identifier, record) : ''
    },
    start: (next) =>
      void run(async () => {
        const more = next.kind === 'change' ? [next.field] : []
        const fields = listedFields(model, entity, [], readable, more)
        const found = await fetchTargets(entity, targets, {
          fields,
          expand: titlePaths(model, readableBy(model, session), entity),
        })
        setState((before) => ({ ...before, records: found }))
        const sent = await send(found.map((record) => callFor(entity, next, record)))
        const changed = onlyChanged(
          sent.parts,
          sent.outcome.done,
          ({ index, answer }) => next.kind === 'change' && isSameVersion(found[index], answer),
        )
        const { parts, done, same } = changed
        return { work: next, parts, same, outcome: { ...sent.outcome, done } }
      }),
    undo: () =>
      void run(async () => {
        if (!work || !outcome) return {}
        const { refused, left, error } = await undoParts(parts, outcome.done, {
          whole: (changeSet) => isUndoneWhole(changeSet, work.kind === 'transition'),
          singly: (done) => undoSingly(entity, work, records, done),
          onProgress: (settled) => setState((before) => ({ ...before, settled })),
        })
        if (error !== undefined) return { parts: left.parts, outcome: { ...outcome, done: left.done, refused }, error }
        return { isUndone: refused.length === 0, outcome: { ...outcome, refused } }
      }),
  }
}

function canLeadBack(entity: Entity, path: string): boolean {
  return [...entity.transitions.values()].some((each) => each.path === path && leadsBack(entity, each))
}

/** All of it at once. Where something stands against it, and records can be taken back one by one, those that can be are. */
async function isUndoneWhole(changeSet: string, isOnlyWay: boolean): Promise<boolean> {
  try {
    await undoChangeSet(changeSet)
    return true
  } catch (error) {
    if (isOnlyWay || !(error instanceof RequestRefusal) || !STANDS_AGAINST.has(error.problem.status)) throw error
    return false
  }
}

const STANDS_AGAINST: ReadonlySet<number> = new Set([403, 404, 409, 422])

/** Goes on with the part that is open, and adds what it did to it. */
async function sendBatch(calls: readonly BatchedWrite[], parts: BatchPart[]): Promise<readonly BatchAnswer[]> {
  const changeSet = openPart(parts, calls.length)
  const { data } = await sendRequest<BatchBody>('/api/batch', {
    method: 'POST',
    body: { calls, ...(changeSet === undefined ? {} : { changeSet }) },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  addToParts(parts, { changeSet: data.changeSet, calls: calls.length })
  return data.answers
}

interface BatchBody {
  readonly answers: readonly BatchAnswer[]
  readonly changeSet: string
}

/** A record that had the value stays as it is. */
function isSameVersion(record: RecordData | undefined, answer: BatchAnswer | undefined): boolean {
  return record?._version !== undefined && record._version === answer?.body?._version
}

function callFor(entity: Entity, work: BulkWork, { id }: RecordData): BatchedWrite {
  const path = `/api/${entity.path}/${id}`
  if (work.kind === 'delete') return { method: 'DELETE', path }
  if (work.kind === 'transition') return { method: 'POST', path: `${path}/${work.path}`, body: work.values }
  return { method: 'PATCH', path, body: { [work.field]: work.value } }
}

/** Gives what was refused, by the position of its call. */
async function undoSingly(
  entity: Entity,
  work: BulkWork,
  records: readonly RecordData[],
  done: BatchOutcome['done'],
): Promise<readonly BatchRefusal[]> {
  const calls = done.map(({ index, answer }) => undoCall(entity, work, records[index], answer))
  const { refused, stopped } = await runBatch(calls, { send: (batch) => sendBatch(batch, []), onProgress: () => {} })
  if (stopped) throw new RequestRefusal(stopped)
  return refused
}

/** Makes the call that undoes one write. Later changes by others stay as they made them. */
function undoCall(
  entity: Entity,
  work: BulkWork,
  record: RecordData | undefined,
  answer: BatchAnswer | undefined,
): BatchedWrite {
  const path = `/api/${entity.path}/${record?.id ?? ''}`
  if (work.kind !== 'change') return { method: 'POST', path: `${path}/restore`, body: {} }
  const version = answer?.body?._version
  return {
    method: 'PATCH',
    path,
    body: { [work.field]: (record && collapseRecord(record)[work.field]) ?? null },
    ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
  }
}
