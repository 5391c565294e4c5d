// Finds the specifications in a folder that is named in place of a file.
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes at the beginning of a file, within which its title stands. */
const BEGINNING = 1_000

/** Lists the paths of Markdown files that begin as a specification does; returns undefined where the path is no folder. */
export function findSpecifications(path: string): readonly string[] | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map(({ name }) => join(path, name))
    .filter(isSpecification)
    .toSorted()
}

function isSpecification(file: string): boolean {
  const opened = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(BEGINNING)
    const text = bytes.toString('utf8', 0, readSync(opened, bytes, 0, BEGINNING, 0))
    return /^\uFEFF?\s*# +Specification\b/i.test(text)
  } finally {
    closeSync(opened)
  }
}
