// Says what of the data stands against a document: the sentence with its line, and the first records.
import type { Obstacle } from '../storage/storage.ts'

export function printObstacle({ sentence, line, rows, examples }: Obstacle): string {
  const shown = examples.map(({ id, title, value, problem }) => {
    const name = title === undefined || title === value ? id : `${id} (${title})`
    const said = [...(value === undefined ? [] : [JSON.stringify(value)]), ...(problem === undefined ? [] : [problem])]
    return `      ${said.length === 0 ? name : `${name}: ${said.join(' ')}`}`
  })
  const more = rows > examples.length ? [`      and ${rows - examples.length} more`] : []
  return [`  - ${line === undefined ? '' : `line ${line}: `}${sentence}`, ...shown, ...more].join('\n')
}
