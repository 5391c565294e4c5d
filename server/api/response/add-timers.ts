// Adds `_timers` to a record: what will happen to it by itself.
import { listRecordTimers } from '../../records/timers/list-timers.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'

export async function addTimers(
  dependencies: ApiDependencies,
  { actorContext }: RequestContext,
  entity: string,
  item: string,
): Promise<string> {
  const { id } = JSON.parse(item) as { readonly id: string }
  const timers = await listRecordTimers(dependencies, actorContext, entity, id)
  return `${item.slice(0, -1)},"_timers":${JSON.stringify(timers)}}`
}
