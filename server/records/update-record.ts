// Changes fields of a record: the row as the caller may see it, the right to these fields before and after, then the rules.
import { changedFields, readBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, notGranted } from '#shared/decisions/6-roles.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { Refused } from './refused.ts'
import { command } from './work/command.ts'
import { guardPerson } from './work/guard-person.ts'
import { checkVersion, recordAtHand } from './work/record-at-hand.ts'
import { missingRelations } from './work/relations.ts'
import { writeChanges } from './work/rewrite.ts'
import { entityNamed, readableFields, writeRightsOf } from './work/rights.ts'
import { settle } from './work/settle.ts'
import { refuseFilled } from './work/tell.ts'
import type { CommandOptions, Work, Written } from './work/work.ts'
import { invalid, judgeNow } from './work/work.ts'

export interface UpdateOptions extends CommandOptions {
  /** The version that the caller saw: of an older one nothing is changed. */
  readonly expected?: number | undefined
}

export function updateRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  id: string,
  body: { readonly [field: string]: unknown },
  options: UpdateOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, async (work) => {
    await update(work, entity, id, body, options)
    return { entity, id }
  })
}

async function update(
  work: Work,
  name: string,
  id: string,
  body: { readonly [field: string]: unknown },
  options: UpdateOptions,
): Promise<void> {
  const { running, acting } = work
  const { actor } = acting
  const { model } = running
  const entity = entityNamed(model, name)
  const before = await recordAtHand(work, entity, id)
  const rights = writeRightsOf(running, name, actor, 'update')
  if (rights.grants.length === 0) throw new Refused(notGranted(model, rights, undefined))
  const judgeBefore = await judgeNow(work, name, `update ${rolesKey(actor)}`, () => rights.nodes, {
    record: before,
    old: before,
  })
  const read = readBody(entity, body, {
    verb: 'update',
    writable: rights.fields,
    readable: readableFields(running, name, actor),
    before,
  })
  const sent = Object.keys(read.values)
  const first = decideWrite(model, rights, sent, [judgeBefore])
  if (first.allowed === false && first.refusal.errors.length === 0)
    await refuseFilled(work, first.refusal, { entity: name, situation: { record: before, old: before } })
  checkVersion(work, entity, before, options.expected)
  const errors = [
    ...read.errors,
    ...(first.allowed === false ? first.refusal.errors : []),
    ...(await missingRelations(work, entity, read.values)),
  ]
  if (errors.length > 0) throw invalid(work, errors)
  if (name === 'Person') await guardPerson(work, before, read.values)

  const changed = changedFields(entity, before, read.values)
  if (changed.length === 0) return
  const changes = Object.fromEntries(changed.map((field) => [field, read.values[field]]))
  const record = await writeChanges(work, entity, before, changes)
  await settle(
    work,
    entity,
    { record, old: before },
    {
      key: `update ${rolesKey(actor)}`,
      nodes: rights.nodes,
      async authorise(judge) {
        const decision = decideWrite(model, rights, changed, [judgeBefore, judge])
        if (decision.allowed === false)
          await refuseFilled(work, decision.refusal, { entity: name, situation: { record, old: before } })
      },
    },
  )
}
