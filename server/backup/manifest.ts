// Says in a backup, and on the terminal, what the backup holds.
import type { Survey } from '../storage/sqlite/survey.ts'
import { DATABASE_FILE } from '../storage/sqlite/survey.ts'
import { KEY_FILE } from '../auth/secrets/key-file.ts'
import { SUMS } from './archive.ts'
import type { Limits } from './archive.ts'

export const MANIFEST = 'backup.json'

/** Files that a backup may contain, with the size limit of each in bytes. */
export const LIMITS: Limits = {
  [DATABASE_FILE]: Number.MAX_SAFE_INTEGER,
  [KEY_FILE]: 1_024,
  [MANIFEST]: 1_048_576,
}

export interface Manifest extends Survey {
  /** RFC 3339. */
  readonly made: string
  /** `none`: the data directory had no key file. */
  readonly key: 'included' | 'left out' | 'none'
}

export function printManifest({ document, revision, records, trashed, entities, newestChange, audit }: Survey): string {
  const each = Object.entries(entities).map(([name, count]) => `${name} ${count}`)
  const trash = trashed === 0 ? '' : `, ${trashed} of them in the trash`
  const chain = audit.whole
    ? `${audit.head.number} ${audit.head.number === 1 ? 'entry' : 'entries'}, chain whole, head ${audit.head.hash}`
    : `broken at entry ${audit.number}: ${audit.problem}`
  return [
    `  document       ${document ?? 'not noted'}${revision === null ? '' : `, revision ${revision}`}`,
    `  records        ${records}${trash}${each.length === 0 ? '' : ` (${each.join(', ')})`}`,
    `  newest change  ${newestChange ?? 'none'}`,
    `  audit          ${chain}`,
  ].join('\n')
}

export const CHECK_BY_HAND = `Any tar opens it; ${SUMS} in it is for sha256sum.`
