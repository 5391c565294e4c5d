// Notifies people who are mentioned in a changed text.
import { notifyMentioned } from '../notices/notify-mentioned.ts'
import type { WriteFollower } from '../write/change.ts'

export const mentions: WriteFollower = {
  name: 'mentions',
  skips: {
    delete: 'Nobody writes a text by deleting one.',
    purge: 'Nobody writes a text by deleting one.',
    clear: 'Only a relation changes.',
    restore: 'Those who are mentioned heard of it when the text was written.',
    lines: 'The texts of the head are as they were.',
  },
  follow(context, { entity, before: old, after: record, changed }) {
    const isMentioned = record !== null && changed.some((field) => hasAt(record[field]))
    return isMentioned ? notifyMentioned(context, entity, { old, record, changed }) : undefined
  },
}

/** Reports whether anybody may be mentioned in a value. */
function hasAt(value: unknown): boolean {
  return typeof value === 'string' && value.includes('@')
}
