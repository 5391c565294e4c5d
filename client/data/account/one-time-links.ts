// Requests and uses one-time links by mail.
import { useMutation } from '@tanstack/react-query'
import { sendRequest } from '../api.ts'

/** `password`: for a new password; `sign-in`: in place of one. */
export function useRequestLink(kind: 'password' | 'sign-in') {
  const path = kind === 'password' ? '/api/auth/password/forgot' : '/api/auth/links'
  return useMutation({
    mutationFn: (body: { readonly email: string }) => sendRequest<null>(path, { method: 'POST', body }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { readonly link: string; readonly password: string }) =>
      sendRequest<null>('/api/auth/password/reset', { method: 'POST', body }),
  })
}
