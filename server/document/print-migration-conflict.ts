// Prints migration conflicts: their sentences, their lines, and the first records.
import type { MigrationConflict } from '../storage/storage.ts'

/**
 * Prints what stands against a document, and what to do where all of it is data that may be deleted. `isBackedUp`: a backup is
 * made before anything is deleted.
 */
export function printConflicts(conflicts: readonly MigrationConflict[], isBackedUp = true): readonly string[] {
  const names = conflicts.flatMap(({ deletes }) => deletes ?? [])
  const isDeletable = conflicts.length > 0 && names.length === conflicts.length
  return [
    ...conflicts.map(printMigrationConflict),
    ...(isDeletable
      ? [
          isBackedUp
            ? `To delete it, publish the document in the studio, or start with --deletes ${names.join(',')}. A backup is made first.`
            : `To delete it, make a backup, and publish the document with --deletes ${names.join(',')}.`,
        ]
      : []),
  ]
}

export function printMigrationConflict({ sentence, line, rows, examples }: MigrationConflict): string {
  const shown = examples.map(({ id, title, value, problem }) => {
    const name = title === undefined || title === value ? id : `${id} (${title})`
    const said = [...(value === undefined ? [] : [JSON.stringify(value)]), ...(problem === undefined ? [] : [problem])]
    return `      ${said.length === 0 ? name : `${name}: ${said.join(' ')}`}`
  })
  const more = rows > examples.length ? [`      and ${rows - examples.length} more`] : []
  return [`  - ${line === undefined ? '' : `line ${line}: `}${sentence}`, ...shown, ...more].join('\n')
}
