// What waits for administrators: people who asked to sign up, and letters that could not be sent.
import { useQuery } from '@tanstack/react-query'
import type { LettersBody } from '#shared/protocol/letters.ts'
import type { WaitingBody } from '#shared/protocol/sign-ups.ts'
import { read } from '../api.ts'

/** Read anew with the people, after each act. */
export function useWaiting() {
  return useQuery({
    queryKey: ['people', 'waiting'],
    queryFn: async ({ signal }) => (await read<WaitingBody>('/api/auth/sign-ups', signal)).items,
    staleTime: 0,
  })
}

export function useUnsentLetters() {
  return useQuery({
    queryKey: ['people', 'letters'],
    queryFn: async ({ signal }) => (await read<LettersBody>('/api/system/letters', signal)).items,
    staleTime: 0,
  })
}
