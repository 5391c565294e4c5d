// Gives the lines that a call was sent to their head, as a standard call does.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Effect, Entity } from '#shared/model/model.ts'
import type { CommandContext, LinesOfCall } from '../records/write/command-context.ts'
import { validateVersion } from '../records/write/validate-version.ts'
import { refused } from '../policy/refused.ts'

/** Before the first step: what steps before change of the head is no change of somebody else. */
export interface SeenHead {
  readonly record: RecordValue | undefined
  readonly expected: VersionCondition | undefined
}

/** Does this step change lines of the record at hand? */
export function changesLines(step: Effect): boolean {
  if (step.kind === 'set') return step.isLines === true
  if (step.kind === 'for each') return step.effects.some(changesLines)
  return step.kind === 'try' && (changesLines(step.effect) || changesLines(step.otherwise))
}

/** Those left out are removed: of those that the caller saw. */
export async function setLinesOf(
  context: CommandContext,
  entity: Entity,
  id: string,
  lines: LinesOfCall,
  seen: SeenHead | undefined,
): Promise<void> {
  if (seen?.expected?.oneOf === undefined) throw refused('version_needed', {}, { entity: entity.name.identifier })
  if (seen.record !== undefined) await validateVersion(context, entity, seen.record, seen.expected)
  await context.commands.update(context, 'document', entity, id, {}, { lines })
}
