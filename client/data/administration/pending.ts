// Reads pending sign-ups and unsent mail for administrators.
import { useQuery } from '@tanstack/react-query'
import type { UnsentMailBody } from '#shared/protocol/unsent-mail.ts'
import type { SignUpApplicationsBody } from '#shared/protocol/sign-ups.ts'
import { fetchData } from '../api.ts'

/** Read anew with the people, after each act. */
export function useSignUpApplications() {
  return useQuery({
    queryKey: ['people', 'waiting'],
    queryFn: async ({ signal }) => (await fetchData<SignUpApplicationsBody>('/api/auth/sign-ups', signal)).items,
    staleTime: 0,
  })
}

export function useUnsentMail() {
  return useQuery({
    queryKey: ['people', 'mail'],
    queryFn: async ({ signal }) => (await fetchData<UnsentMailBody>('/api/system/mail', signal)).items,
    staleTime: 0,
  })
}
