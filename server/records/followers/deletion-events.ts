// Runs the document's events on deleted records, which lie in the trash until the events are over.
import { eventsFor, runEvents } from '../effects/run-events.ts'
import type { ChangeCause, WriteFollower } from '../write/change.ts'

const BEFORE_RULES = 'Events on new and changed records run before their rules, in the change itself.'
const NO_EVENT = 'The document has no event for it.'

export const deletionEvents: WriteFollower = {
  name: 'deletion events',
  skips: {
    create: BEFORE_RULES,
    update: BEFORE_RULES,
    transition: BEFORE_RULES,
    clear: NO_EVENT,
    restore: 'Events on what comes back run before its rules.',
    purge: 'They ran when it was put into the trash.',
    lines: NO_EVENT,
  } satisfies { readonly [cause in Exclude<ChangeCause, 'delete'>]: string },
  async follow(context, { entity, id }) {
    const events = eventsFor(entity, 'deleted')
    if (events.length === 0) return
    const record = await context.transaction.record(entity.name.identifier, id, { trash: true })
    if (record !== undefined) await runEvents(context, entity, events, { record, old: record })
  },
}
