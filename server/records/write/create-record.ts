// Creates a record as a person.
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { CommandOptions, AnsweredRecord } from './command-context.ts'
import { runCommand } from './unit-of-work.ts'
import { runCreate } from './run-create.ts'

export function createRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  body: { readonly [field: string]: unknown },
  options: CommandOptions = {},
): Promise<AnsweredRecord> {
  return runCommand(dependencies, actorContext, options, (context) =>
    runCreate(context, policyOf(context.running, actorContext.actor), entityNamed(context.running.model, entity), body),
  )
}
