// May this actor read that record, or that field of it? Judged on the row, for commands, relations and messages.
import type { Actor } from '#shared/decisions/decision.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { RunningDocument } from '../../document/current.ts'
import type { Reader, Storage } from '../../storage/storage.ts'
import { judge, prepare } from './judging.ts'
import { readRightsOf } from './rights.ts'

export interface Looking {
  readonly reader: Pick<Reader, 'facts' | 'record'>
  readonly storage: Storage
  readonly running: RunningDocument
  readonly now: string
}

/** The fields of the record that the actor may read; undefined: for the actor the record does not exist. */
export async function fieldsToRead(
  { reader, storage, running, now }: Looking,
  actor: Actor,
  entity: string,
  record: RecordValue,
): Promise<ReadonlySet<string> | undefined> {
  const rights = readRightsOf(running, entity, actor)
  if (rights.rows === false) return undefined
  const prepared = prepare(running, storage, entity, `read ${rolesKey(actor)}`, () => [
    ...(rights.rows === true || rights.rows === false ? [] : [rights.rows]),
    ...rights.fields.flatMap(({ when }) => (when === true ? [] : [when])),
  ])
  const answer = await judge(prepared, reader, running, { actor, now }, { record })
  if (rights.rows !== true && answer(rights.rows) !== true) return undefined
  return new Set(rights.fields.filter(({ when }) => when === true || answer(when) === true).map(({ field }) => field))
}

/** As `fieldsToRead`, by id. */
export async function fieldsToReadOf(
  looking: Looking,
  actor: Actor,
  entity: string,
  id: string,
): Promise<ReadonlySet<string> | undefined> {
  const record = await looking.reader.record(entity, id)
  return record === undefined ? undefined : fieldsToRead(looking, actor, entity, record)
}
