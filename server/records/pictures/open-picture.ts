// Opens pictures by the library that decodes them, in the formats that are taken and in no others.
import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'

/** Pixels of a picture, all its frames together: a camera of a phone makes 12 to 50 million. Decoded, each takes 4 bytes. */
export const MOST_PIXELS = 64_000_000

const FORMATS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

// What calls itself a picture may be something else inside: an SVG could refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: FORMATS.flatMap((format) => [`VipsForeignLoad${format}Buffer`, `VipsForeignLoad${format}Source`]),
})
// One picture has one thread: the rest of the server needs some, too.
sharp.concurrency(1)
sharp.cache(false)

/** A picture that breaks off is read as far as it goes. `isAnimated`: with all its frames. */
export function openPicture(content: Uint8Array, isAnimated = false): Sharp {
  return sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'none', animated: isAnimated })
}

/** Reads the metadata of a picture of any size without decoding it. Returns undefined if the content is no picture. */
export async function readMetadata(content: Uint8Array): Promise<Metadata | undefined> {
  try {
    return await sharp(content, { limitInputPixels: false, failOn: 'none' }).metadata()
  } catch {
    return undefined
  }
}
