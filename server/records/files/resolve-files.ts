// Looks up the files that a person sent the ids of: they may use them, and the field takes them.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError, valueError } from '#shared/decisions/refusals.ts'
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import type { FieldShape } from '#shared/fields/field-type.ts'
import { brokenFileLimit, filesIn } from '#shared/fields/file.ts'
import type { Citation, Name } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import type { StoredFile } from '../../storage/stored-file.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { ActorContext } from '../records-dependencies.ts'
import { fileValue } from './file-value.ts'
import { mayReadFile } from './read-file.ts'

/** Fields of an entity, or inputs of a transition or call. */
interface FileHolder {
  readonly fields: ReadonlyMap<string, FieldShape & { readonly name: Pick<Name, 'label'>; readonly cite: Citation }>
}

/** A command's context is one. */
interface FilesContext {
  readonly running: RunningDocument
  readonly storage: Storage
  readonly actorContext: ActorContext
  readonly transaction: Pick<DatabaseHandle, 'facts' | 'record' | 'file'>
}

/** The record that the values are for; none where it is new, or where they are inputs. */
interface FileOwnerRecord {
  readonly entity: string
  readonly id: string
}

export interface ResolvedFiles {
  /** All that was given, with what is known of each file. */
  readonly values: { readonly [field: string]: unknown }
  /** One for each field with a file that is not there, not theirs to use, or not taken. */
  readonly errors: readonly FieldError[]
}

export async function resolveFiles(
  context: FilesContext,
  { fields }: FileHolder,
  values: { readonly [field: string]: unknown },
  record?: FileOwnerRecord,
): Promise<ResolvedFiles> {
  const errors: FieldError[] = []
  const resolved: { [field: string]: unknown } = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name)
    if (field === undefined || value === null || !holdsFiles(field)) continue
    const { label } = field.name
    const found: StoredFile[] = []
    for (const { id } of filesIn(value)) {
      const file = await context.transaction.file(id)
      const isTheirs = file !== undefined && (await mayUse(context, file, record, name))
      if (file === undefined || !isTheirs) {
        errors.push(fieldError(name, 'no_such_file', { field: labelFor(label) }, field.cite))
        break
      }
      // What the field holds already stays, also where its limits were other ones.
      const problem = isHeldBy(file, record, name)
        ? undefined
        : brokenFileLimit(file, field, context.running.model.settings.uploadBytes)
      if (problem !== undefined) {
        errors.push(valueError(name, label, problem, field.cite))
        break
      }
      found.push(file)
    }
    const made = found.map(fileValue)
    resolved[name] = Array.isArray(value) ? made : (made[0] ?? null)
  }
  return { values: { ...values, ...resolved }, errors }
}

/** Their own upload that nothing holds yet; what the field held before; and what they may read elsewhere, which is copied. */
async function mayUse(
  context: FilesContext,
  file: StoredFile,
  record: FileOwnerRecord | undefined,
  field: string,
): Promise<boolean> {
  const { actorContext, running, storage, transaction } = context
  const { actor, now } = actorContext
  if (isHeldBy(file, record, field)) return true
  return mayReadFile({ running, storage, now, database: transaction }, actor, file)
}

function isHeldBy({ owner }: StoredFile, record: FileOwnerRecord | undefined, field: string): boolean {
  return owner !== null && owner.record === record?.id && owner.entity === record.entity && owner.field === field
}
