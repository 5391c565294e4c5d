// Finds the roles that may send a request about no record, by a dry run for each role.
import { ADMINISTRATOR, actorWithRoles } from '#shared/policy/actor.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { dryRun } from './dry-run.ts'
import type { ExplainedRequest } from './explained-request.ts'

/**
 * Returns the labels of the roles that may make the call, for administrators. Refusals for reasons other than policy
 * do not count.
 */
export async function findPermittedRoles(
  dependencies: ApiDependencies,
  context: RequestContext,
  call: ExplainedRequest,
): Promise<readonly string[]> {
  const { model } = context.running
  const may: string[] = []
  for (const role of [...model.roles.keys(), ADMINISTRATOR]) {
    const caller = { actor: actorWithRoles(model, [role]), session: { key: '', secret: '' }, byCookie: false }
    const tried = await dryRun(dependencies, context, caller, call)
    if ('untried' in tried || tried.refused?.refusal.name !== 'not_allowed')
      may.push(model.roles.get(role)?.name.label ?? role)
  }
  return may
}
