// Files over HTTP: what is uploaded, what a field takes, and whose file it is.
// @module-tag call/post/system/files
// @module-tag call/get/system/files/file
import { createHash } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FileValue } from '#shared/fields/file.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { deleteUnusedFiles } from '../../../../server/jobs/delete-unused-files.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { FILES_DOCUMENT, PDF, PNG } from './file-document.ts'
import { download, upload, uploaded } from './file-requests.ts'

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

describe('an upload', () => {
  test('has no more bytes in a record than a list counts with', async () => {
    const { body } = await upload(clerk, `${'🚀'.repeat(251)}.txt`, Buffer.from('plain'))
    const made = await makeCase({ scan: { id: body.id } })
    const { scan } = (await clerk.get(`/api/cases/${made.body.id}`)).body
    expect(scan).toEqual(body)
    expect(Buffer.byteLength(JSON.stringify(scan))).toBeGreaterThan(1_000)
    expect(Buffer.byteLength(JSON.stringify(scan))).toBeLessThan(fieldType('file').itemBytes ?? 0)
  })

  test('gives the file by its id, and the field that takes it shows name, type, size and address', async () => {
    const { status, body } = await upload(clerk, 'plan.pdf', PDF)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/) as string,
      name: 'plan.pdf',
      type: 'application/pdf',
      size: PDF.length,
      url: `/api/system/files/${body.id}`,
    })
    const made = await makeCase({ scan: { id: body.id }, papers: [] })
    expect([made.status, made.body.scan]).toEqual([201, body])
    const read = await clerk.get(`/api/cases/${made.body.id}`)
    expect(read.body.scan).toEqual(body)
    const list = await clerk.get('/api/cases?fields=name,scan&sort=-created_at&limit=1')
    expect(list.body.items[0].scan).toEqual(body)
  })

  test('goes in parts, and comes back as it was', async () => {
    const content = Buffer.alloc(1_700_000, 'abcdefg\n')
    const file = await uploaded(clerk, 'long.txt', content)
    expect(file.size).toBe(content.length)
    const back = await download(clerk, file)
    const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
    expect(hash(back.body as Buffer)).toBe(hash(content))
    expect(back.headers).toMatchObject({
      'content-length': String(content.length),
      'content-type': 'text/plain',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(back.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/)
  })

  test('of nothing is an empty file', async () => {
    const file = await uploaded(clerk, 'empty.txt', Buffer.alloc(0))
    expect([file.size, file.type]).toEqual([0, 'text/plain'])
    expect((await download(clerk, file)).body).toEqual(Buffer.alloc(0))
  })

  test.each([
    ['photo.pdf', PNG, 'image/png'],
    ['page.html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html'],
    ['drawing.svg', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['notes', Buffer.from('no ending'), 'application/octet-stream'],
    ['strange.txt', Buffer.from([0x01, 0x00, 0x80]), 'application/octet-stream'],
  ])(
    'is what its content says, whatever it is called: %s',
    { tags: ['B05', 'reference/files'] },
    async (name, content, type) => {
      const { body } = await upload(clerk, name, content, 'text/html; charset=evil')
      expect([body.name, body.type]).toEqual([name, type])
      const { headers } = await download(clerk, body)
      expect(headers['content-type']).toBe(type)
      expect(headers['content-disposition']).toMatch(type === 'image/png' ? /^inline;/ : /^attachment;/)
    },
  )

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\plan.pdf', 'plan.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['..', 'file'],
    [`${'ä'.repeat(251)}.pdf`, `${'ä'.repeat(251)}.pdf`],
    [`${'folder/'.repeat(100)}plan.pdf`, 'plan.pdf'],
  ])('has a name that can be saved: %j', { tags: 'I08' }, async (sent, kept) => {
    const boundary = 'line'
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${sent.replaceAll('\\', '\\\\')}"\r\n\r\nx\r\n--${boundary}--\r\n`
    const { body } = await clerk
      .post('/api/system/files')
      .set('Content-Type', `multipart/form-data; boundary=${boundary}`)
      .send(part as unknown as object)
    expect(body.name).toBe(kept)
    const { headers } = await download(clerk, body as FileValue)
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(kept)}`)
  })

  test.each([
    [
      `${'ä'.repeat(252)}.pdf`,
      'The name of this file has 256 characters; at most 255 are taken. Give it a shorter one.',
    ],
    [
      `a${'\u0301'.repeat(31)}.pdf`,
      'The name of this file has more than 30 accents and other marks on one letter. Give it another one.',
    ],
  ])('is refused with a name that no file has: %#', async (name, message) => {
    const { status, body } = await upload(clerk, name, PDF)
    expect([status, body.code, body.detail]).toEqual([400, 'malformed', message])
  })

  test('is refused where it is none, where it is too large, and where it breaks off', async () => {
    const noForm = await clerk.post('/api/system/files', { name: 'x' })
    expect([noForm.status, noForm.body.detail]).toEqual([
      415,
      'Send the file as multipart/form-data, as the part "file".',
    ])
    const other = await clerk.post('/api/system/files').field('note', 'x')
    expect([other.status, other.body.detail]).toEqual([400, 'The body has no file. Send it as the part "file".'])
    const large = await upload(clerk, 'large.bin', Buffer.alloc(3 * 1024 ** 2 + 1))
    expect([large.status, large.body.code, large.body.detail]).toEqual([
      ...[413, 'too_large', 'This file is too large: at most 3 MB are taken.'],
    ])
    const cut = await clerk
      .post('/api/system/files')
      .set('Content-Type', 'multipart/form-data; boundary=line')
      .send('--line\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf' as unknown as object)
    expect([cut.status, cut.body.code]).toEqual([400, 'malformed'])
    const cutOther = await clerk
      .post('/api/system/files')
      .set('Content-Type', 'multipart/form-data; boundary=line')
      .send('--line\r\nContent-Disposition: form-data; name="other"; filename="a.txt"\r\n\r\nhalf' as unknown as object)
    expect([cutOther.status, cutOther.body.code]).toEqual([400, 'malformed'])
  })

  test('is for people who may give a file to something', async () => {
    expect((await upload(stranger, 'plan.pdf', PDF)).status).toBe(403)
    expect((await upload(guest, 'plan.pdf', PDF)).status).toBe(403)
    const nobody = await request(app.server).post('/api/system/files').attach('file', PDF, 'plan.pdf')
    expect(nobody.status).toBe(401)
    const described = async (who: Caller) =>
      Object.keys((await who.get('/api/openapi.json')).body.paths as object).includes('/api/system/files')
    expect([await described(clerk), await described(stranger)]).toEqual([true, false])
  })

  test('counts against what one person may store', async () => {
    const writer = await app.as('Clerk', 'Many')
    const answers: number[] = []
    for (let index = 0; index < 5; index++)
      answers.push((await upload(writer, `${index}.bin`, Buffer.alloc(2_500_000))).status)
    expect(answers).toEqual([201, 201, 201, 413, 413])
    expect((await upload(writer, 'small.txt', Buffer.from('x'))).status).toBe(201)
  })
})

describe('a field', () => {
  test('takes what its limits allow, and says which file it does not take', { tags: 'reference/files' }, async () => {
    const [image, text, large] = [
      await uploaded(clerk, 'photo.png', PNG),
      await uploaded(clerk, 'notes.txt', Buffer.from('words')),
      await uploaded(clerk, 'large.txt', Buffer.alloc(1_200_000, 'x')),
    ]
    const errorsOf = async (fields: object): Promise<readonly string[]> => {
      const { status, body } = await makeCase(fields)
      expect(status).toBe(422)
      return (body.errors as readonly { readonly field: string; readonly message: string }[]).map(
        ({ field, message }) => `${field}: ${message}`,
      )
    }
    expect(await errorsOf({ scan: { id: image.id }, photo: { id: text.id } })).toEqual([
      'scan: Scan takes only pdf and txt, and “photo.png” is none of these.',
      'photo: Photo takes only pictures (PNG, JPEG, GIF, WebP, AVIF), and “notes.txt” is none.',
    ])
    expect(await errorsOf({ scan: { id: large.id } })).toEqual([
      'scan: Scan takes files up to 1 MB, and “large.txt” is larger.',
    ])
    const four = await Promise.all([1, 2, 3, 4].map((each) => uploaded(clerk, `${each}.txt`, Buffer.from('x'))))
    expect(await errorsOf({ papers: four.map(({ id }) => ({ id })) })).toEqual([
      'papers: Papers has 4 entries; at most 3 are allowed.',
    ])
    expect(await errorsOf({ papers: [four[0], four[0]] })).toEqual(['papers: Papers has a file twice.'])
    expect(await errorsOf({ scan: { id: 'nowhere' } })).toEqual([
      'scan: Scan: this file is not there. Upload it first.',
    ])
    expect(await errorsOf({ scan: 'plan.pdf' })).toEqual([
      'scan: Scan must be the id of an uploaded file: { "id": "…" }.',
    ])
  })

  test('keeps what is known of a file, whatever is sent beside its id', async () => {
    const file = await uploaded(clerk)
    const { body } = await makeCase({ scan: { ...file, name: 'other.exe', size: 1, url: 'https://elsewhere' } })
    expect(body.scan).toEqual(file)
  })

  test('sent back as it was read is no change', async () => {
    const file = await uploaded(clerk)
    const { body } = await makeCase({ scan: { id: file.id } })
    const same = await clerk.patch(`/api/cases/${body.id}`, { scan: body.scan })
    expect([same.status, same.body._version]).toEqual([200, 1])
  })

  test('loses a file, which nobody reads then, and takes it back by undo', { tags: 'reference/files' }, async () => {
    const [one, two] = [
      await uploaded(clerk, '1.txt', Buffer.from('1')),
      await uploaded(clerk, '2.txt', Buffer.from('2')),
    ]
    const { body } = await makeCase({ papers: [{ id: one.id }, { id: two.id }] })
    await clerk.patch(`/api/cases/${body.id}`, { papers: [{ id: two.id }] })
    expect((await download(clerk, one)).status).toBe(404)
    expect((await download(clerk, two)).status).toBe(200)
    const { body: history } = await administrator.get(`/api/cases/${body.id}/history`)
    expect(history.items[0].changes.papers).toEqual([[one, two], [two]])
    const changes = await clerk.get('/api/system/changes?limit=1')
    const undone = await clerk.post(`/api/system/changes/${changes.body.items[0].id}/undo`)
    expect(undone.status).toBe(200)
    expect((await download(clerk, one)).status).toBe(200)
  })

  test('is empty or not in a filter', { tags: 'reference/files' }, async () => {
    const file = await uploaded(clerk)
    await makeCase({ name: 'with a scan', scan: { id: file.id } })
    await makeCase({ name: 'without' })
    const names = async (filter: string) =>
      ((await clerk.get(`/api/cases?filter=${encodeURIComponent(filter)}`)).body.items as { name: string }[]).map(
        ({ name }) => name,
      )
    expect(await names('scan != null and name in ["with a scan", "without"]')).toEqual(['with a scan'])
    expect(await names('scan.name == "plan.pdf" and name == "with a scan"')).toEqual(['with a scan'])
    expect(await names('scan.size > 1000000')).toEqual([])
  })
})

test('one upload that is given to fifty records at once is a file of its own in each', async () => {
  const file = await uploaded(clerk)
  const names = Array.from({ length: 50 }, (_, at) => `shared ${at}`)
  const made = await Promise.all(names.map((name) => makeCase({ name, scan: { id: file.id } })))
  expect(made.map(({ status }) => status)).toEqual(names.map(() => 201))
  expect(new Set(made.map(({ body }) => body.scan.id)).size).toBe(50)
  for (const { body } of made) expect((await download(clerk, body.scan as FileValue)).body).toEqual(PDF)
})

test('copies count for the person who makes them, each content once', async () => {
  const { storage } = app.dependencies
  const storedBy = (who: Caller) => storage.write((transaction) => transaction.bytesStoredBy(who.id))
  const [owner, copier] = [await app.as('Clerk', 'Owner'), await app.as('Clerk', 'Copier')]
  const file = await uploaded(owner, 'large.txt', Buffer.alloc(900_000, 'x'))
  const { body } = await makeCase({ name: 'to copy', scan: { id: file.id } }, owner)
  const before = await storedBy(owner)
  for (const name of ['a', 'b', 'c']) expect((await makeCase({ name, scan: body.scan }, copier)).status).toBe(201)
  expect(await storedBy(owner)).toBe(before)
  expect(await storedBy(copier)).toBeGreaterThan(900_000)
  expect(await storedBy(copier)).toBeLessThan(1_000_000)
})

describe('a file of others', () => {
  test('is not taken by its id: not what they uploaded, and not what one may not read', async () => {
    const theirs = await uploaded(colleague)
    expect((await makeCase({ scan: { id: theirs.id } })).status).toBe(422)
    const { body } = await administrator.post('/api/cases', {
      name: 'of administrators',
      secret: { id: (await uploaded(administrator)).id },
    })
    expect((await makeCase({ scan: { id: body.secret.id } })).status).toBe(422)
    const signed = await clerk.post(`/api/cases/${body.id}/sign`, { contract: { id: body.secret.id } })
    expect([signed.status, signed.body.errors[0].field]).toEqual([422, 'contract'])
    const called = await clerk.post('/api/hand-in', { name: 'x', paper: { id: body.secret.id } })
    expect([called.status, called.body.errors[0].field]).toEqual([422, 'paper'])
  })

  test(
    'is copied where one may read it: each field has its own, read by its own rights',
    { tags: 'reference/files' },
    async () => {
      const file = await uploaded(colleague)
      const { body: first } = await makeCase({ name: 'one', scan: { id: file.id } }, colleague)
      const { body: second } = await makeCase({ name: 'shown', scan: first.scan })
      expect(second.scan).toMatchObject({ name: file.name, size: file.size })
      expect(second.scan.id).not.toBe(file.id)
      expect((await download(guest, second.scan as FileValue)).status).toBe(200)
      expect((await download(guest, file)).status).toBe(404)
    },
  )

  test('is given on by the document, on its own authority', { tags: 'reference/files' }, async () => {
    const secret = await uploaded(administrator)
    const { body } = await administrator.post('/api/cases', { name: 'copied', secret: { id: secret.id } })
    const copied = await clerk.post(`/api/cases/${body.id}/copy`, {})
    expect(copied.status).toBe(200)
    const { body: copies } = await clerk.get('/api/copies')
    expect(copies.items[0].scan.id).not.toBe(secret.id)
    expect((await download(clerk, copies.items[0].scan as FileValue)).body).toEqual(PDF)
    expect((await download(clerk, secret)).status).toBe(404)
  })
})

test('an input of a transition and of a call takes a file', { tags: 'reference/files' }, async () => {
  const { body } = await makeCase({ name: 'to sign' })
  const contract = await uploaded(clerk)
  const signed = await clerk.post(`/api/cases/${body.id}/sign`, { contract: { id: contract.id } })
  expect([signed.status, signed.body.signed]).toEqual([200, contract])
  const missing = await clerk.post(`/api/cases/${body.id}/sign`, {})
  expect([missing.status, missing.body.errors[0].message]).toEqual([422, 'Contract is required.'])
  const paper = await uploaded(clerk)
  expect((await clerk.post('/api/hand-in', { name: 'handed in', paper: { id: paper.id } })).status).toBe(201)
  const { body: found } = await clerk.get(`/api/cases?filter=${encodeURIComponent('name == "handed in"')}`)
  expect(found.items[0].scan).toEqual(paper)
})

test(
  'what nothing holds is removed after a day, and with a record that is gone for good',
  { tags: 'reference/files' },
  async () => {
    const { storage } = app.dependencies
    const [unused, kept, left] = [await uploaded(clerk), await uploaded(clerk), await uploaded(clerk)]
    await makeCase({ name: 'kept', scan: { id: kept.id } })
    const { body } = await makeCase({ name: 'to go', scan: { id: left.id } })
    await storage.write((transaction) => transaction.delete('Case', String(body.id), true))
    const later = (hours: number): string => new Date(app.clock.now - hours * 3_600_000).toISOString()
    await deleteUnusedFiles(storage, later(24))
    const isThere = async ({ id }: FileValue): Promise<boolean> => (await storage.database.file(id)) !== undefined
    expect([await isThere(unused), await isThere(kept), await isThere(left)]).toEqual([true, true, false])
    await deleteUnusedFiles(storage, later(-1))
    expect([await isThere(unused), await isThere(kept)]).toEqual([false, true])
    expect(await storage.database.filePart(unused.id, 0)).toBeUndefined()
    expect((await download(clerk, kept)).body).toEqual(PDF)
  },
)
