// Takes out of a picture what a camera or a program wrote into it: the place, the time, the device, texts.
import type { Metadata, Sharp } from 'sharp'
import { makeBare } from './bare/bare-picture.ts'
import { MOST_PIXELS, openPicture, readMetadata } from './open-picture.ts'
import type { CleanPicture } from './picture-task.ts'

/** Hardly anybody sees a difference. */
const QUALITY = 92
/** Quality that is used if the result at `QUALITY` would be larger than the file that was sent. */
const LOWER_QUALITY = 80

/** Pixels that are encoded anew, in a second or two of the processor's time; JPEG is the quickest. */
const MOST_ENCODED = 32_000_000

/** Turns the picture as its camera was held. One with too many pixels is not decoded. */
export async function cleanPicture(content: Uint8Array): Promise<CleanPicture> {
  const found = await readMetadata(content)
  if (found === undefined) return { is: 'no picture' }
  const { format } = found
  const pixels = pixelsOf(found)
  if (pixels > MOST_PIXELS) return { is: 'too large', most: MOST_PIXELS }
  const bare = isTurned(found) ? undefined : makeBare(content, format)
  if (bare !== undefined && !tellsOfMaker(await readMetadata(bare)))
    return bare.equals(content) ? { is: 'clean' } : { is: 'cleaned', content: bare }
  const most = format === 'jpeg' ? MOST_PIXELS : MOST_ENCODED
  if (pixels > most) return { is: 'too large', most }
  const made = await encode(content, format, QUALITY)
  if (made === undefined) return { is: 'no picture' }
  const isLarger = format === 'jpeg' && made.length > content.length
  return { is: 'cleaned', content: isLarger ? ((await encode(content, format, LOWER_QUALITY)) ?? made) : made }
}

/** All frames of an animation lie below each other. */
function pixelsOf({ format, width, height, pages = 1 }: Metadata): number {
  return width * height * (format === 'heif' ? 1 : pages)
}

/** The camera was held another way: the pixels have to be turned. */
function isTurned({ orientation = 1, format }: Metadata): boolean {
  return orientation !== 1 && format !== 'heif'
}

/**
 * Reports whether the picture has to be encoded again from what was sent: its metadata still describes its maker, or
 * it can't be read any more.
 */
function tellsOfMaker(bare: Metadata | undefined): boolean {
  return bare === undefined || [bare.exif, bare.xmp, bare.iptc].some(Boolean)
}

/** Colours stay what they are: their profile says nothing of anybody. Undefined: it can't be decoded. */
async function encode(content: Uint8Array, format: string, quality: number): Promise<Uint8Array | undefined> {
  try {
    const picture = openPicture(content, format === 'webp' || format === 'gif')
    return await inFormat(picture.autoOrient().keepIccProfile(), format, quality).toBuffer()
  } catch {
    return undefined
  }
}

function inFormat(picture: Sharp, format: string, quality: number): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality, chromaSubsampling: '4:4:4' })
  if (format === 'webp') return picture.webp({ quality })
  // More effort makes it hardly smaller, and takes thirty times as long.
  if (format === 'heif') return picture.avif({ quality: 70, effort: 0 })
  return format === 'gif' ? picture.gif() : picture.png()
}
