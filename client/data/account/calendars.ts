// Lists, creates and ends the own addresses of calendars.
import type { CalendarAddressItem } from '#shared/protocol/own-account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendRequest, fetchData } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

const KEY = ['account', 'calendars'] as const
const PATH = '/api/auth/calendars'

export function useCalendarAddresses() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await fetchData<{ readonly items: readonly CalendarAddressItem[] }>(PATH, signal)).items,
  })
}

/** Takes the path of a calendar, and gives its whole address, which is shown this once. */
export function useCreateCalendarAddress() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async (path: string) => {
      const { data } = await sendRequest<{ readonly address: string }>(PATH, { method: 'POST', body: { path } })
      return new URL(data.address, location.origin).href
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useEndCalendarAddress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendRequest<null>(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
