// Pictures over HTTP: what is taken out of them, which are refused, and how small ones are made of them.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileValue } from '#shared/fields/file.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { FILES_DOCUMENT, PDF, PNG } from './file-document.ts'
import { download, upload, uploaded } from './file-requests.ts'

let app: TestApp
let clerk: Caller
let guest: Caller

beforeAll(async () => {
  app = await startApp(FILES_DOCUMENT)
  clerk = await app.as('Clerk', 'Cleo')
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

const PLACE = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' }

/**
 * Makes a picture as a camera that was held upright does: 80 pixels wide and 60 high, to be turned. Its upper left
 * quarter is red.
 */
function photograph() {
  const quarter = { create: { width: 40, height: 30, channels: 3, background: 'red' } } as const
  return sharp({ create: { width: 80, height: 60, channels: 3, background: 'blue' } })
    .composite([{ input: quarter, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera', Artist: 'Cleo' }, IFD3: PLACE })
    .withMetadata({ orientation: 6 })
}

/** With texts of its format: a comment of JPEG, GIF, a text of PNG, a chunk of WebP, a box of AVIF. */
function withTexts(content: Buffer, format: string): Buffer {
  const text = Buffer.from('SECRET of Cleo')
  const sized = (length: number, bytes: 2 | 4): Buffer => {
    const written = Buffer.alloc(bytes)
    written.writeUIntBE(length, 0, bytes)
    return written
  }
  const insert = (at: number, ...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([content.subarray(0, at), ...parts, content.subarray(at)])
  switch (format) {
    case 'jpeg':
      return insert(2, Buffer.from([0xff, 0xfe]), sized(text.length + 2, 2), text)
    case 'png':
      return insert(33, chunkOfPng('tEXt', Buffer.concat([Buffer.from('Author\0'), text])))
    case 'webp': {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(text.length)
      const made = Buffer.concat([content, Buffer.from('NOTE'), length, text])
      made.writeUInt32LE(made.length - 8, 4)
      return made
    }
    case 'gif':
      return insert(content.length - 1, Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0]))
    default:
      return Buffer.concat([content, sized(text.length + 8, 4), Buffer.from('uuid'), text])
  }
}

function chunkOfPng(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

async function contentOf(file: FileValue, query = ''): Promise<Buffer> {
  const { status, body } = await download(clerk, { url: `${file.url}${query}` })
  expect(status).toBe(200)
  return body as Buffer
}

/** Makes a PNG of one colour that claims this size in pixels. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    ...[PNG.subarray(0, 8), chunkOfPng('IHDR', header), chunkOfPng('IDAT', deflateSync(Buffer.alloc(1_000)))],
    chunkOfPng('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture', { tags: 'I07' }, () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'of a camera keeps no place and no names, and stands upright: %s',
    async (format) => {
      const sent = await photograph().toFormat(format).toBuffer()
      expect((await sharp(sent).metadata()).exif).toBeDefined()
      const file = await uploaded(clerk, `photo.${format}`, sent)
      const kept = await contentOf(file)
      expect(kept.length).toBe(file.size)
      const { exif, xmp, iptc, orientation = 1, width, height } = await sharp(kept).metadata()
      expect({ exif, xmp, iptc, orientation }).toEqual({ orientation: 1 })
      expect(kept.includes('Camera') || kept.includes('Cleo')).toBe(false)
      expect([width, height]).toEqual([60, 80])
      // A quarter turn to the right: what was at the upper left is at the upper right.
      const pixels = await sharp(kept).removeAlpha().raw().toBuffer()
      const isRedAt = (x: number, y: number) => (pixels[(y * 60 + x) * 3] ?? 0) > 200
      expect([isRedAt(45, 20), isRedAt(15, 20), isRedAt(45, 60)]).toEqual([true, false, false])
    },
  )

  test('that says nothing of its maker stays as it is, byte by byte', async () => {
    const sent = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer()
    expect(await contentOf(await uploaded(clerk, 'plain.jpg', sent))).toEqual(sent)
    expect(await contentOf(await uploaded(clerk, 'plain.png', PNG))).toEqual(PNG)
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'loses texts, comments and what is appended to it, and none of its pixels: %s',
    async (format) => {
      const plain = await photograph().withMetadata({ orientation: 1 }).toFormat(format).toBuffer()
      const sent = Buffer.concat([withTexts(plain, format), Buffer.from('APPENDED by Cleo')])
      expect(sent.includes('Cleo')).toBe(true)
      const file = await uploaded(clerk, `photo.${format}`, sent)
      expect(file.type).toBe(`image/${format}`)
      const kept = await contentOf(file)
      expect(['Cleo', 'Camera', 'APPENDED', 'SECRET'].filter((word) => kept.includes(word))).toEqual([])
      const pixelsOf = (content: Buffer) => sharp(content).raw().toBuffer()
      // AVIF with EXIF in it is encoded anew.
      if (format !== 'avif') expect(await pixelsOf(kept)).toEqual(await pixelsOf(plain))
      expect(await sharp(kept).metadata()).toMatchObject({ width: 80, height: 60 })
    },
  )

  test('with too many pixels is refused before they are read', async () => {
    const before = process.memoryUsage().rss
    const { status, body } = await upload(clerk, 'huge.png', pngOf(100_000, 100_000))
    expect([status, body.code, body.detail]).toEqual([
      ...[413, 'too_large', 'This picture has too many pixels: at most 64 million are taken.'],
    ])
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2)
    expect((await upload(clerk, 'large.png', pngOf(8_000, 8_000))).status).toBe(201)
    expect((await upload(clerk, 'larger.png', pngOf(8_000, 8_001))).status).toBe(413)
  })

  test('that only begins as one is none, and is never shown as one', async () => {
    const file = await uploaded(clerk, 'photo.png', Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>')]))
    expect(file.type).toBe('application/octet-stream')
    expect((await download(clerk, file)).headers['content-disposition']).toMatch(/^attachment;/)
    const { status, body } = await clerk.post('/api/cases', { name: 'x', photo: { id: file.id } })
    expect([status, body.errors[0].field]).toEqual([422, 'photo'])
  })

  test('leaves nothing behind of what was sent first', async () => {
    const { storage } = app.dependencies
    const clear = () => storage.write((transaction) => transaction.clearFiles('2100-01-01T00:00:00.000Z', 100))
    await clear()
    await uploaded(clerk, 'photo.jpg', await photograph().jpeg().toBuffer())
    await upload(clerk, 'huge.png', pngOf(100_000, 100_000))
    expect(await clear()).toBe(1)
  })
})

test('a picture of a camera counts once for what a person may store', async () => {
  const writer = await app.as('Clerk', 'With a camera')
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  // 2.3 MB, of which 1.9 are kept, of 8 MB: four are taken, and no fifth.
  const sent = await sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#888', noise } })
    .withExif({ IFD0: { Artist: 'Cleo' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const answers: number[] = []
  for (let index = 0; index < 5; index++) answers.push((await upload(writer, `${index}.jpg`, sent)).status)
  expect(answers).toEqual([201, 201, 201, 201, 413])
})

describe('a small picture', () => {
  test('is as wide as asked for at most, has its own ETag, and is read by the rights of the large one', async () => {
    const large = await sharp({ create: { width: 1_200, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const file = await uploaded(clerk, 'large.png', large)
    for (const [width, height] of [
      [160, 80],
      [480, 240],
    ] as const) {
      const small = await sharp(await contentOf(file, `?width=${width}`)).metadata()
      expect([small.format, small.width, small.height]).toEqual(['webp', width, height])
    }
    const { headers } = await download(clerk, { url: `${file.url}?width=160` })
    expect(headers['content-type']).toBe('image/webp')
    expect(headers['etag']).toBe(`"${file.id}-160"`)
    const again = await download(clerk, { url: `${file.url}?width=160` }, { 'If-None-Match': String(headers['etag']) })
    expect(again.status).toBe(304)
    // It was made for the one who may read it; it stays closed to all others.
    expect((await download(guest, { url: `${file.url}?width=160` })).status).toBe(404)
  })

  test('is no larger than its picture, and is made once for fifty who ask for it at once', async () => {
    const file = await uploaded(clerk, 'dot.png', PNG)
    const all = await Promise.all(Array.from({ length: 50 }, () => contentOf(file, '?width=480')))
    for (const each of all) expect(each).toEqual(all[0])
    expect(await sharp(all[0]).metadata()).toMatchObject({ width: 1, height: 1 })
  })

  test('is not made of what is no picture, nor in other sizes', async () => {
    const file = await uploaded(clerk, 'plan.pdf', PDF)
    for (const query of ['?width=160', '?width=161', '?width=99999'])
      expect((await download(clerk, { url: `${file.url}${query}` })).status).toBe(400)
  })
})
