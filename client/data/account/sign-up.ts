// Signs up with a password or a passkey, and finishes by link.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InvitationBody, SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { sendRequest } from '../api.ts'
import { CHANGING, changeActor } from '../session.ts'
import { createPasskey } from './passkeys.ts'
import { useSubmission } from '../submission/use-submission.ts'

interface SignUpFields {
  readonly [field: string]: unknown
}

/** Sends a sign-up request. The result is the next step, or null where the person is signed in at once. */
function useSignUpCall<T>(send: (given: T) => Promise<SignUpResponse | { readonly person: string }>) {
  const client = useQueryClient()
  return useSubmission({
    mutationKey: CHANGING,
    async mutationFn(given: T): Promise<SignUpResponse['next'] | null> {
      const answer = await send(given)
      return 'next' in answer ? answer.next : null
    },
    onSuccess: (next) => (next === null ? changeActor(client) : undefined),
  })
}

const PATH = '/api/auth/sign-up'

async function post<T>(path: string, body: object): Promise<T> {
  return (await sendRequest<T>(path, { method: 'POST', body })).data
}

/** Reads what an invitation gives; without one nothing is asked. */
export function useInvitation(invitation: string | null) {
  return useQuery({
    queryKey: ['account', 'invitation', invitation],
    queryFn: () => post<InvitationBody>(`${PATH}/invitation`, { invitation }),
    enabled: invitation !== null,
    retry: false,
  })
}

/** `fields`: the person's, the password, and an invitation where there is one. */
export const useSignUp = () => useSignUpCall((fields: SignUpFields) => post(PATH, fields))

/** `name`: of the passkey. */
export const useSignUpWithPasskey = () =>
  useSignUpCall(async ({ name, fields }: { readonly name: string; readonly fields: SignUpFields }) => {
    const person = { name: String(fields['name'] ?? ''), email: String(fields['email'] ?? '') }
    const response = await createPasskey(`${PATH}/passkey/challenge`, person)
    return post(`${PATH}/passkey`, { ...fields, passkey: { name, response } })
  })

/** The browser that signed up needs no password. */
export const useFinishSignUp = () =>
  useSignUpCall((given: { readonly link: string; readonly password?: string }) => post(`${PATH}/finish`, given))
