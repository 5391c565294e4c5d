// Removes a record, into the trash or for good, with what goes with it; each has its history, and what happens then happens.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { eventsFor, runEvents } from '../effects/run-events.ts'
import { entityNamed } from './rights.ts'
import type { Work } from './work.ts'
import { whileWriting } from './work.ts'
import { writeHistory } from './write-history.ts'

/** Nobody is asked for rights here. Of a record that is gone already nothing is left to remove. */
export async function removeRecord(work: Work, entity: Entity, id: string): Promise<void> {
  const { transaction, running } = work
  const name = entity.name.identifier
  if ((await transaction.record(name, id)) === undefined) return
  const remove = (forGood: boolean) => whileWriting(work, name, () => transaction.delete(name, id, forGood))
  const isForGood = entity.deleted.kind === 'for good'
  const hasEvents = [...running.model.entities.values()].some((each) => eventsFor(each, 'deleted').length > 0)
  // While something is still to be said of them, they lie in the trash.
  const touched = await remove(isForGood && !hasEvents)
  await noteRemoved(work, entity, id, touched)
  if (!hasEvents) return
  for (const each of removed(entity, id, touched)) await tellDeleted(work, each.entity, each.id)
  if (!isForGood) return
  // Until now the people among them lay in the trash, with their accounts.
  for (const each of removed(entity, id, await remove(true)))
    if (each.entity === 'Person') await work.people?.removed(work, each.id)
}

type Touched = Awaited<ReturnType<Work['transaction']['delete']>>

/** Writes into the histories what was removed, and what of others was cleared. */
export async function noteRemoved(work: Work, entity: Entity, id: string, touched: Touched): Promise<void> {
  for (const each of [...removed(entity, id, touched), ...touched.filter(({ how }) => how === 'cleared')]) {
    const event = each.how === 'deleted' ? 'deleted' : 'changed'
    await writeHistory(work, entityNamed(work.running.model, each.entity), { record: each.id, event, changes: {} })
  }
}

/** The record itself, and what went with it. */
function removed({ name }: Entity, id: string, touched: Touched): Touched {
  const others = touched.filter(
    (other) => other.how === 'deleted' && (other.entity !== name.identifier || other.id !== id),
  )
  return [{ entity: name.identifier, id, how: 'deleted' }, ...others]
}

async function tellDeleted(work: Work, name: string, id: string): Promise<void> {
  const entity = entityNamed(work.running.model, name)
  const events = eventsFor(entity, 'deleted')
  const record: RecordValue | undefined =
    events.length === 0 ? undefined : await work.transaction.record(name, id, { trash: true })
  if (record !== undefined) await runEvents(work, entity, events, { record, old: record })
}
