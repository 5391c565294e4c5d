// Writes a change into the history of its record; accounts and the audit follow the changes of people.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { ValueSources } from '../messages/value-sources.ts'
import { NO_SOURCES, fieldsBehind } from '../messages/value-sources.ts'
import { writeHistory } from './write-history.ts'
import type { Change, ChangeCause, WriteFollower } from '../write/change.ts'

export const history: WriteFollower = {
  name: 'history',
  skips: {},
  async follow(context, change) {
    const { entity, id: record, version, transition, line, confirmed, asked, sources } = change
    const event = EVENTS[change.cause]
    await writeHistory(context, entity, {
      record,
      version,
      event,
      changes: valuesOf(change),
      confirmed,
      transition,
      line,
      ...(asked && { input: asked, ...behindOf(asked, sources) }),
    })
  },
}

function behindOf(
  asked: NonNullable<Change['asked']>,
  sources: ValueSources = NO_SOURCES,
): Pick<HistoryEntry, 'behind'> {
  const behind = Object.keys(asked).flatMap((name) => {
    const fields = fieldsBehind([name], sources)
    return fields.length === 0 ? [] : [[name, fields] as const]
  })
  return behind.length === 0 ? {} : { behind: Object.fromEntries(behind) }
}

const EVENTS: { readonly [cause in ChangeCause]: HistoryEntry['event'] } = {
  create: 'created',
  update: 'changed',
  transition: 'transition',
  delete: 'deleted',
  clear: 'changed',
  restore: 'restored',
  purge: 'deleted',
  lines: 'changed',
}

/** Lists each changed field with its value before and after: of a new record those that are not empty, of a restored one those that events have set. */
function valuesOf(change: Change): HistoryEntry['changes'] {
  const { entity, restored, after } = change
  if (after === null) return {}
  const before = restored?.record ?? change.before
  const { changed } = restored ?? change
  const values: { [field: string]: readonly [unknown, unknown] } = {}
  for (const field of changed)
    if (before !== null || !isEmptyValue(after[field], entity.fields.get(field)?.type))
      values[field] = [before?.[field] ?? null, after[field] ?? null]
  return values
}
