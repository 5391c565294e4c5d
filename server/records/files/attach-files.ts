// Gives files to the fields that hold them, in the transaction that writes the record.
import { isDeepStrictEqual } from 'node:util'
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import type { FileValue } from '#shared/fields/file.ts'
import { filesIn } from '#shared/fields/file.ts'
import type { Entity } from '#shared/model/model.ts'
import type { CommandContext } from '../write/command-context.ts'
import { fileValue, newFileId } from './file-value.ts'

/**
 * The values as they are written. A file that another field holds is copied: each has one owner, by whose rights it is read.
 * Who may use it was asked where it came in (`resolveFiles`); what effects take from a record is the document's to give.
 */
export async function attachFiles(
  context: CommandContext,
  entity: Entity,
  id: string,
  values: { readonly [field: string]: unknown },
  before: { readonly [field: string]: unknown } = {},
): Promise<{ readonly [field: string]: unknown }> {
  const attached: { [field: string]: unknown } = {}
  for (const field of fileFieldsOf(context, entity)) {
    const value = values[field]
    if (value === undefined || value === null || isDeepStrictEqual(value, before[field])) continue
    const made: FileValue[] = []
    for (const each of filesIn(value)) {
      const given = await giveFile(context, each.id, { entity: entity.name.identifier, record: id, field })
      if (given !== undefined) made.push(given)
    }
    attached[field] = Array.isArray(value) ? made : (made[0] ?? null)
  }
  return Object.keys(attached).length === 0 ? values : { ...values, ...attached }
}

function fileFieldsOf({ running }: CommandContext, entity: Entity): readonly string[] {
  return running.compiled('file fields', entity, () => ({
    names: [...entity.fields].flatMap(([name, field]) =>
      holdsFiles(field) && field.computed === undefined ? [name] : [],
    ),
  })).names
}

/** Undefined: it was deleted meanwhile. */
async function giveFile(
  { transaction, actorContext: { actor } }: CommandContext,
  id: string,
  owner: { readonly entity: string; readonly record: string; readonly field: string },
): Promise<FileValue | undefined> {
  const file = await transaction.file(id)
  if (file === undefined) return undefined
  const isHeld = file.owner !== null
  if (isHeld && isDeepStrictEqual(file.owner, owner)) return fileValue(file)
  // A copy counts for the person who makes it.
  const copy = isHeld ? { id: newFileId(), person: actor.person?.id ?? file.person } : {}
  const given = { ...file, owner, ...copy }
  await transaction.putFile(given, true)
  return fileValue(given)
}
