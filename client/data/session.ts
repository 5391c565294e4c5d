// Who is signed in: read once, and anew after signing in or out.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, read } from './api.ts'

export interface Session {
  readonly person: { readonly id: string; readonly name: string; readonly email?: string; readonly roles?: readonly string[] } | null
  /** Given roles and those that they include. */
  readonly roles: readonly string[]
  readonly administrator: boolean
  /** May somebody sign up? The word of the document, or the setting as an object. */
  readonly signUp?: unknown
  readonly signIn?: readonly string[]
  readonly revision?: string
}

const KEY = ['session'] as const

export function useSession() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read<Session>('/api/auth/me', signal), staleTime: 300_000 })
}

/** The session inside the frame, where it is known to be there. */
export function useKnownSession(): Session {
  return useSession().data ?? { person: null, roles: [], administrator: false }
}

/** Is signing up open to everybody? */
export function isSignUpOpen(session: Session): boolean {
  const { signUp } = session
  if (typeof signUp === 'object' && signUp !== null && 'kind' in signUp) return signUp.kind === 'open'
  return signUp === 'open' || signUp === true
}

function useAuthCall<T>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: T) => ask<unknown>(path, { method: 'POST', body }),
    // Everything that was read belongs to somebody else now.
    onSuccess: async () => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' && query.queryKey[0] !== 'spec' })
      await Promise.all([client.refetchQueries({ queryKey: KEY }), client.refetchQueries({ queryKey: ['spec'] })])
    },
  })
}

export const useSignIn = () => useAuthCall<{ readonly email: string; readonly password: string }>('/api/auth/sign-in')
export const useSignUp = () => useAuthCall<{ readonly name: string; readonly email: string; readonly password: string }>('/api/auth/sign-up')
export const useSignOut = () => useAuthCall<Record<string, never>>('/api/auth/sign-out')
