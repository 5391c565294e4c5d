// Leaves the page for a sign-in provider.
import { useMutation } from '@tanstack/react-query'
import { sendRequest } from '../api.ts'

export function useLeaveToProvider<T>(call: (given: T) => { readonly to: string; readonly body: object }) {
  return useMutation({
    async mutationFn(given: T) {
      const { to, body } = call(given)
      const { data } = await sendRequest<{ readonly url: string }>(to, { method: 'POST', body })
      location.assign(data.url)
    },
  })
}
