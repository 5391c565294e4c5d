// Reads the records of a message within the command that sends it.
import type { RowPolicyContext } from '../access/row-policy.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { MessageSubject } from './refuse-with-message.ts'

/** Reads the record that a message is about as the effect sees it; of a deletion, what went with it as it was, too. */
export function messageReader(
  { transaction }: Pick<CommandContext, 'transaction'>,
  { entity, snapshot: { record }, isDeleted = false }: MessageSubject,
): RowPolicyContext['database'] {
  return {
    facts: transaction.facts.bind(transaction),
    async record(of, id) {
      if (of === entity && id === record.id) return record
      const live = await transaction.record(of, id)
      return live === undefined && isDeleted ? transaction.record(of, id, { trash: true }) : live
    },
  }
}
