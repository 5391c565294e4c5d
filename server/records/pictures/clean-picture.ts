// Takes out of a picture what a camera wrote into it: the place, the time, the device.
import type { Sharp } from 'sharp'
import { refused } from '../../policy/refused.ts'
import { inTurn, MOST_PIXELS, openPicture, readMetadata } from './load-sharp.ts'

/** What was read of a picture. `content`: without what it said of its maker; undefined: it says nothing. */
export interface CleanPicture {
  readonly isPicture: boolean
  readonly content?: Buffer
}

const MILLION = 1_000_000
/** Hardly anybody sees a difference. */
const QUALITY = 92
/** Where the better one would be larger than what was sent. */
const LOWER_QUALITY = 80

/** Refuses with 413 what has too many pixels, before they are decoded. Turns the picture as its camera was held. */
export async function cleanPicture(read: () => Promise<Buffer>): Promise<CleanPicture> {
  return inTurn(async () => {
    const content = await read()
    const found = await readMetadata(content)
    if (found === undefined) return { isPicture: false }
    const { format, width, height, pages = 1, exif, xmp, iptc } = found
    // All frames of an animation lie below each other.
    if (width * height * (format === 'heif' ? 1 : pages) > MOST_PIXELS)
      throw refused('picture_too_large', { most: MOST_PIXELS / MILLION })
    if (!exif && !xmp && !iptc) return { isPicture: true }
    const made = await encode(content, format, QUALITY)
    if (made === undefined) return { isPicture: false }
    const isLarger = format === 'jpeg' && made.length > content.length
    return { isPicture: true, content: isLarger ? ((await encode(content, format, LOWER_QUALITY)) ?? made) : made }
  })
}

/** Colours stay what they are: their profile says nothing of anybody. Undefined: it can't be decoded. */
async function encode(content: Buffer, format: string, quality: number): Promise<Buffer | undefined> {
  try {
    const picture = await openPicture(content, format === 'webp' || format === 'gif')
    return await inFormat(picture.autoOrient().keepIccProfile(), format, quality).toBuffer()
  } catch {
    return undefined
  }
}

function inFormat(picture: Sharp, format: string, quality: number): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality, chromaSubsampling: '4:4:4' })
  if (format === 'webp') return picture.webp({ quality })
  if (format === 'heif') return picture.avif({ quality: 70 })
  return format === 'gif' ? picture.gif() : picture.png()
}
