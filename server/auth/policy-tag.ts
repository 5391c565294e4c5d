// Creates a short tag of the caller's policy for every response, so that clients notice changes.
import { hash } from 'node:crypto'
import { rolesKey } from '#shared/policy/actor.ts'
import type { Caller } from './caller.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** Worked out once for a person's state: it costs a request next to nothing. It tells what `GET /api/auth/me` tells. Undefined: nobody is signed in. */
export function policyTag({ actor, enrolling, viewing }: Caller): string | undefined {
  if (enrolling !== undefined) return `${tagOf(enrolling.actor)}-1`
  if (viewing !== undefined) return `${tagOf(actor)}-v`
  return actor.person === null ? undefined : tagOf(actor)
}

const known = new WeakMap<Actor, string>()

function tagOf(actor: Actor): string {
  const found = known.get(actor)
  if (found !== undefined) return found
  const text = JSON.stringify([actor.person?.id, rolesKey(actor)])
  const made = hash('sha256', text, 'base64url').slice(0, 8)
  known.set(actor, made)
  return made
}
