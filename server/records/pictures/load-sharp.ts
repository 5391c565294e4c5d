// Opens pictures with a library that is loaded when the first one comes, and reads these formats only.
import type SharpModule from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { createWorkQueue } from '../../work-queue.ts'

/** Pixels of a picture, all its frames together: a camera of a phone makes 12 to 50 million. Decoded, each takes 4 bytes. */
export const MOST_PIXELS = 64_000_000

const LONGEST_SECONDS = 20
const FORMATS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

let loading: Promise<typeof SharpModule> | undefined

async function loadSharp(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp')
  // What calls itself a picture may be something else inside: an SVG could refer to other files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: FORMATS.flatMap((format) => [`VipsForeignLoad${format}Buffer`, `VipsForeignLoad${format}Source`]),
  })
  // One picture has one thread: the database needs some, too.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** A picture that breaks off is read as far as it goes. `isAnimated`: with all its frames. */
export async function openPicture(content: Buffer, isAnimated = false): Promise<Sharp> {
  const sharp = await (loading ??= loadSharp())
  return sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'none', animated: isAnimated }).timeout({
    seconds: LONGEST_SECONDS,
  })
}

/** What it says of itself, however large it is; nothing of it is decoded. Undefined: it is no picture. */
export async function readMetadata(content: Buffer): Promise<Metadata | undefined> {
  const sharp = await (loading ??= loadSharp())
  try {
    return await sharp(content, { limitInputPixels: false, failOn: 'none' }).metadata()
  } catch {
    return undefined
  }
}

/** Two at a time: a large one takes 256 MB while it is read. */
export const inTurn = createWorkQueue(2, 100)
