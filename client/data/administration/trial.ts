// Starts, follows and ends the trial of a draft; its own pages ask the application itself, too.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  OwnTrialBody,
  TrialActor,
  TrialBody,
  TrialData,
  TrialMessagesBody,
  TrialPeopleBody,
  TrialStep,
} from '#shared/protocol/trial.ts'
import { useEffect, useRef } from 'react'
import { TRIAL_PATH } from '#shared/protocol/trial.ts'
import { goByClock } from '../../clock.ts'
import type { ServerRequest } from '../api.ts'
import { RequestRefusal, sendRequest } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

const PATH = '/api/system/trial'
const KEY = 'trial'

async function ask<T>(path: string, call: ServerRequest = {}): Promise<T> {
  return (await sendRequest<T>(PATH + path, { ...call, isOutsideTrial: true })).data
}

/** Null: there is none, or it has ended. It is polled, since what is done in its pages changes it. */
export function useTrial() {
  return useQuery({
    queryKey: [KEY, 'state'],
    queryFn: async ({ signal }) => {
      try {
        return (await ask<OwnTrialBody>('', { signal })).trial
      } catch (error) {
        // Signed out, or no administrator any more: then it has ended, too.
        if (error instanceof RequestRefusal && [401, 403].includes(error.problem.status)) return null
        throw error
      }
    },
    staleTime: 0,
    refetchInterval: 5_000,
  })
}

export function useTrialPeople(search: string) {
  return useQuery({
    queryKey: [KEY, 'people', search],
    queryFn: ({ signal }) => ask<TrialPeopleBody>(`/people?${new URLSearchParams({ search }).toString()}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** `sent`: how many there are, as the trial says. With a new one the pages that were loaded are loaded again, all of them. */
export function useTrialMessages(sent: number) {
  const messages = useInfiniteQuery({
    queryKey: [KEY, 'messages'],
    queryFn: ({ signal, pageParam }) =>
      ask<TrialMessagesBody>(pageParam === null ? '/messages' : `/messages?before=${pageParam}`, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, sent: all, kept }) => {
      const last = items.at(-1)?.number
      return last === undefined || last <= all - kept + 1 ? null : last
    },
    staleTime: 0,
  })
  const { refetch } = messages
  const known = useRef(sent)
  useEffect(() => {
    if (known.current !== sent) void refetch()
    known.current = sent
  }, [refetch, sent])
  return messages
}

export function useStartTrial() {
  return useSubmission({
    mutationFn: ({ text, data }: { readonly text: string; readonly data: TrialData }) =>
      ask<TrialBody>(`?data=${data}`, { method: 'POST', text: { type: 'text/markdown; charset=utf-8', body: text } }),
    onSuccess: () => goTo(`${TRIAL_PATH}/`),
  })
}

export function useActInTrial() {
  return useSubmission({
    mutationFn: (actor: TrialActor) => ask('/actor', { method: 'POST', body: actor }),
    onSuccess: () => goTo(`${TRIAL_PATH}/`),
  })
}

export function useMoveTrial(onMoved: (trial: TrialBody) => void) {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: (step: TrialStep) => ask<TrialBody>('/clock', { method: 'POST', body: { step } }),
    onSuccess: async (trial) => {
      goByClock({ now: trial.now, speed: 1 })
      onMoved(trial)
      await client.invalidateQueries()
    },
  })
}

/** Ends a trial. Its pages ask for nothing more meanwhile: what they ask for after its end is not there. */
export function useEndTrial() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: () => ask('', { method: 'DELETE' }),
    onMutate: () => client.cancelQueries(),
    onSuccess: () => goTo('/studio'),
  })
}

/** The page is loaded anew: nothing that was read in one of both is left for the other. */
function goTo(address: string): void {
  globalThis.location.assign(address)
}
