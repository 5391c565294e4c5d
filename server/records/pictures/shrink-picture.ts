// Makes a small picture of a large one.
import { openPicture } from './open-picture.ts'

const QUALITY = 80

/** WebP, at most `width` pixels wide and high; of an animation its first frame. Undefined: it can't be decoded. */
export async function shrinkPicture(content: Uint8Array, width: number): Promise<Uint8Array | undefined> {
  try {
    return await openPicture(content)
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    return undefined
  }
}
