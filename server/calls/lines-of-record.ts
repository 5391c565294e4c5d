// Gives the lines that a call was sent to their head, as a standard call does.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { Entity } from '#shared/model/model.ts'
import type { CommandContext, LinesOfCall } from '../records/write/command-context.ts'
import { refused } from '../policy/refused.ts'

/** Those left out are removed: of those that the caller saw, as the version says that was compared before the first step. */
export async function setLinesOf(
  context: CommandContext,
  entity: Entity,
  id: string,
  lines: LinesOfCall,
  expected: VersionCondition | undefined,
): Promise<void> {
  if (expected?.oneOf === undefined) throw refused('version_needed', {}, { entity: entity.name.identifier })
  await context.commands.update(context, 'document', entity, id, {}, { lines })
}
