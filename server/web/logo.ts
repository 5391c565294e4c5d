// Reads the logo that the document names: an image in its own folder.
import { lstat, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'

/** Path at which browsers request the logo, for any name of its file. */
export const LOGO_PATH = '/assets/logo'

const MOST_BYTES = 1_000_000

export interface Logo {
  readonly bytes: Buffer
  /** `.svg` */
  readonly extension: string
}

/** `directory`: of the document; undefined where it runs from the database only. Links lead elsewhere, and are not followed. */
export async function readLogo(model: Model, directory: string | undefined): Promise<Logo | undefined> {
  const name = isShown(model.product) ? model.product.logo : undefined
  if (name === undefined || directory === undefined) return undefined
  const file = join(directory, name)
  try {
    const found = await lstat(file)
    if (!found.isFile() || found.size > MOST_BYTES) return undefined
    return { bytes: await readFile(file), extension: extname(name).toLowerCase() }
  } catch {
    return undefined
  }
}
