// Replaces the text of a file at once: a reader sees the old text or the new one.
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'

/** Keeps the file's permissions; follows symbolic links. Throws what the file system says. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file)
  const { mode } = await stat(target)
  const fresh = `${target}.${process.pid}.new`
  try {
    await writeFile(fresh, text, { mode, flag: 'wx' })
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
