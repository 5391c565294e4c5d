// Says what of the data stands against a document: the sentence, and the records by their ids.
import type { Obstacle } from '../storage/storage.ts'

export function printObstacle({ sentence, rows, ids }: Obstacle): string {
  const more = rows > ids.length ? ', …' : ''
  return `  - ${sentence} (${rows} ${rows === 1 ? 'record' : 'records'}: ${ids.join(', ')}${more})`
}
