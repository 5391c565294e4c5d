// Connections of one network are limited; those of others are not, and one that ends makes room.
// @module-tag O19
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const MOST = 5

let app: TestApp
beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { connections: MOST })
})
afterAll(() => app.stop())

/** Resolves with the first line of an answer, or with nothing where the connection is closed. */
function ask(from: string): Promise<{ readonly socket: Socket; readonly line: string | undefined }> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('data', (data: Buffer) => resolve({ socket, line: data.toString().split('\r\n')[0] }))
    socket.once('close', () => resolve({ socket, line: undefined }))
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
}

test('a connection beyond the limit of its network is closed unread, and logged once', async () => {
  const held: Awaited<ReturnType<typeof ask>>[] = []
  for (let at = 0; at < MOST + 2; at++) held.push(await ask('127.0.8.1'))
  const open = 'HTTP/1.1 200 OK'
  expect(held.map(({ line }) => line)).toEqual([...Array<string>(MOST).fill(open), undefined, undefined])
  expect((await ask('127.0.8.2')).line).toBe(open)
  expect(app.logged.filter(({ most }) => most === MOST)).toHaveLength(1)
  const ended = new Promise((resolve) => app.server.getConnections((_, before) => resolve(before)))
  expect(await ended).toBe(MOST + 1)
  held[0]?.socket.destroy()
  await expect.poll(async () => (await ask('127.0.8.1')).line).toBe(open)
})
