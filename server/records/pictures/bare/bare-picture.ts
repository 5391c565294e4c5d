// Leaves texts, comments, what a camera wrote and appended bytes out of a picture.
import { bareAvif } from './bare-avif.ts'
import { bareGif } from './bare-gif.ts'
import { bareJpeg } from './bare-jpeg.ts'
import { barePng } from './bare-png.ts'
import { bareWebp } from './bare-webp.ts'

/** Undefined: its parts don't stand as the format says; it can be encoded anew. */
export type MakeBare = (content: Buffer) => Buffer | undefined

const BY_FORMAT: ReadonlyMap<string, MakeBare> = new Map([
  ['jpeg', bareJpeg],
  ['png', barePng],
  ['webp', bareWebp],
  ['gif', bareGif],
  ['heif', bareAvif],
])

/** The pixels stay as they are, bit by bit. `format`: as sharp names it. */
export function makeBare(content: Uint8Array, format: string): Buffer | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  try {
    return BY_FORMAT.get(format)?.(bytes)
  } catch (error) {
    // It ends in the middle of a part.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
