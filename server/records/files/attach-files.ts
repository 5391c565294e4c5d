// Gives files to the fields that hold them, in the transaction that writes the record.
import { isDeepStrictEqual } from 'node:util'
import { valueError } from '#shared/decisions/refusals.ts'
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import type { FileValue } from '#shared/fields/file.ts'
import { brokenFileLimit, filesIn } from '#shared/fields/file.ts'
import type { Entity } from '#shared/model/model.ts'
import { refusedFields } from '../../policy/refused.ts'
import type { StoredFile } from '../../storage/stored-file.ts'
import { chargeBytes } from '../followers/storage-quota.ts'
import type { CommandContext } from '../write/command-context.ts'
import { fileValue, newFileId } from './file-value.ts'

/**
 * The values as they are written. A file that another field holds is copied: each has one owner, by whose rights it is read.
 * Who may use it was asked where it came in (`resolveFiles`); what effects take from a record is the document's to give,
 * as far as the field takes it.
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
    const isNothing = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
    if (isNothing || isDeepStrictEqual(value, before[field])) continue
    const made: FileValue[] = []
    for (const each of filesIn(value)) {
      const given = await giveFile(context, entity, each.id, { entity: entity.name.identifier, record: id, field })
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
  context: CommandContext,
  entity: Entity,
  id: string,
  owner: { readonly entity: string; readonly record: string; readonly field: string },
): Promise<FileValue | undefined> {
  const { transaction, actorContext } = context
  const { actor } = actorContext
  const file = await transaction.file(id)
  if (file === undefined) return undefined
  refuseUnfit(context, entity, owner.field, file)
  const isHeld = file.owner !== null
  if (isHeld && isDeepStrictEqual(file.owner, owner)) return fileValue(file)
  // A copy counts for the person who makes it.
  const copy = isHeld ? { id: newFileId(), person: actor.person?.id ?? file.person } : {}
  const given = { ...file, owner, ...copy }
  await transaction.putFile(given, true)
  if (isHeld && given.person !== null) await chargeCopy(context, given.person, given.size)
  return fileValue(given)
}

function chargeCopy(context: CommandContext, person: string, bytes: number): Promise<void> {
  return chargeBytes(context, { person, bytes, now: Date.parse(context.actorContext.now), isWritten: true })
}

/** Refuses files that an effect gives to a field which does not take them, before the record is written. */
export async function refuseUnfitFiles(
  context: CommandContext,
  entity: Entity,
  field: string,
  value: unknown,
): Promise<void> {
  if (!fileFieldsOf(context, entity).includes(field)) return
  for (const { id } of filesIn(value)) {
    const file = await context.transaction.file(id)
    if (file !== undefined) refuseUnfit(context, entity, field, file)
  }
}

/** Refuses a file that the field does not take; what such a field holds already stays, also where its limits were other ones. */
function refuseUnfit({ running }: CommandContext, entity: Entity, name: string, file: StoredFile): void {
  const field = entity.fields.get(name)
  if (field === undefined || (file.owner?.entity === entity.name.identifier && file.owner.field === name)) return
  const problem = brokenFileLimit(file, field, running.model.settings.uploadBytes)
  if (problem === undefined) return
  throw refusedFields('invalid', [valueError(name, field.name.label, problem, field.cite)])
}
