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
  async follow(context, { entity, before: old, after: record, changed }) {
    if (record !== null) await notifyMentioned(context, entity, { old, record, changed })
  },
}
