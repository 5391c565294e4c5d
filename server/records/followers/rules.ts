// Validates a changed record against the rules of its entity.
import { validateRules } from './validate-rules.ts'
import { comparedRecord } from './compared-record.ts'
import type { WriteFollower } from '../write/change.ts'

export const rules: WriteFollower = {
  name: 'rules',
  asksRules: true,
  skips: {
    delete: 'Rules hold for records that exist.',
    purge: 'Rules hold for records that exist.',
    clear: 'They are asked before all that follows, so that what refuses a deletion names the record that it clears.',
  },
  async follow(context, change) {
    const { entity, after: record, cause, changed, transition, input, sources } = change
    if (record === null) return undefined
    const occasion = {
      // What comes back obeys the rules as if it were new.
      created: cause === 'create' || cause === 'restore',
      changed,
      ...(cause === 'lines' && { lines: true }),
      ...(transition !== undefined && { transition }),
    }
    const snapshot = { record, old: comparedRecord(change), ...(input && { input, sources }) }
    const confirmed = await validateRules(context, entity, snapshot, occasion)
    return { confirmed }
  },
}
