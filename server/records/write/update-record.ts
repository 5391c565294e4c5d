// Updates fields of a record as a person.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { CommandOptions, AnsweredRecord } from './command-context.ts'
import { runCommand } from './unit-of-work.ts'
import { runUpdate } from './run-update.ts'

export interface UpdateOptions extends CommandOptions {
  /** Versions that the caller accepts: of another one nothing is changed. */
  readonly expected?: VersionCondition | undefined
  /** The record as it was, where some of it is written already. */
  readonly before?: RecordValue | undefined
}

export function updateRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  id: string,
  body: { readonly [field: string]: unknown },
  options: UpdateOptions = {},
): Promise<AnsweredRecord> {
  return runCommand(dependencies, actorContext, options, async (context) => {
    const policy = policyOf(context.running, actorContext.actor)
    await runUpdate(context, policy, entityNamed(context.running.model, entity), id, body, {
      expected: options.expected,
      before: options.before,
    })
    return { entity, id }
  })
}
