// Gives the policy of the session's actor, by the decisions that the server makes too.
import { useMemo } from 'react'
import type { Policy } from '#shared/decisions/policy.ts'
import { policyOf } from '#shared/decisions/policy.ts'
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { useKnownSession } from './session.ts'
import { useModel } from './spec.ts'

/** Only the fields of the person that the session tells are known here. */
export function sessionActor(session: SessionBody): Actor {
  return {
    person: session.person ? { ...session.person } : null,
    roles: session.roles,
    administrator: session.administrator,
    system: false,
  }
}

/** The model is the part of the document that the server sent to this actor. */
export function sessionPolicy(model: Model, session: SessionBody): Policy {
  return policyOf(model, sessionActor(session), new Set(session.held))
}

export function useSessionPolicy(): Policy {
  const model = useModel()
  const session = useKnownSession()
  return useMemo(() => sessionPolicy(model, session), [model, session])
}
