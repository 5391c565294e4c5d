// Takes out of a picture what a camera wrote into it: the place, the time, the device.
import type { Sharp } from 'sharp'
import { MOST_PIXELS, openPicture, readMetadata } from './open-picture.ts'
import type { CleanPicture } from './picture-task.ts'

/** Hardly anybody sees a difference. */
const QUALITY = 92
/** Where the better one would be larger than what was sent. */
const LOWER_QUALITY = 80

/** Turns the picture as its camera was held. One with too many pixels is not decoded. */
export async function cleanPicture(content: Uint8Array): Promise<CleanPicture> {
  const found = await readMetadata(content)
  if (found === undefined) return { is: 'no picture' }
  const { format, width, height, pages = 1, exif, xmp, iptc } = found
  // All frames of an animation lie below each other.
  if (width * height * (format === 'heif' ? 1 : pages) > MOST_PIXELS) return { is: 'too large', most: MOST_PIXELS }
  if (!exif && !xmp && !iptc) return { is: 'clean' }
  const made = await encode(content, format, QUALITY)
  if (made === undefined) return { is: 'no picture' }
  const isLarger = format === 'jpeg' && made.length > content.length
  return { is: 'cleaned', content: isLarger ? ((await encode(content, format, LOWER_QUALITY)) ?? made) : made }
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
  if (format === 'heif') return picture.avif({ quality: 70 })
  return format === 'gif' ? picture.gif() : picture.png()
}
