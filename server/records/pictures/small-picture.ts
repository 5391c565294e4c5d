// Makes small pictures of large ones, and keeps those that were asked for last.
import { LruCache } from '../../storage/lru-cache.ts'
import { inTurn, openPicture } from './load-sharp.ts'

const KEPT_BYTES = 16 * 1024 ** 2
const MOST_KEPT = 2_000
const QUALITY = 80

/** Undefined: it can't be decoded. */
type SmallPicture = Buffer | undefined

const kept = new LruCache<{ readonly picture: SmallPicture }>(MOST_KEPT, KEPT_BYTES)
const making = new Map<string, Promise<SmallPicture>>()

/**
 * WebP, at most `width` pixels wide and high; of an animation its first frame. `content`: its id, the same for all copies.
 * Several that ask for the same one wait for it together.
 */
export async function smallPicture(content: string, width: number, read: () => Promise<Buffer>): Promise<SmallPicture> {
  const key = `${content} ${width}`
  const known = kept.get(key)
  if (known) return known.picture
  const begun = making.get(key)
  if (begun) return begun
  const made = inTurn(async () => shrink(await read(), width))
  making.set(key, made)
  try {
    const picture = await made
    kept.set(key, { picture }, picture?.length)
    return picture
  } finally {
    making.delete(key)
  }
}

async function shrink(content: Buffer, width: number): Promise<SmallPicture> {
  try {
    const picture = await openPicture(content)
    return await picture
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    return undefined
  }
}
