// Leaving the page for a provider: our server says to where.
import { useMutation } from '@tanstack/react-query'
import { ask } from '../api.ts'

export function useLeave<T>(call: (given: T) => { readonly to: string; readonly body: object }) {
  return useMutation({
    async mutationFn(given: T) {
      const { to, body } = call(given)
      const { data } = await ask<{ readonly url: string }>(to, { method: 'POST', body })
      location.assign(data.url)
    },
  })
}
