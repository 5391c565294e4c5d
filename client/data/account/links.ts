// Links by e-mail: asking for one, and using it.
import { useMutation } from '@tanstack/react-query'
import { ask } from '../api.ts'

/** `password`: for a new password; `sign-in`: in place of one. */
export function useAskForLink(kind: 'password' | 'sign-in') {
  const path = kind === 'password' ? '/api/auth/password/forgot' : '/api/auth/links'
  return useMutation({
    mutationFn: (body: { readonly email: string }) => ask<null>(path, { method: 'POST', body }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { readonly link: string; readonly password: string }) =>
      ask<null>('/api/auth/password/reset', { method: 'POST', body }),
  })
}
