// Finds what PostgreSQL can't work out in a document, with the lines that say it.
import type { ShownForm } from '#shared/expressions/functions/shown-value.ts'
import type { Model } from '#shared/model/model.ts'
import { NotInSql } from '../expressions/dialect.ts'
import type { MigrationConflict } from '../storage.ts'
import { writeShownForm } from './shown-form.ts'

/** Texts that show a date of a calendar with months of its own. */
export function findUnsupported(model: Model): readonly MigrationConflict[] {
  const sentences = new Map<number, string>()
  const seen = new Set<object>()
  const look = (part: unknown, near: number): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const line = lineOf(part) ?? near
    const sentence = 'kind' in part && part.kind === 'shown' && 'as' in part ? refusalOf(part.as) : undefined
    if (sentence !== undefined) sentences.set(line, sentence)
    const inside = part instanceof Map ? part.values() : Object.values(part)
    for (const each of inside) look(each, line)
  }
  look(model, 1)
  return [...sentences].map(([line, sentence]) => ({ sentence, line, rows: 0, examples: [] }))
}

function refusalOf(form: unknown): string | undefined {
  if (form === undefined) return undefined
  try {
    writeShownForm(form as ShownForm)
    return undefined
  } catch (error) {
    if (error instanceof NotInSql) return error.message
    throw error
  }
}

function lineOf(part: object): number | undefined {
  if (!('cite' in part) || typeof part.cite !== 'object' || part.cite === null) return undefined
  return 'line' in part.cite && typeof part.cite.line === 'number' ? part.cite.line : undefined
}
