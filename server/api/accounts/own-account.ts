// Gives the signed-in person's actor context, also while the second factor is still missing.
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { RequestContext } from '../request/request-context.ts'

export function ownAccount({ caller, actorContext }: RequestContext): ActorContext {
  return { ...actorContext, actor: caller.enrolling?.actor ?? actorContext.actor }
}
