// Signing in and out in the client: who reads and what he may know change at once.
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { serializeModel } from '../../../shared/model/serialize.ts'
import { changeReader } from '../../../client/data/session.ts'
import { HELPDESK } from '../../helpers/helpdesk.ts'

afterEach(() => vi.unstubAllGlobals())

test('a new reader never meets the specification of the one before, whichever answer comes first', async () => {
  const { model } = compile(HELPDESK)
  if (model === undefined) throw new Error('The helpdesk does not compile.')
  const answers: { [path: string]: (answer: Response) => void } = {}
  vi.stubGlobal('fetch', (path: string) => new Promise<Response>((resolve) => (answers[path] = resolve)))
  const client = new QueryClient()
  client.setQueryData(['session'], { person: null })
  client.setQueryData(['spec'], 'of nobody')
  client.setQueryData(['records'], 'of nobody')
  const changed = changeReader(client)
  answers['/api/auth/me']?.(Response.json({ person: { id: 'x' } }))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(client.getQueryData(['session'])).toEqual({ person: null })
  expect(client.getQueryData(['records'])).toBeUndefined()
  answers['/api/spec']?.(new Response(`{"revision":"r","name":"Helpdesk","model":${serializeModel(model)}}`))
  await changed
  expect(client.getQueryData(['session'])).toEqual({ person: { id: 'x' } })
  expect(client.getQueryData(['spec'])).toMatchObject({ revision: 'r' })
})
