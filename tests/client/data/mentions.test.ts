// All texts beside a record ask at once for the names in them.
import { expect, test, vi } from 'vitest'
import { mentionPlace } from '../../../client/data/notices/mentions.ts'

test('names that are asked for in one moment are one request', async () => {
  const fetched = vi.fn(async (_path: string) => new Response(JSON.stringify({ items: [{ id: '1', name: 'Ada' }] })))
  vi.stubGlobal('fetch', fetched)
  const place = mentionPlace('tickets', '7')
  const found = await Promise.all(['Ada and', 'Otto', 'Ada and'].map((words) => place.findNamed(words)))
  expect(found).toEqual([['Ada'], ['Ada'], ['Ada']])
  expect(fetched.mock.calls.map(([path]) => decodeURIComponent(path.replaceAll('+', ' ')))).toEqual([
    '/api/system/mentions/tickets/7?text=@Ada and\n@Otto',
  ])
  await place.findNamed('Later')
  expect(fetched).toHaveBeenCalledTimes(2)
  // An address has room for so many.
  await Promise.all(Array.from({ length: 60 }, (_, at) => place.findNamed(`Person ${at}`)))
  expect(fetched).toHaveBeenCalledTimes(5)
  vi.unstubAllGlobals()
})
