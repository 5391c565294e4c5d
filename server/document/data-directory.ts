// Chooses the data directory of a document where none is given.
import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { ROOT } from '../root.ts'

/** The document that is shipped, and runs when none is named. */
export const HELPDESK = join(ROOT, 'shared', 'documents', 'helpdesk.md')

export function directoryFor(file: string): string {
  if (file === HELPDESK) return join(ROOT, '.data', 'helpdesk')
  const name =
    basename(file)
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[^\w-]+/g, '-') || 'document'
  return join(ROOT, '.data', `${name}-${createHash('sha256').update(file).digest('hex').slice(0, 8)}`)
}
