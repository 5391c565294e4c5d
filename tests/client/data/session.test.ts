// Signing in and out in the client: the reader, and what they may know, change at once.
import { setImmediate } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { serializeModel } from '../../../shared/model/serialize.ts'
import { changeActor, followActor } from '../../../client/data/session.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'

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
  const changed = changeActor(client)
  const session = Response.json({ person: { id: 'x' } })
  answers['/api/auth/me']?.(session)
  await expect.poll(() => session.bodyUsed).toBe(true)
  await setImmediate()
  expect(client.getQueryData(['session'])).toEqual({ person: null })
  expect(client.getQueryData(['records'])).toBeUndefined()
  answers['/api/spec']?.(new Response(`{"revision":"r","name":"Helpdesk","model":${serializeModel(model)}}`))
  await changed
  expect(client.getQueryData(['session'])).toEqual({ person: { id: 'x' } })
  expect(client.getQueryData(['spec'])).toMatchObject({ revision: 'r' })
})

function answersOf(session: object): void {
  const { model } = compile(HELPDESK)
  if (model === undefined) throw new Error('The helpdesk does not compile.')
  const spec = `{"revision":"r","name":"Helpdesk","model":${serializeModel(model)}}`
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/spec' ? new Response(spec) : Response.json({ revision: 'r', roles: [], ...session }),
  )
}

function clientOf(session: object, spec: object): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['session'], { revision: 'r', roles: [], ...session })
  client.setQueryData(['spec'], spec)
  client.setQueryData(['records'], 'read before')
  return client
}

test('a role that is given meanwhile brings its screens, and what was read is read anew', async () => {
  answersOf({ person: { id: 'x' }, roles: ['Agent'] })
  const client = clientOf({ person: { id: 'x' }, roles: [] }, { revision: 'r', of: 'nobody' })
  await followActor(client)
  expect(client.getQueryData(['session'])).toMatchObject({ roles: ['Agent'] })
  expect(client.getQueryData(['spec'])).toHaveProperty('model')
  expect(client.getQueryState(['records'])?.isInvalidated).toBe(true)
})

test('a role that follows from a record brings its screens as well', async () => {
  answersOf({ person: { id: 'x' }, held: ['Lead'] })
  const client = clientOf({ person: { id: 'x' } }, { revision: 'r', of: 'nobody' })
  await followActor(client)
  expect(client.getQueryData(['spec'])).toHaveProperty('model')
  expect(client.getQueryState(['records'])?.isInvalidated).toBe(true)
})

test('when the session was ended elsewhere, nothing stays of what was read', async () => {
  answersOf({ person: null })
  const client = clientOf({ person: { id: 'x' } }, { revision: 'r' })
  expect(await followActor(client)).toBe('signed out')
  expect(client.getQueryData(['session'])).toMatchObject({ person: null })
  expect(client.getQueryData(['records'])).toBeUndefined()
})

test('a document that was published meanwhile is read, though the reader is the same', async () => {
  answersOf({ person: { id: 'x' } })
  const client = clientOf({ person: { id: 'x' } }, { revision: 'q' })
  await followActor(client)
  expect(client.getQueryData(['spec'])).toMatchObject({ revision: 'r' })
})

test('as long as nothing changed, nothing is read again', async () => {
  answersOf({ person: { id: 'x' } })
  const client = clientOf({ person: { id: 'x' } }, { revision: 'r', kept: true })
  await followActor(client)
  expect(client.getQueryData(['spec'])).toEqual({ revision: 'r', kept: true })
  expect(client.getQueryState(['records'])?.isInvalidated).toBe(false)
})
