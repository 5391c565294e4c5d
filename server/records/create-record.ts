// Creates a record for whoever acts: what was sent is read and answered for; then it is written and judged as any new record.
import { rolesKey } from '#shared/decisions/actor.ts'
import { readBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, notGranted } from '#shared/decisions/6-roles.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { Refused } from './refused.ts'
import { command } from './work/command.ts'
import { guardPerson } from './work/guard-person.ts'
import { insertAsDocument, insertRecord } from './work/insert-record.ts'
import { missingRelations } from './work/relations.ts'
import { entityNamed, notGrantedAtAll, readableFields, writeRightsOf } from './work/rights.ts'
import { refuseFilled } from './work/tell.ts'
import type { CommandOptions, Work, Written } from './work/work.ts'

export function createRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  body: { readonly [field: string]: unknown },
  options: CommandOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, (work) => createAsPerson(work, entity, body))
}

/** With the rights of whoever acts: what was sent is read, checked and answered for. */
export async function createAsPerson(
  work: Work,
  name: string,
  body: { readonly [field: string]: unknown },
): Promise<Written> {
  const { running, acting } = work
  const { actor } = acting
  const { model } = running
  const entity = entityNamed(model, name)
  const rights = writeRightsOf(running, name, actor, 'create')
  if (rights.grants.length === 0)
    throw actor.person === null ? notGrantedAtAll(model, actor) : new Refused(notGranted(model, rights, undefined))
  const read = readBody(entity, body, {
    verb: 'create',
    writable: rights.fields,
    readable: readableFields(running, name, actor),
  })
  if (name === 'Person') await guardPerson(work, undefined, read.values)
  const errors = [...read.errors, ...(await missingRelations(work, entity, read.values))]
  return insertRecord(work, entity, read.values, errors, {
    key: `create ${rolesKey(actor)}`,
    nodes: rights.nodes,
    async authorise(judge, record) {
      const decision = decideWrite(model, rights, Object.keys(read.values), [judge])
      if (decision.allowed === false)
        await refuseFilled(work, decision.refusal, { entity: name, situation: { record } })
    },
  })
}

/** With the document's authority: an account. Its rules hold all the same. */
export function createAsDocument(
  work: Work,
  name: string,
  values: { readonly [field: string]: unknown },
): Promise<Written> {
  return insertAsDocument(work, entityNamed(work.running.model, name), values)
}
