// Reads the document with its revisions, and checks, publishes and puts back, for administrators.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  CheckedBody,
  DocumentBody,
  DraftBody,
  DraftItem,
  DraftsBody,
  ExamplesBody,
  FollowedFileBody,
  PublishedBody,
  RevisionsBody,
  ScheduledPublicationBody,
} from '#shared/protocol/document.ts'
import type { PlanBody } from '#shared/protocol/plan.ts'
import { fetchData, sendRequest } from '../api.ts'
import { SPEC_KEY } from '../spec.ts'
import { useSubmission } from '../submission/use-submission.ts'

const PATH = '/api/system/document'
const KEY = 'document'
const OWN_DRAFT_KEY = [KEY, 'draft'] as const

export function useDocumentInForce() {
  return useQuery({
    queryKey: [KEY, 'in force'],
    queryFn: ({ signal }) => fetchData<DocumentBody>(PATH, signal),
    staleTime: 0,
  })
}

/** Reads what the followed file says and is not published. It is polled, since no request of the page brings it. */
export function useFollowedFile() {
  return useQuery({
    queryKey: [KEY, 'file'],
    queryFn: ({ signal }) => fetchData<FollowedFileBody>(`${PATH}/file`, signal),
    staleTime: 0,
    refetchInterval: 10_000,
  }).data
}

/** The deletion that is under way: a draft that is read meanwhile would be the one that goes. */
let deletion: Promise<void> = Promise.resolve()

export async function fetchOwnDraft(signal?: AbortSignal): Promise<DraftBody | null> {
  await deletion
  return (await fetchData<{ readonly draft: DraftBody | null }>(`${PATH}/draft`, signal)).draft
}

