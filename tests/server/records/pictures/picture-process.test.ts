// The process that decodes pictures: what happens to a picture when it is killed.
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PictureTask } from '../../../../server/records/pictures/picture-task.ts'
import { createPictureDecoder } from '../../../../server/records/pictures/picture-process.ts'

// However busy the machine is.
const { decode } = createPictureDecoder({ longest: 240_000 })
const decodePicture = <Task extends PictureTask>(read: () => Promise<Task>) =>
  decode({ by: null, read, onSpent: () => {} })

const canList = spawnSync('pgrep', ['-V']).status === 0

/** Ids of the processes that this one has started to decode pictures. */
function children(): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'picture-child'], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

let content: Buffer
beforeAll(async () => {
  // Noise takes some time.
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  content = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } })
    .withExif({ IFD0: { Artist: 'Cleo' } })
    .jpeg({ quality: 50 })
    .toBuffer()
})

describe.skipIf(!canList)('the process that decodes pictures', () => {
  test('is killed over a picture, which another one decodes then', async () => {
    const decoding = decodePicture(async () => ({ asks: 'clean', content }) as const)
    await expect.poll(children).toHaveLength(1)
    const [first = 0] = children()
    process.kill(first, 'SIGKILL')
    expect(await decoding).toMatchObject({ is: 'cleaned' })
    const [second] = children()
    expect(second).not.toBe(first)
  })

  test('is killed over the same picture twice, which is none then; the next is decoded as ever', async () => {
    const decoding = decodePicture(async () => ({ asks: 'clean', content }) as const)
    let isOver = false
    const killing = (async () => {
      while (!isOver) {
        for (const child of children()) process.kill(child, 'SIGKILL')
        await setTimeout(5)
      }
    })()
    expect(await decoding).toBeUndefined()
    isOver = true
    await killing
    const small = await decodePicture(async () => ({ asks: 'shrink', content, width: 160 }) as const)
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 160, height: 120 })
  })
})
