// Who is signed in: read once, and anew after signing in or out.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionBody } from '#shared/protocol/session.ts'
import { ask, read } from './api.ts'

const KEY = ['session'] as const

export function useSession() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => read<SessionBody>('/api/auth/me', signal),
    staleTime: 300_000,
  })
}

const NOBODY: SessionBody = {
  person: null,
  roles: [],
  administrator: false,
  signUp: 'closed',
  signIn: [],
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
    // Everything that was read belongs to somebody else now.
    onSuccess: async () => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' && query.queryKey[0] !== 'spec' })
      await Promise.all([client.refetchQueries({ queryKey: KEY }), client.refetchQueries({ queryKey: ['spec'] })])
    },
  })
}

export const useSignIn = () => useAuthCall<{ readonly email: string; readonly password: string }>('/api/auth/sign-in')
export const useSignUp = () => useAuthCall<{ readonly [field: string]: unknown }>('/api/auth/sign-up')
export const useSignOut = () => useAuthCall<Record<string, never>>('/api/auth/sign-out')
