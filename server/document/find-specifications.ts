// Finds the specifications in a folder that is named in place of a file.
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes at the beginning of a file, within which its title stands. */
const BEGINNING = 1_000

/** Lists the paths of Markdown files that begin as a specification does; returns undefined where the path is no folder. */
export function findSpecifications(path: string): readonly string[] | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.(md|markdown)$/i.test(entry.name))
    .map(({ name }) => join(path, name))
    .filter(isSpecification)
    .toSorted()
}

/** A file that can't be read is none: a link that leads nowhere, or somebody else's. */
function isSpecification(file: string): boolean {
  let opened: number | undefined
  try {
    if (!statSync(file).isFile()) return false
    opened = openSync(file, 'r')
    const bytes = Buffer.alloc(BEGINNING)
    const text = bytes.toString('utf8', 0, readSync(opened, bytes, 0, BEGINNING, 0))
    return /^\uFEFF?\s*# +Specification\b/i.test(text)
  } catch {
    return false
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}
