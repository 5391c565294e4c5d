// Who is signed in: read once, and anew after signing in or out.
import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { SessionBody } from '#shared/protocol/session.ts'
import { ask, read } from './api.ts'
import { fetchSpec, SPEC_KEY } from './spec.ts'

const KEY = ['session'] as const

const fetchSession = (signal?: AbortSignal) => read<SessionBody>('/api/auth/me', signal)

export function useSession() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: 300_000,
  })
}

const NOBODY: SessionBody = {
  person: null,
  roles: [],
  administrator: false,
  signUp: 'closed',
  signIn: [],
  sendsMail: false,
  revision: '',
}

/** The session inside the frame, where it is known to be there. */
export function useKnownSession(): SessionBody {
  return useSession().data ?? NOBODY
}

function useAuthCall<T>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: T) => ask<unknown>(path, { method: 'POST', body }),
    onSuccess: () => changeReader(client),
  })
}

/**
 * Everything that was read belongs to somebody else now. Who reads and what he may know change at once:
 * a new reader with the former one's specification would be led to the former one's first screen.
 */
export async function changeReader(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== KEY[0] && first !== SPEC_KEY[0] })
  const [session, spec] = await Promise.all([fetchSession(), fetchSpec()])
  notifyManager.batch(() => {
    client.setQueryData(SPEC_KEY, spec)
    client.setQueryData(KEY, session)
  })
}

/** Asks anew who this is and what he may know. */
export function useChangeReader(): () => Promise<void> {
  const client = useQueryClient()
  return () => changeReader(client)
}

/** The first step was right, and the second is still to be done. */
export interface SecondStep {
  readonly second_factor: readonly string[]
  /** Stands for the first step, for five minutes. */
  readonly challenge: string
}

/** Signs in, or gives what the second step needs. */
function useSignInCall<T>(path: string) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(body: T): Promise<SecondStep | null> {
      const { data } = await ask<SecondStep | { readonly person: string }>(path, { method: 'POST', body })
      return 'challenge' in data ? data : null
    },
    onSuccess: (next) => (next === null ? changeReader(client) : undefined),
  })
}

export const useSignIn = () => useSignInCall<{ readonly email: string; readonly password: string }>('/api/auth/sign-in')
export const useSignInWithLink = () => useSignInCall<{ readonly link: string }>('/api/auth/links/sign-in')
export const useSecondStep = () =>
  useSignInCall<{ readonly challenge: string; readonly code: string }>('/api/auth/second-factor')
export const useSignUp = () => useAuthCall<{ readonly [field: string]: unknown }>('/api/auth/sign-up')
export const useSignOut = () => useAuthCall<Record<string, never>>('/api/auth/sign-out')
