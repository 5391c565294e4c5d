// Reads people and the audit, and sends requests of administrators.
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { AuditBody } from '#shared/protocol/audit.ts'
import type { PeopleBody } from '#shared/protocol/people.ts'
import { sendRequest, fetchData } from '../api.ts'
import { BASE_PATH } from '../base-path.ts'
import { useSubmission } from '../submission/use-submission.ts'

export function usePeople(search: string) {
  return useInfiniteQuery({
    queryKey: ['people', search],
    queryFn: ({ signal, pageParam }) =>
      fetchData<PeopleBody>(`/api/system/people${query({ search, after: pageParam })}`, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

export function useAudit(asked: { readonly event: string; readonly person: string }) {
  return useInfiniteQuery({
    queryKey: ['audit', asked],
    queryFn: ({ signal, pageParam }) =>
      fetchData<AuditBody>(`/api/system/audit${query({ ...asked, after: pageParam })}`, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

function query(parameters: { readonly [name: string]: string }): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** One thing that an administrator does about a person; people are then read anew. */
export interface AdministrationRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly version?: number
}

export function useAdministrationRequest() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async ({ method, path, body, version }: AdministrationRequest) =>
      (
        await sendRequest<{ readonly path?: string; readonly link?: string } | null>(path, {
          method,
          ...(body === undefined ? {} : { body }),
          ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
        })
      ).data,
    onSuccess: () =>
      Promise.all(['people', 'audit', 'records'].map((first) => client.invalidateQueries({ queryKey: [first] }))),
  })
}

/** Links are shown as they have to be sent: with the address of the application. */
export function wholeLink({ path = '', link }: { readonly path?: string; readonly link?: string }): string {
  return link ?? globalThis.location.origin + BASE_PATH + path
}

export function viewAs(body: { readonly person: string } | { readonly roles: readonly string[] }): Promise<void> {
  return leaveTo('/', sendRequest('/api/auth/view-as', { method: 'POST', body }))
}

export function endViewing(): Promise<void> {
  return leaveTo('/studio/people', sendRequest('/api/auth/view-as', { method: 'DELETE' }))
}

/** The page is loaded anew: nothing that one has read is left for the other. */
async function leaveTo(path: string, done: Promise<unknown>): Promise<void> {
  await done
  globalThis.location.assign(BASE_PATH + path)
}
