// Downloads of files over HTTP: who gets them, in which ranges, and under which name.
// @module-tag call/post/system/files
// @module-tag call/get/system/files/file
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FileValue } from '#shared/fields/file.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { FILES_DOCUMENT } from './file-document.ts'
import { download, uploaded } from './file-requests.ts'

let app: TestApp
let clerk: Caller
let colleague: Caller
let guest: Caller
let stranger: Caller
let administrator: Caller

beforeAll(async () => {
  app = await startApp(FILES_DOCUMENT)
  clerk = await app.as('Clerk', 'Cleo')
  colleague = await app.as('Clerk', 'Conny')
  guest = await app.as('Guest')
  stranger = await app.as('Stranger')
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())
beforeEach(() => {
  app.clock.now += 60_000
})

async function makeCase(fields: object, who = clerk) {
  const { status, body } = await who.post('/api/cases', { name: 'shown', ...fields })
  return { status, body }
}

describe('a download', () => {
  test(
    'goes by the rights of the record and of the field; all else is a file that is not there',
    { tags: ['P11', 'reference/files'] },
    async () => {
      const file = await uploaded(clerk)
      const hidden = await uploaded(clerk)
      const { body: shown } = await makeCase({ scan: { id: file.id } })
      const { body: unseen } = await makeCase({ name: 'not for guests', scan: { id: hidden.id } })
      const papers = await uploaded(clerk, 'paper.txt', Buffer.from('x'))
      await clerk.patch(`/api/cases/${shown.id}`, { papers: [{ id: papers.id }] })
      const unknown = await download(guest, { url: '/api/system/files/AAAAAAAAAAAAAAAAAAAAAA' })
      expect(unknown.status).toBe(404)
      for (const [who, which, status] of [
        [guest, file, 200],
        // Another record, another field.
        [guest, hidden, 404],
        [guest, papers, 404],
        [stranger, file, 404],
        [colleague, hidden, 200],
      ] as const) {
        const answer = await download(who, which)
        expect(answer.status).toBe(status)
        if (status === 404)
          expect(JSON.parse(String(answer.body))).toEqual({
            ...(JSON.parse(String(unknown.body)) as object),
            request: expect.any(String) as string,
          })
      }
      await clerk.patch(`/api/cases/${shown.id}`, { name: 'not any more' })
      expect((await download(guest, file)).status).toBe(404)
      await clerk.delete(`/api/cases/${unseen.id}`)
      expect((await download(colleague, hidden)).status).toBe(404)
      await clerk.post(`/api/cases/${unseen.id}/restore`)
      expect((await download(colleague, hidden)).status).toBe(200)
    },
  )

  test('of what no record holds yet is for the person who uploaded it', async () => {
    const file = await uploaded(clerk)
    expect((await download(clerk, file)).status).toBe(200)
    expect((await download(colleague, file)).status).toBe(404)
    expect((await download(administrator, file)).status).toBe(404)
  })

  test('sends a range, nothing where it is known, and 416 beyond the end', { tags: 'reference/files' }, async () => {
    const content = Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251))
    const file = await uploaded(clerk, 'bytes.bin', content)
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=262100-262200', 262_100, 262_201],
      ['bytes=599990-', 599_990, 600_000],
      ['bytes=-5', 599_995, 600_000],
      ['bytes=599990-700000', 599_990, 600_000],
    ] as const) {
      const { status, body, headers } = await download(clerk, file, { Range: range })
      expect([status, headers['content-range'], Buffer.compare(body as Buffer, content.subarray(from, to))]).toEqual([
        ...[206, `bytes ${from}-${to - 1}/600000`, 0],
      ])
    }
    const beyond = await download(clerk, file, { Range: 'bytes=600000-' })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */600000'])
    expect(JSON.parse(String(beyond.body))).toMatchObject({ status: 416, code: 'range_unsatisfiable' })
    const whole = await download(clerk, file, { Range: 'bytes=0-1,5-6' })
    expect([whole.status, (whole.body as Buffer).length]).toEqual([200, 600_000])
    const known = await download(clerk, file, { 'If-None-Match': String(whole.headers['etag']) })
    expect([known.status, (known.body as Buffer).length]).toEqual([304, 0])
    const tag = String(whole.headers['etag'])
    for (const [ifRange, status] of [
      [tag, 206],
      [`W/${tag}`, 200],
      ['"another"', 200],
      ['Sat, 21 Nov 2026 10:00:00 GMT', 200],
    ] as const)
      expect((await download(clerk, file, { Range: 'bytes=0-9', 'If-Range': ifRange })).status).toBe(status)
    const asked = await app.anyone.head(file.url).set({ Authorization: `Bearer ${clerk.token}`, Range: 'bytes=0-9' })
    expect([asked.status, asked.headers['content-length']]).toEqual([200, '600000'])
  })

  test('has the name that a browser writes with quotation marks and line ends in it', async () => {
    const sent = 'a%22b%0D%0Ac%0ad% 100%25 ä.txt'
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="${sent}"\r\n\r\nx\r\n--b--\r\n`
    const request = clerk.post('/api/system/files').set('Content-Type', 'multipart/form-data; boundary=b')
    const { body: file } = await request.send(body as never)
    expect(file.name).toBe('a"b c d% 100%25 ä.txt')
    const { headers } = await download(clerk, file as FileValue)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="a_b c d_ 100_25 _.txt"; filename*=UTF-8''a%22b%20c%20d%25%20100%2525%20%C3%A4.txt`,
    )
  })
})
