// Reserves disk space beside the database, given up when the disk is full: deletes need some.
import { randomFillSync } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'reserve'

export interface Reserve {
  /** Is the room there? */
  readonly isWhole: boolean
  /** Gives the room up; false: there was none. */
  release(): boolean
  /** Takes the room again where the disk has it, and as much beside it; false: it has not. */
  refill(): Promise<boolean>
}

/** `bytes` 0: none is kept. */
export function createReserve(directory: string, bytes: number): Reserve {
  const path = join(directory, FILE)
  let isWhole = bytes === 0 || statSync(path, { throwIfNoEntry: false })?.size === bytes
  return {
    get isWhole() {
      return isWhole
    },
    release() {
      if (bytes === 0 || !isWhole) return false
      isWhole = false
      rmSync(path, { force: true })
      return true
    },
    async refill() {
      if (isWhole) return true
      try {
        const { bavail, bsize } = await statfs(directory)
        if (bavail * bsize < 2 * bytes) return false
        await fill(path, bytes)
        isWhole = true
      } catch {
        // A quota, or somebody else was faster.
        await rm(`${path}.new`, { force: true })
      }
      return isWhole
    },
  }
}

/** Fills the file with bytes that no file system can store in less room. */
async function fill(path: string, bytes: number): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(randomFillSync(Buffer.allocUnsafe(bytes)))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
