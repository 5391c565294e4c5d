// Writes the lines of a record that a person or the document writes.
import { statusOf } from '#shared/decisions/refusals.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { readsLines } from '#shared/model/5-rules/fields-watched.ts'
import { Refused } from '../../policy/refused.ts'
import type { CommandContext, LineWriter } from './command-context.ts'
import type { RequestedWrite, WrittenSnapshot } from './require-requested.ts'
import { requireRequested } from './require-requested.ts'

/** Returns the head as it is with its lines, whose effects may have changed it. */
export async function writeLinesOfHead(
  context: CommandContext,
  entity: Entity,
  head: WrittenSnapshot,
  requested: RequestedWrite | 'document',
  lines: LineWriter,
): Promise<RecordValue> {
  const { transaction, running } = context
  try {
    await lines.write(head.record)
  } catch (error) {
    if (requested === 'document' || !(error instanceof Refused)) throw error
    // The head is asked first, where its grants do not look at the lines that have not all come. That the value of a line
    // is taken is for those who may write its head.
    const isAskedFirst = !requested.policy.nodes.some((node) => readsLines(entity, node))
    const tells = statusOf(running.model, error.refusal) === 409
    if (isAskedFirst || tells) await requireRequested(context, requested, head)
    throw error
  }
  return (await transaction.record(entity.name.identifier, head.record.id)) ?? head.record
}
