// Requests and uses one-time links by mail.
import { sendRequest } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

/** `password`: for a new password; `sign-in`: in place of one. */
export function useRequestLink(kind: 'password' | 'sign-in') {
  const path = kind === 'password' ? '/api/auth/password/forgot' : '/api/auth/links'
  return useSubmission({
    mutationFn: (body: { readonly email: string }) => sendRequest<null>(path, { method: 'POST', body }),
  })
}

export function useResetPassword() {
  return useSubmission({
    mutationFn: (body: { readonly link: string; readonly password: string }) =>
      sendRequest<null>('/api/auth/password/reset', { method: 'POST', body }),
  })
}
