// Reassigns what is open under a person's name to another person, for administrators: as one change set.
import { fieldError } from '#shared/decisions/refusals.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { labelFor } from '#shared/text/label.ts'
import type { ReassignBody, OpenRecords, RefusedRecord } from '#shared/protocol/people.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { policyOf } from '../../policy/policy.ts'
import { Refused, requireAdministrator, refusedFields, refused } from '../../policy/refused.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { nestStorage } from '../write/nested-storage.ts'
import { titleFor } from '../messages/message-values.ts'
import { findRecords } from '../read/find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { updateRecord } from '../write/update-record.ts'
import type { OpenField } from './open-fields.ts'
import { openFieldsOf } from './open-fields.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'

/** Maximum number of records that one request reassigns; the next request reassigns the rest. */
const MOST_HANDED_OVER = 500

/** Lists open records by entity and relation, among those that the administrator may read and write. */
export async function listOpenRecords(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  person: string,
): Promise<readonly OpenRecords[]> {
  await requirePerson(dependencies, actorContext, person)
  const found: OpenRecords[] = []
  for (const { entity, field, filterFor, isAuthor } of offeredFields(dependencies, actorContext)) {
    const request = { filter: filterFor(person), limit: 1, count: true, fields: 'id' }
    const { count = 0 } = await findRecords(dependencies, actorContext, entity.name.identifier, request)
    if (count === 0) continue
    found.push({
      entity: entity.name.identifier,
      plural: entity.plural,
      count,
      isAuthor,
      field: field.name.identifier,
      label: labelFor(field.name.label),
    })
  }
  return found
}

interface ReassignRequest {
  readonly person: string
  readonly to: string
  readonly fields: readonly { readonly entity: string; readonly field: string }[]
}

/** Reassigns each record under the administrator's policy and the document's rules. A record that they refuse stays, and is listed with the reason. */
export async function reassign(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { person, to, fields }: ReassignRequest,
): Promise<ReassignBody> {
  const { storage, current, newId } = dependencies
  const { revision } = current.running
  await requirePerson(dependencies, actorContext, person)
  const heir = await storage.database.record('Person', to)
  if (heir === undefined || heir['active'] === false || to === person)
    throw refusedFields('invalid', [fieldError('to', 'no_such_record', { field: 'to', entity: 'Person' })])
  const chosen = offeredFields(dependencies, actorContext).filter(({ entity, field }) =>
    fields.some((each) => each.entity === entity.name.identifier && each.field === field.name.identifier),
  )
  const { targets, more } = await findTargets(dependencies, actorContext, chosen, person)
  const changeSet = newId(actorContext.now)
  return storage.write(async (transaction) => {
    const nested = { ...dependencies, storage: nestStorage(storage, transaction), changeSet }
    const refused: RefusedRecord[] = []
    let changed = 0
    for (const target of targets) {
      const problem = await handOne(nested, actorContext, transaction, { ...target, person, to })
      if (problem === undefined) changed += 1
      else refused.push(problem)
    }
    const by = actorContext.actor.person?.id ?? null
    const detail = { heir: to, count: changed, refused: refused.length }
    await appendAudit(transaction, {
      event: 'handed_over',
      at: actorContext.now,
      by,
      subject: person,
      detail,
      revision,
    })
    return { changeSet, changed, refused, more }
  })
}

interface ReassignTarget {
  readonly of: OpenField
  readonly id: string
}

async function findTargets(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  fields: readonly OpenField[],
  person: string,
): Promise<{ readonly targets: readonly ReassignTarget[]; readonly more: boolean }> {
  const targets: ReassignTarget[] = []
  for (const of of fields) {
    const { entity, filterFor } = of
    for (let after: readonly unknown[] | undefined, isMore = true; isMore;) {
      if (targets.length >= MOST_HANDED_OVER) return { targets, more: true }
      const limit = Math.min(100, MOST_HANDED_OVER - targets.length)
      const request = { filter: filterFor(person), limit, count: false, fields: 'id', ...(after ? { after } : {}) }
      const page = await findRecords(dependencies, actorContext, entity.name.identifier, request)
      for (const text of page.items) targets.push({ of, id: (JSON.parse(text) as { readonly id: string }).id })
      after = page.next ?? undefined
      isMore = page.next !== null
    }
  }
  return { targets, more: false }
}

/** Reassigns one record. Returns the refusal, or undefined if the record was reassigned. */
async function handOne(
  nested: RecordsDependencies,
  actorContext: ActorContext,
  transaction: Transaction,
  { of: { entity, field }, id, person, to }: ReassignTarget & { readonly person: string; readonly to: string },
): Promise<RefusedRecord | undefined> {
  const [name, key] = [entity.name.identifier, field.name.identifier]
  const before = (await transaction.record(name, id))?.[key]
  const value = isMany(field) ? [...new Set([before].flat().map((each) => (each === person ? to : each)))] : to
  try {
    await updateRecord(nested, actorContext, name, id, { [key]: value })
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { running } = nested.current
    const policyContext = { database: transaction, storage: nested.storage, running, now: actorContext.now }
    const title = (await titleFor(policyContext, actorContext, actorContext.actor, name, id)) ?? entity.name.label
    const { message, errors } = wordForReader(running.model, error.refusal, false)
    return { entity: name, id, title, message: errors[0]?.message ?? message }
  }
}

function offeredFields({ current }: RecordsDependencies, { actor }: ActorContext): readonly OpenField[] {
  const policy = policyOf(current.running, actor)
  return openFieldsOf(current.running).filter(({ entity, field }) => {
    const { read, update } = policy.entity(entity.name.identifier)
    const key = field.name.identifier
    return read.rows !== false && read.readable.has(key) && update.fields.has(key)
  })
}

async function requirePerson(
  { storage, current }: RecordsDependencies,
  { actor }: ActorContext,
  person: string,
): Promise<void> {
  const { model } = current.running
  requireAdministrator(model, actor)
  if (!(await storage.database.exists('Person', person))) throw refused('not_found')
}
