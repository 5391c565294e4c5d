// Finds the project's folder, from the sources and from what is built of them.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : findRoot(dirname(folder))
}
