// Creates, updates, deletes, restores and transitions records, then reloads them.
// Everything is reloaded because effects change more than one record.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ServerResponse } from '../api.ts'
import { sendRequest, RequestRefusal } from '../api.ts'
import { followActor } from '../session.ts'
import type { RecordData } from './record-data.ts'
import { isRecordData } from './record-data.ts'
import { refreshRecords } from '../submission/refresh-records.ts'
import { useSubmission } from '../submission/use-submission.ts'

export interface FieldValues {
  readonly [field: string]: unknown
}

interface MutationRequest {
  readonly values: FieldValues
  /** Code of a warning that the person has seen and goes on in spite of. */
  readonly confirm?: string
}

function confirming(code: string | undefined): { readonly [name: string]: string } {
  return code ? { Confirm: code } : {}
}

/**
 * Creates a record. The key of one intended creation stays the same while its answer is not known,
 * so that a second try after a lost connection cannot create it twice. `by`: the path of a transition that leads from a new record.
 * `more` is for the form: another is created next.
 */
export function useCreate(entity: Entity) {
  const client = useQueryClient()
  const key = useRef<string | null>(null)
  return useSubmission({
    mutationFn: ({
      values,
      confirm,
      by,
    }: MutationRequest & { readonly by?: string; readonly more?: boolean }): Promise<ServerResponse<RecordData>> => {
      key.current ??= crypto.randomUUID()
      return sendRequest<RecordData>(by ? `/api/${entity.path}/${by}` : `/api/${entity.path}`, {
        method: 'POST',
        body: values,
        headers: { 'Idempotency-Key': key.current, ...confirming(confirm) },
      })
    },
    onSettled: (_answer, error) => {
      if (!error || (error instanceof RequestRefusal && error.problem.status >= 400 && error.problem.status < 500))
        key.current = null
    },
    onSuccess: () => refreshRecords(client),
  })
}

interface UpdateRequest extends MutationRequest {
  readonly etag: string | null
  /** Is it saved over this newer version, which others made meanwhile? */
  readonly followsOn?: (current: RecordData) => boolean
}

interface UpdateResponse extends ServerResponse<RecordData> {
  /** Others changed the record meanwhile, and it was saved over their version. */
  readonly isFollowed: boolean
}

/** The version that is there now, of a refusal that names it. */
export function newerVersion(error: unknown): RecordData | undefined {
  if (!(error instanceof RequestRefusal) || error.problem.status !== 412) return undefined
  return isRecordData(error.problem.current) ? error.problem.current : undefined
}

export function etagOf({ _version }: RecordData): string | null {
  return _version === undefined ? null : `"${_version}"`
}

export function useUpdate(entity: Entity, id: string) {
  const client = useQueryClient()
  return useSubmission({
    async mutationFn({ values, etag, confirm, followsOn }: UpdateRequest): Promise<UpdateResponse> {
      const send = (match: string | null) =>
        sendRequest<RecordData>(pathTo(entity, id), {
          method: 'PATCH',
          body: values,
          headers: { ...(match ? { 'If-Match': match } : {}), ...confirming(confirm) },
        })
      try {
        return { ...(await send(etag)), isFollowed: false }
      } catch (error) {
        const current = newerVersion(error)
        if (current === undefined || followsOn?.(current) !== true) throw error
        return { ...(await send(etagOf(current))), isFollowed: true }
      }
    },
    onSuccess: () => {
      // One's own name stands in the menu.
      if (entity.name.identifier === 'Person') followActor(client).catch(() => {})
      return refreshRecords(client)
    },
    // Changed meanwhile: the newer version is fetched, so that both can be shown.
    onError: (error) => {
      if (error instanceof RequestRefusal && error.problem.status === 412) void refreshRecords(client)
    },
  })
}

export function useTransition(entity: Entity, id: string) {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: ({ path, values, confirm }: MutationRequest & { readonly path: string }) =>
      sendRequest<RecordData>(`${pathTo(entity, id)}/${path}`, {
        method: 'POST',
        body: values,
        headers: confirming(confirm),
      }),
    onSuccess: () => refreshRecords(client),
    // "Not from this state": somebody was faster, so show where the record is now.
    onError: (error) => {
      if (error instanceof RequestRefusal && error.problem.status === 409) void refreshRecords(client)
    },
  })
}

export function useDelete(entity: Entity, id: string) {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: () => sendRequest<null>(pathTo(entity, id), { method: 'DELETE' }),
    onSuccess: () => {
      // Lists are read anew; the page of the record itself is left, and must not ask for what is gone.
      const isPage = (key: readonly unknown[]) => key[2] === 'one' || key[2] === 'history'
      void client.invalidateQueries({
        queryKey: ['records', entity.path],
        predicate: ({ queryKey }) => isPage(queryKey),
        refetchType: 'none',
      })
      void client.invalidateQueries({ queryKey: ['records'], predicate: ({ queryKey }) => !isPage(queryKey) })
    },
  })
}

export function useRestore(entity: Entity, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => sendRequest<RecordData>(`${pathTo(entity, id)}/restore`, { method: 'POST', body: {} }),
    onSuccess: () => refreshRecords(client),
  })
}

function pathTo(entity: Entity, id: string): string {
  return `/api/${entity.path}/${encodeURIComponent(id)}`
}
