// Uploads that are begun: they count as their parts come, few of one person go on at once, and their room is given back.
// @module-tag O15
import { statSync } from 'node:fs'
import { request as openRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_UPLOADS } from '../../../../server/api/files/uploads-under-way.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp, urlOf } from '../../../apps/start-app.ts'
import { FILES_DOCUMENT } from './file-document.ts'
import { upload } from './file-requests.ts'

const PART = 256 * 1024
const BOUNDARY = 'boundary'

let app: TestApp

beforeAll(async () => {
  app = await startApp(FILES_DOCUMENT)
})
afterAll(() => app.stop())

interface BegunUpload {
  readonly request: ClientRequest
  readonly answer: Promise<{ readonly status: number | undefined; readonly code: string | undefined }>
  /** Resolves when so many bytes more were handed over. */
  send(bytes: number): Promise<void>
  end(): void
}

function begin(who: Caller): BegunUpload {
  const request = openRequest(`${urlOf(app)}/api/system/files`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${who.token}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
  const answer = new Promise<Awaited<BegunUpload['answer']>>((resolve) => {
    request.on('response', (response: IncomingMessage) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        const { code } = JSON.parse(text) as { readonly code?: string }
        resolve({ status: response.statusCode, code })
      })
    })
    request.on('error', () => resolve({ status: undefined, code: undefined }))
  })
  request.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`)
  return {
    request,
    answer,
    send: (bytes) => new Promise((resolve) => request.write(Buffer.alloc(bytes, 1), () => resolve())),
    end: () => request.end(`\r\n--${BOUNDARY}--\r\n`),
  }
}

const storedBy = (who: Caller): Promise<number> =>
  app.dependencies.storage.write((transaction) => transaction.bytesStoredBy(who.id))

test('what has arrived counts, whole or not, and the part that is too much is refused', async () => {
  const clerk = await app.as('Clerk', 'Begins')
  // 3 MB each, of 8 MB.
  const begun = Array.from({ length: 3 }, () => begin(clerk))
  for (const each of begun) await each.send(11 * PART)
  const answers = await Promise.race([Promise.any(begun.map(({ answer }) => answer)), sendMore(begun)])
  expect(answers).toEqual({ status: 413, code: 'storage_used_up' })
  expect(await storedBy(clerk)).toBeLessThanOrEqual(8_000_000)
  for (const { request } of begun) request.destroy()
  await expect.poll(() => storedBy(clerk)).toBe(0)
  expect((await upload(clerk, 'after.bin', Buffer.alloc(PART))).status).toBe(201)
})

/** Nothing to send any more: the answer is waited for. */
function sendMore(begun: readonly BegunUpload[]): Promise<Awaited<BegunUpload['answer']>> {
  for (const { request } of begun) request.on('error', () => {})
  return Promise.any(begun.map(({ answer }) => answer))
}

test('a fifth upload of one person at once is refused, and of others not', async () => {
  const [clerk, other] = [await app.as('Clerk', 'Many'), await app.as('Clerk', 'Other')]
  const begun = Array.from({ length: MOST_UPLOADS }, () => begin(clerk))
  for (const each of begun) await each.send(PART)
  await expect.poll(() => storedBy(clerk)).toBe(MOST_UPLOADS * PART)
  const { status, body } = await upload(clerk, 'fifth.bin', Buffer.alloc(10))
  expect([status, body.code, body.detail]).toEqual([
    ...[429, 'too_many', 'You can upload at most 4 files at once. Wait until one of them is there.'],
  ])
  expect((await upload(other, 'theirs.bin', Buffer.alloc(10))).status).toBe(201)
  for (const each of begun) each.end()
  expect((await Promise.all(begun.map(({ answer }) => answer))).map(({ status: ended }) => ended)).toEqual(
    Array.from({ length: MOST_UPLOADS }, () => 201),
  )
  expect((await upload(clerk, 'later.bin', Buffer.alloc(10))).status).toBe(201)
})

test('the room of an upload that breaks off, and of files that are deleted, is given back to the disk', async () => {
  const { storage } = app.dependencies
  const people = await Promise.all(Array.from({ length: 8 }, (_, at) => app.as('Clerk', `Room ${at}`)))
  const pages = (): Promise<number> => pagesOf(join(app.directory, 'verbatim.db'))
  const before = await pages()
  const begun = people.map((each) => begin(each))
  for (const each of begun) await each.send(10 * PART)
  await expect.poll(async () => Math.min(...(await Promise.all(people.map(storedBy))))).toBe(10 * PART)
  const most = await pages()
  for (const { request } of begun) request.destroy()
  await expect.poll(async () => Math.max(...(await Promise.all(people.map(storedBy))))).toBe(0)
  // The last one to go has given back what was beyond a thousand pages.
  await storage.write(async () => {})
  expect(most - before).toBeGreaterThan(4_000)
  await expect.poll(async () => (await pages()) - before).toBeLessThan(1_300)
})

/** Pages of the database as its last commit says, in the file and in the log. */
async function pagesOf(path: string): Promise<number> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    expect(statSync(path).size).toBeGreaterThan(0)
    return Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
  } finally {
    database.close()
  }
}
