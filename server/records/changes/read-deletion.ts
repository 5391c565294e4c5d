// Reads how a record came into the trash: its title, the time and the person, as far as the reader may know.
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import type { Deletion } from '#shared/protocol/record.ts'
import { policyOf } from '../../policy/policy.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { titleFor, titleOfRecord } from '../messages/message-values.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** The time and the person are a part of its history: for those who may see that. */
export async function readDeletion(
  { storage, current: { running } }: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  id: string,
): Promise<Deletion> {
  const { database } = storage
  const { actor, now } = actorContext
  const record = await database.record(name, id, { trash: true })
  if (record === undefined) return {}
  const policyContext = { database, storage, running, now }
  const title = await titleOfRecord(policyContext, actorContext, actor, name, record)
  const named = title === undefined ? {} : { title }
  const policy = policyOf(running, actor).entity(name).history
  const facts = await evaluateConditions(policy.conditions, policyContext, actorContext, { record, old: record })
  if (decideWrite(running.model, policy, [], [facts]).allowed === false) return named
  const [newest] = await database.history(name, id, { limit: 1 })
  if (newest?.event !== 'deleted') return named
  const { at, by } = newest
  const told = await readableFieldsOf(policyContext, actor, name, record, 'history')
  if (told?.has('updated_by') !== true) return { ...named, at }
  const person = by === null ? undefined : await titleFor(policyContext, actorContext, actor, 'Person', by)
  return { ...named, at, by: by === null ? null : { id: by, ...(person === undefined ? {} : { name: person }) } }
}
