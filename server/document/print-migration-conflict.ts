// Prints a migration conflict: its sentence, its line, and the first records.
import type { MigrationConflict } from '../storage/storage.ts'

export function printMigrationConflict({ sentence, line, rows, examples }: MigrationConflict): string {
  const shown = examples.map(({ id, title, value, problem }) => {
    const name = title === undefined || title === value ? id : `${id} (${title})`
    const said = [...(value === undefined ? [] : [JSON.stringify(value)]), ...(problem === undefined ? [] : [problem])]
    return `      ${said.length === 0 ? name : `${name}: ${said.join(' ')}`}`
  })
  const more = rows > examples.length ? [`      and ${rows - examples.length} more`] : []
  return [`  - ${line === undefined ? '' : `line ${line}: `}${sentence}`, ...shown, ...more].join('\n')
}
