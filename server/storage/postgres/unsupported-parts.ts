// Finds what PostgreSQL can't work out yet in a document, with the lines that say it.
import type { Model } from '#shared/model/model.ts'
import type { MigrationConflict } from '../storage.ts'

/** Texts that show a number, a moment or a duration in the language of the application: no function of the database makes them. */
export function findUnsupported(model: Model): readonly MigrationConflict[] {
  const lines = new Set<number>()
  const seen = new Set<object>()
  const look = (part: unknown, near: number): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const line = lineOf(part) ?? near
    if ('kind' in part && part.kind === 'shown' && 'as' in part && part.as !== undefined) lines.add(line)
    const inside = part instanceof Map ? part.values() : Object.values(part)
    for (const each of inside) look(each, line)
  }
  look(model, 1)
  return [...lines].map((line) => ({
    sentence: `A text shows a value in the language of the application, which is not supported on PostgreSQL yet.`,
    line,
    rows: 0,
    examples: [],
  }))
}

function lineOf(part: object): number | undefined {
  if (!('cite' in part) || typeof part.cite !== 'object' || part.cite === null) return undefined
  return 'line' in part.cite && typeof part.cite.line === 'number' ? part.cite.line : undefined
}
