// Gives the policy of the session's actor, by the decisions that the server makes too.
import type { EntityPolicy, Policy } from '#shared/decisions/policy.ts'
import { joinEntityPolicy, composePolicy } from '#shared/decisions/policy.ts'
import { memoByModel } from '#shared/model/memo-by-model.ts'
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

/** Keeps what is worked out for a session as long as it stays the same: rows and cells ask for it each time they are drawn. */
export function memoBySession<T>(
  make: (model: Model, session: SessionBody) => T,
): (model: Model, session: SessionBody) => T {
  const made = memoByModel(() => new WeakMap<SessionBody, { readonly value: T }>())
  return (model, session) => {
    const kept = made(model).get(session) ?? { value: make(model, session) }
    made(model).set(session, kept)
    return kept.value
  }
}

/** The model is the part of the document that the server sent to this actor. */
export const sessionPolicy = memoBySession((model, session): Policy => {
  const policy = composePolicy(model, sessionActor(session), new Set(session.held))
  return {
    screens: policy.screens,
    canOpenStandardScreen: policy.canOpenStandardScreen,
    entity: memoByKey((name) => keepParts(policy.entity(name))),
  }
})

function keepParts(policy: EntityPolicy): EntityPolicy {
  const { read } = policy
  const exported = memoByKey(() => policy.exported)
  const verb = memoByKey(policy.verb)
  const createBy = memoByKey(policy.createBy)
  return joinEntityPolicy({
    read: () => read,
    exported: () => exported(''),
    verb: (of, step) => (step === undefined ? verb(of) : createBy(step)),
    transition: memoByKey(policy.transition),
  })
}

function memoByKey<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, { readonly value: T }>()
  return (key) => {
    const kept = made.get(key) ?? { value: make(key) }
    made.set(key, kept)
    return kept.value
  }
}

export function useSessionPolicy(): Policy {
  return sessionPolicy(useModel(), useKnownSession())
}