/** The draft of the person who is signed in, with its text; null where they have none. */
export function useOwnDraft(enabled: boolean) {
  return useQuery({
    queryKey: OWN_DRAFT_KEY,
    queryFn: ({ signal }) => fetchOwnDraft(signal),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Reads whose drafts there are, and which revision is in force. It is polled, since no request of the page brings it. */
export function useDrafts() {
  return useQuery({
    queryKey: [KEY, 'drafts'],
    queryFn: ({ signal }) => fetchData<DraftsBody>(`${PATH}/drafts`, signal),
    staleTime: 0,
    refetchInterval: 10_000,
  }).data
}

export interface SentDraft {
  readonly text: string
  /** Number of the revision that it was made from. */
  readonly base: number
  /** Versions of the draft that it may follow; 0 is none. */
  readonly follows: readonly number[]
  /** The page is being left. */
  readonly isLast?: boolean
}

/** Sends the draft, and gives its new version. */
export async function sendDraft({ text, base, follows, isLast = false }: SentDraft): Promise<number> {
  const headers = { 'If-Match': follows.map((version) => `"${version}"`).join(', ') }
  const call = { method: 'PUT', text: markdown(text), headers, keepalive: isLast }
  return (await sendRequest<DraftItem>(`${PATH}/draft?base=${base}`, call)).data.version
}

/** Deletes the draft on the server. `after`: what was sent before. Where the server can't be reached the draft stays, and is there when one edits again. */
export function deleteDraft(after: Promise<unknown>): void {
  const remove = async () => {
    await after
    await sendRequest(`${PATH}/draft`, { method: 'DELETE' }).catch(() => {})
  }
  deletion = remove()
}

export function fetchRevision(number: number, signal?: AbortSignal): Promise<DocumentBody> {
  return fetchData<DocumentBody>(`${PATH}/revisions/${number}`, signal)
}

export function useRevision(number: number | undefined) {
  return useQuery({
    queryKey: [KEY, 'revision', number],
    queryFn: ({ signal }) => fetchRevision(number ?? 0, signal),
    enabled: number !== undefined,
    staleTime: Infinity,
  })
}

export function useRevisions() {
  return useInfiniteQuery({
    queryKey: [KEY, 'revisions'],
    queryFn: ({ signal, pageParam }) =>
      fetchData<RevisionsBody>(`${PATH}/revisions?limit=20${pageParam === '' ? '' : `&after=${pageParam}`}`, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

/** Checks the text on the server: the messages and the changes that publishing it would cause. */
export function useDocumentCheck(
  text: string,
  { deletes = [], enabled = true }: { readonly deletes?: readonly string[]; readonly enabled?: boolean } = {},
) {
  return useQuery({
    enabled,
    queryKey: [KEY, 'check', text, deletes],
    queryFn: async ({ signal }) =>
      (
        await sendRequest<CheckedBody>(`${PATH}/check${queryOf({ deletes })}`, {
          method: 'POST',
          text: markdown(text),
          signal,
        })
      ).data,
    // What the same text said before a deletion was confirmed stays until the next answer.
    placeholderData: (former, query) => (query?.queryKey[2] === text ? former : undefined),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Runs the examples of the text on the server, once it is `enabled`; null: it has errors. */
export function useExamples(text: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [KEY, 'examples', text],
    queryFn: async ({ signal }) =>
      (await sendRequest<ExamplesBody>(`${PATH}/examples`, { method: 'POST', text: markdown(text), signal })).data
        .examples,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

/** Plans the publication of the text on a copy of the data; null: there is no data directory, or the text has errors. */
export function usePlan(text: string, deletes: readonly string[]) {
  return useQuery({
    queryKey: [KEY, 'plan', text, deletes],
    queryFn: async ({ signal }) =>
      (
        await sendRequest<PlanBody>(`${PATH}/plan${queryOf({ deletes })}`, {
          method: 'POST',
          text: markdown(text),
          signal,
        })
      ).data.plan,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Gives the publication that waits for its moment, or that was refused then; null: none. */
export function useScheduledPublication(enabled: boolean) {
  return useQuery({
    queryKey: [KEY, 'scheduled'],
    enabled,
    queryFn: async ({ signal }) => (await fetchData<ScheduledPublicationBody>(`${PATH}/scheduled`, signal)).scheduled,
    staleTime: 0,
  }).data
}

export function useCancelScheduled() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: () => sendRequest(`${PATH}/scheduled`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY, 'scheduled'] }),
  })
}

/** `follows`: the revision that was read. */
export interface DocumentPublication {
  readonly follows: Pick<DocumentBody, 'number' | 'revision'>
  /** `number`: of the revision that is put back. */
  readonly what: { readonly text: string; readonly number?: number }
  /** Moment at which it is published (RFC 3339); absent: now. */
  readonly at?: string | undefined
  /** Publish though some of its examples do not hold. */
  readonly ignoresExamples?: boolean
  /** Names of what may be deleted with its values. */
  readonly deletes?: readonly string[]
  readonly reason?: string
}

/** `onPublished`: null where the publication waits for its moment. */
export function usePublish(onPublished: (published: PublishedBody | null) => void) {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: sendPublication,
    onSuccess: async (published) => {
      onPublished(published)
      await Promise.all([[KEY], SPEC_KEY, ['audit']].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    // Somebody else has published: what it is compared with is read anew.
    onError: () => client.invalidateQueries({ queryKey: [KEY, 'in force'] }),
  })
}

async function sendPublication({
  follows: { number: followed, revision },
  what: { text, number },
  at,
  ignoresExamples,
  deletes = [],
  reason = '',
}: DocumentPublication): Promise<PublishedBody | null> {
  const headers = { 'If-Match': `"${followed}.${revision}"` }
  const query = queryOf({ at: at ?? '', examples: ignoresExamples === true ? 'ignored' : '', deletes, reason })
  const put = { method: 'PUT', text: markdown(text), headers }
  if (at !== undefined) {
    await sendRequest(`${PATH}/scheduled${query}`, put)
    return null
  }
  const post = { method: 'POST', body: {}, headers }
  const sent =
    number === undefined
      ? sendRequest<PublishedBody>(`${PATH}${query}`, put)
      : sendRequest<PublishedBody>(`${PATH}/revisions/${number}/publish${query}`, post)
  return (await sent).data
}

/** Leaves out what is empty. */
function queryOf(parameters: { readonly [name: string]: string | readonly string[] }): string {
  const given = Object.entries(parameters)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value.join(',')] as const)
    .filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map((each) => [...each]))}`
}

function markdown(body: string) {
  return { type: 'text/markdown; charset=utf-8', body }
}
