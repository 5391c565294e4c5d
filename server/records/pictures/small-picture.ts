// Keeps the small pictures that were asked for last.
import { LruCache } from '../../storage/lru-cache.ts'
import type { PictureDecoder, PictureWork } from './picture-process.ts'
import { PictureTooSlow } from './picture-process.ts'
import type { PictureTask } from './picture-task.ts'

const KEPT_BYTES = 16 * 1024 ** 2
const MOST_KEPT = 2_000

/** Undefined: it can't be decoded, or takes too long. */
type SmallPicture = Uint8Array | undefined

const kept = new LruCache<{ readonly picture: SmallPicture }>(MOST_KEPT, KEPT_BYTES)
const making = new Map<string, Promise<SmallPicture>>()

/**
 * Makes a picture at most `width` pixels wide and high. `content` is its id, the same for all copies. Concurrent
 * requests for the same picture wait for it together. Throws `TooBusy`.
 */
export async function smallPicture(
  pictures: PictureDecoder,
  content: string,
  width: number,
  { by, onSpent, read }: SmallPictureWork,
): Promise<SmallPicture> {
  const key = `${content} ${width}`
  const known = kept.get(key)
  if (known) return known.picture
  const begun = making.get(key)
  if (begun) return begun
  const made = pictures
    .decode({ by, onSpent, read: async () => ({ asks: 'shrink', content: await read(), width }) as const })
    .catch((error: unknown) => {
      if (error instanceof PictureTooSlow) return undefined
      throw error
    })
  making.set(key, made)
  try {
    const picture = await made
    kept.set(key, { picture }, picture?.length)
    return picture
  } finally {
    making.delete(key)
  }
}

export interface SmallPictureWork extends Omit<PictureWork<PictureTask>, 'read'> {
  readonly read: () => Promise<Uint8Array>
}
