// Writes one entry of a record's history, in the transaction of the change.
import type { Entity } from '#shared/model/model.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import { auditPersonChange } from '../audit/audit-person-change.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import type { CommandContext } from '../write/command-context.ts'

export async function writeHistory(
  context: CommandContext,
  entity: Entity,
  entry: Pick<HistoryEntry, 'record' | 'version' | 'event' | 'changes' | 'input' | 'behind'> & {
    readonly transition?: string | undefined
    readonly line?: number | undefined
    readonly confirmed?: readonly string[]
  },
): Promise<void> {
  if (entity.name.identifier === 'Person') {
    await context.people?.guardHistory(context, entry)
    await auditPersonChange(context, entry)
    await follow(context, entry)
  }
  if (!entity.historyKept) return
  const { now, actor } = context.actorContext
  const { transition, line, confirmed = [], input, behind, ...rest } = entry
  const asked = input === undefined ? calledOn(context, entity, entry.record) : { input, ...(behind && { behind }) }
  await context.transaction.appendHistory({
    ...rest,
    id: context.newId(now),
    changeSet: context.changeSet,
    entity: entity.name.identifier,
    at: now,
    by: actor.person?.id ?? null,
    revision: context.running.revision,
    ...(transition === undefined ? {} : { transition }),
    ...(line === undefined ? {} : { line }),
    ...(confirmed.length === 0 ? {} : { confirmed }),
    ...(asked.input && Object.keys(asked.input).length > 0 ? asked : {}),
  })
}

/** The first entry of the record on which a call of the document was made has what that was given. */
function calledOn({ called }: CommandContext, entity: Entity, record: string): Pick<HistoryEntry, 'input' | 'call'> {
  if (called === undefined || called.done.isKept) return {}
  if (called.record !== record || called.entity !== entity.name.identifier) return {}
  called.done.isKept = true
  return { input: called.input, call: called.call }
}

/** An account goes with its person's address, by whatever way that changed. */
async function follow(
  context: CommandContext,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<void> {
  if (context.people === undefined) return undefined
  if (event === 'deleted') return context.people.removed(context, record)
  const roles = await rolesGiven(context, { record, event, changes })
  if (roles.length > 0) await context.people.given(context, roles)
  if (event === 'changed' || event === 'transition') await context.people.changed(context, record, changes)
}

async function rolesGiven(
  { transaction }: CommandContext,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<readonly string[]> {
  if (event === 'restored') return rolesIn((await transaction.record('Person', record))?.['roles'])
  const [before, after] = changes['roles'] ?? []
  const held = rolesIn(before)
  return rolesIn(after).filter((role) => !held.includes(role))
}
