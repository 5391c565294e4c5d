// Writes the lines of a record that a person or the document writes.
import { statusOf } from '#shared/decisions/refusals.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { Refused } from '../../policy/refused.ts'
import type { CommandContext, LineWriter } from './command-context.ts'
import { requireBeforeLines } from './require-before-lines.ts'
import type { RequestedWrite, WrittenSnapshot } from './require-requested.ts'
import { requireRequested } from './require-requested.ts'

/** Does what had to wait until the lines are written; of a line it waits, too, until its head and all lines beside it are. */
export async function completeLines({ deferred }: CommandContext, lines: LineWriter | undefined): Promise<void> {
  if (lines === undefined) return
  if (deferred === undefined) await lines.complete()
  else deferred.put(() => lines.complete())
}

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
    // The head is asked first, but for what its grants look at in lines that have not all come. That the value of a line
    // is taken is for those who may write its head.
    await requireBeforeLines(context, entity, requested, head)
    if (statusOf(running.model, error.refusal) === 409) await requireRequested(context, requested, head)
    throw error
  }
  return (await transaction.record(entity.name.identifier, head.record.id)) ?? head.record
}
