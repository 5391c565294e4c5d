// Gives the command that publishes a document which deletes data, where this server does not delete any.
import type { MigrationConflict } from '../../storage/storage.ts'
import type { BackUpData } from '../../document/back-up-data.ts'

export interface AskedDeletion {
  /** Name of the document's file. */
  readonly file: string
  /** Names of what the publication may delete. */
  readonly deletes: readonly string[]
  /** Conflicts, whose data would have to be deleted, too. */
  readonly conflicts?: readonly Pick<MigrationConflict, 'deletes'>[]
  /** Backs up the data before anything is deleted; undefined: it has backups of its own, and nothing is deleted from here. */
  readonly backUp: BackUpData | undefined
}

/** Undefined: nothing is deleted, or this server makes a backup and deletes it. */
export function commandOfDeletion({ file, deletes, conflicts = [], backUp }: AskedDeletion): string | undefined {
  const names = [...new Set([...deletes, ...conflicts.flatMap((conflict) => conflict.deletes ?? [])])]
  return backUp !== undefined || names.length === 0 ? undefined : writeCommand(file, names)
}

function writeCommand(file: string, names: readonly string[]): string {
  return `npm run publish -- ${quote(file)} --deletes ${names.join(',')}`
}

/** Quotes a name that a shell would take apart. */
function quote(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
