// Which roles would let somebody make a call that is about no record: each is tried, as nobody in particular who has it.
import { ADMINISTRATOR, someoneWith } from '#shared/decisions/actor.ts'
import type { ApiDependencies, Exchange } from '../exchange.ts'
import { tryCall } from './dry-call.ts'
import type { ExplainedCall } from './explained-call.ts'

/** For administrators. Labels; what the call would be refused for beside rights does not count. */
export async function rolesThatMay(
  dependencies: ApiDependencies,
  exchange: Exchange,
  call: ExplainedCall,
): Promise<readonly string[]> {
  const { model } = exchange.running
  const may: string[] = []
  for (const role of [...model.roles.keys(), ADMINISTRATOR]) {
    const caller = { actor: someoneWith(model, [role]), session: { key: '', secret: '' }, byCookie: false }
    const tried = await tryCall(dependencies, exchange, caller, call)
    if ('untried' in tried || tried.refused?.refusal.code !== 'not_allowed')
      may.push(model.roles.get(role)?.name.label ?? role)
  }
  return may
}
