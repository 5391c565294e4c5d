// Pictures that take long to decode hold up nobody else's: they end, are not tried again, and count for who sent them.
// @module-tag O16
import { crc32, deflateSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createFairQueue } from '../../../../server/records/pictures/fair-queue.ts'
import { TooBusy } from '../../../../server/work-queue.ts'
import { NO_BOUND } from '../../../../server/auth/rate-limit/usage-budget.ts'
import type { PictureAnswers, PictureTask } from '../../../../server/records/pictures/picture-task.ts'
import type { PictureDecoder, PictureWork } from '../../../../server/records/pictures/picture-process.ts'
import { createPictureDecoder } from '../../../../server/records/pictures/picture-process.ts'
import type { StartOptions, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { FILES_DOCUMENT, PNG } from './file-document.ts'
import { upload } from './file-requests.ts'

let app: TestApp | undefined
afterEach(async () => {
  await app?.stop()
  app = undefined
})

const start = async (options: StartOptions) => {
  app = await startApp(FILES_DOCUMENT, undefined, options)
  return { app, clerk: await app.as('Clerk', 'Cleo'), other: await app.as('Clerk', 'Otto') }
}

test('what runs into its time is refused, and not tried again; the next picture is read as ever', async () => {
  let started = 0
  const onStart = (): void => void (started += 1)
  // No decoder is loaded within a millisecond.
  const hasty = createPictureDecoder({ longest: 1, onStart })
  const patient = createPictureDecoder()
  let pictures = hasty
  const { clerk } = await start({ pictures: { decode: (work) => pictures.decode(work) } })
  const { status, body } = await upload(clerk, 'slow.png', PNG)
  expect([status, body.code, body.detail]).toEqual([
    ...[413, 'too_large', 'This picture takes too long to read. Save it smaller, or in another format.'],
  ])
  expect(started).toBe(1)
  pictures = patient
  expect((await upload(clerk, 'quick.png', PNG)).status).toBe(201)
})

test('a picture that has to be encoded anew has fewer pixels, and is refused before that', async () => {
  const { clerk } = await start({})
  const { status, body } = await upload(clerk, 'turned.png', turnedPng(8_000, 4_001))
  expect([status, body.detail]).toEqual([413, 'This picture has too many pixels: at most 32 million are taken.'])
})

test('the time of its process is in the budget of who sends a picture', async () => {
  const decode = async <Task extends PictureTask>({ read, onSpent }: PictureWork<Task>) => {
    await read()
    onSpent(600)
    return { is: 'clean' } as unknown as PictureAnswers[Task['asks']]
  }
  const pictures: PictureDecoder = { decode }
  const { clerk, other } = await start({ pictures, budget: { ...NO_BOUND, milliseconds: 1_000 } })
  const statuses: number[] = []
  for (let at = 0; at < 3; at++) statuses.push((await upload(clerk, 'a.png', PNG)).status)
  expect(statuses).toEqual([201, 201, 429])
  expect((await upload(other, 'a.png', PNG)).status).toBe(201)
})

test('each person has a lane, and nobody two turns while others wait', async () => {
  const queue = createFairQueue({ atOnce: 2, mostWaiting: 6, mostOfOne: 4 })
  const done: string[] = []
  const holds: (() => void)[] = []
  const work = (by: string, at: number) =>
    queue.run(by, async () => {
      await new Promise<void>((resolve) => holds.push(resolve))
      done.push(`${by}${at}`)
    })
  const all = [1, 2, 3, 4, 5].map((at) => work('a', at))
  await expect(work('a', 6)).rejects.toBeInstanceOf(TooBusy)
  all.push(work('b', 1), work('b', 2), work('c', 1))
  await expect(work('d', 1)).rejects.toBeInstanceOf(TooBusy)
  // One of each at once, although a has sent five before.
  while (done.length < all.length) {
    expect(holds.length).toBeLessThanOrEqual(2)
    holds.shift()?.()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  await Promise.all(all)
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5'])
})

/** Says that its camera was turned, and nearly nothing else. */
function turnedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  // One entry: orientation, 6.
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  return Buffer.concat([
    PNG.subarray(0, 8),
    ...[chunk('IHDR', header), chunk('eXIf', exif), chunk('IDAT', deflateSync(Buffer.alloc(1_000)))],
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
